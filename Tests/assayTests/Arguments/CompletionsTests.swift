import Testing

@testable import assay
import TestThreads

@Suite(.mayBlock) struct CompletionsTests {
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

    /// fish asks with these whether the words typed so far are of the command.
    @Test func fishOffersTheOptionsOfTheCommandAlone() throws {
        let script = Completions(commands: commands).script(for: .fish)
        func isOffered(_ option: String, after words: String) throws -> Bool {
            let line = try #require(script.split(separator: "\n").first { $0.hasSuffix(option) })
            let pattern = try #require(line.firstMatch(of: /match -qr -- \\'(.*?)\\'/)).output.1
            return words.contains(try Regex(String(pattern)))
        }
        let help = try #require(commands.first { $0.name == "load" }?.arguments.first { $0.names == ["--part"] }).help
        let option = " -l part -r -d '\(help.replacing("'", with: "\\'"))'"
        #expect(try isOffered(option, after: "load"))
        #expect(try isOffered(option, after: "load smoke"))
        #expect(try !isOffered(option, after: "load merge"))
        #expect(try !isOffered(option, after: "loader"))
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
        #expect(ManualPage.codes.map(\.0) == ["0", "1", "2", "3", "4", "5", "6", "97", "98", "99"])
        // No line is taken for a command of the formatter that is none.
        let requests = Set(page.split(separator: "\n").filter { $0.hasPrefix(".") }.map { $0.prefix { $0 != " " } })
        #expect(requests.isSubset(of: [".TH", ".SH", ".SS", ".TP", ".PP", ".nf", ".fi", ".B", ".I", ".RI"]))
    }
}
