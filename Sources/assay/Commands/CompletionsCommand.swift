import Evidence

struct CompletionsCommand: Command {
    var shell = Completions.Shell.bash

    static let name = "completions"
    static let syntax = Syntax<Self>(
        "Prints a script that completes commands and options in a shell.",
        notes: """
            bash: source <(assay completions bash)
            zsh:  assay completions zsh > "${fpath[1]}/_assay"
            fish: assay completions fish > ~/.config/fish/completions/assay.fish
            """,
        .positional("bash|zsh|fish", sets: \.shell, help: "the shell"))

    func run() async throws(ToolError) -> ExitCode {
        Console().out(Completions(commands: CommandLineReader.standard.commands).script(for: shell))
        return .conformant
    }
}

struct ManCommand: Command {
    static let name = "man"
    static let syntax = Syntax<Self>(
        "Prints the manual page.",
        notes: """
            To read it:    assay man | man -l -
            To install it: assay man > /usr/local/share/man/man1/assay.1
            """)

    func run() async throws(ToolError) -> ExitCode {
        Console().out(ManualPage(commands: CommandLineReader.standard.commands).text)
        return .conformant
    }
}
