import Testing

@testable import assay

struct CompletionsTests {
    private var commands: [CommandEntry] { CommandLineReader.standard.commands }

    /// What bash offers for the words so far, the last of them begun.
    private func offers(_ words: String...) throws -> [String] {
        let line = words.map { "'\($0)'" }.joined(separator: " ")
        let run = try ToolProcess(
            shell: """
                source <("$0" completions bash)
                COMP_WORDS=(assay \(line)); COMP_CWORD=\(words.count)
                _assay; printf '%s\\n' "${COMPREPLY[@]}"
                """)
        #expect(run.errors == "")
        return run.outputLines
    }

    @Test func bashCompletesCommandsOptionsAndValues() throws {
        #expect(try offers("sp") == ["spec"])
        #expect(try offers("spec", "") == ["verify"])
        #expect(try offers("run", "--fail") == ["--fail-fast"])
        #expect(try offers("run", "--platform", "t") == ["tvos"])
        #expect(try offers("run", "--quiet", "--lint", "a") == ["auto", "always"])
        #expect(try offers("load", "merge", "--he") == ["--help"])
    }

    @Test(arguments: [Completions.Shell.bash, .zsh, .fish])
    func everyCommandAndOptionIsThere(_ shell: Completions.Shell) {
        let script = Completions(commands: commands).script(for: shell)
        for command in commands {
            #expect(script.contains(String(command.name.split(separator: " ").last ?? "")))
            for name in command.arguments.flatMap(\.names) {
                let word =
                    shell == .fish
                    ? (name.hasPrefix("--") ? " -l \(name.dropFirst(2))" : " -s \(name.dropFirst())") : name
                #expect(script.contains(word), "\(command.name) \(name)")
            }
        }
    }

    @Test func theManualPageHasEveryCommandOptionAndExitCode() {
        let page = ManualPage(commands: commands).text
        #expect(page.hasPrefix(".TH ASSAY 1"))
        for command in commands {
            #expect(page.contains("\n.SS assay \(command.name.replacing("-", with: "\\-"))"))
            for name in command.arguments.flatMap(\.names) {
                #expect(page.contains("\\fB\(name.replacing("-", with: "\\-"))\\fR"), "\(name)")
            }
        }
        #expect(ManualPage.codes.map(\.0) == ["0", "1", "2", "3", "4", "5", "6", "98", "99"])
        // No line is taken for a command of the formatter that is none.
        let requests = Set(page.split(separator: "\n").filter { $0.hasPrefix(".") }.map { $0.prefix { $0 != " " } })
        #expect(requests.isSubset(of: [".TH", ".SH", ".SS", ".TP", ".PP", ".nf", ".fi", ".B", ".I", ".RI"]))
    }
}
