import AccessEnablerAPI
import Evidence
import Testing

@testable import assay

struct CommandLineTests {
    private let reader = CommandLineReader.standard

    private func problem(_ arguments: String...) -> String? {
        do throws(UsageError) {
            _ = try reader.request(arguments)
            return nil
        } catch {
            return error.description
        }
    }

    private func help(_ arguments: String...) throws -> String? {
        if case .help(let text) = try reader.request(arguments) { text } else { nil }
    }

    @Test func everyCommandExplainsItself() throws {
        let names = [
            "run", "merge", "certificate", "certificate verify", "explore", "load", "load merge", "load compare",
            "load ab", "load-backend", "list", "explain", "check", "compare", "history", "summary", "replay",
            "spec verify", "coverage", "strength",
            "token inspect", "token verify", "configuration check", "site check", "record", "serve",
            "adapter", "lint-adapter",
            "fingerprints",
            "completions", "man", "files", "version",
        ]
        #expect(reader.commands.map(\.name) == names)
        let overview = try #require(try help("--help"))
        for name in names {
            let words = name.split(separator: " ").map(String.init)
            let text = try #require(try help(words + ["--help"]))
            #expect(text.contains("usage: assay \(name)"))
            #expect(text == (try help(["help"] + words)))
            #expect(overview.contains("  \(name) "))
            for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        }
    }

    private func help(_ arguments: [String]) throws -> String? {
        if case .help(let text) = try reader.request(arguments) { text } else { nil }
    }

    @Test func aWordThatSeveralCommandsBeginWithIsExplained() throws {
        for words in [["spec", "--help"], ["help", "spec"], ["spec", "-h"]] {
            #expect(try #require(try help(words)).contains("  spec verify "))
        }
        #expect(try #require(try help(["token", "--help"])).contains("  token inspect "))
        #expect(problem("help", "nonsense") == "unknown command 'nonsense'")
    }

    @Test func unknownCommandsGetASuggestion() {
        #expect(problem("rnu") == "unknown command 'rnu'; did you mean 'run'?")
        #expect(problem("spec", "verfy") == "unknown command 'spec verfy'; did you mean 'spec verify'?")
        #expect(problem("spec") == "unknown command 'spec'; did you mean 'spec verify'?")
        #expect(problem("frobnicate") == "unknown command 'frobnicate'")
        #expect(problem() == "missing command")
    }

    @Test func aValueThatAsksForHelpIsAValue() throws {
        guard case .command(let command, let arguments) = try reader.request(["run", "--", "--help"]) else {
            Issue.record("it is taken for a request for help")
            return
        }
        #expect(command.name == "run")
        #expect(arguments == ["--", "--help"])
    }

    @Test(arguments: [
        ([], ExitCode.usage), (["rnu"], .usage), (["--help"], .conformant), (["version"], .conformant),
        (["run", "--jobs", "0"], .usage), (["run", "--backend", "ftp://127.0.0.1:1"], .usage),
        (["list", "--specs", "/nonexistent"], .usage), (["check", "/nonexistent"], .usage),
        (["explain"], .usage),
    ])
    func theToolEndsWithTheCodeOfWhatHappened(_ arguments: [String], _ code: ExitCode) async {
        #expect(await Tool.run(arguments) == code)
    }

    /// An option that nothing came of would be believed.
    @Test(arguments: [
        "list --mutants --filter sign-in", "list --variants --statement AE-SP-007", "adapter --token x",
        "coverage --backend x --json",
        "coverage --readings --brief", "coverage --i-may-use-this-backend", "explore --mutants --junit x",
        "explore --mutant last-wins -i exec:x", "explore --mutants --jobs 3", "strength --mutant last-wins --variants",
        "strength -m last-wins -v polls-*", "strength -m last-wins -i exec:x", "strength -m last-wins --pairs 2",
    ])
    func anOptionThatIsOfNoUseIsRefused(_ words: String) async {
        let arguments = words.split(separator: " ").map(String.init)
        let specs = ["list", "adapter"].contains(arguments[0]) ? [] : ["--specs", ShippedFolder.specs]
        #expect(await Tool.run(arguments + specs) == .usage)
    }

    @Test func runTakesEveryOption() throws {
        var command = RunCommand()
        try RunCommand.syntax.parse(
            [
                "--filter", "race*", "-f", "queue", "--statement", "AE-SP-007", "--platform", "tvos",
                "--api-version", "3.1", "--implementation", "exec:port --fast 'a b'", "--backend", "embedded",
                "--jobs", "4", "--seed", "18446744073709551615", "--fail-fast", "--report-dir", "out", "--specs", "S",
                "--quiet", "--color=never", "--deadline", "2s",
            ], into: &command)
        #expect(command.selection == CaseSelection(filters: ["race*", "queue"], statements: ["AE-SP-007"]))
        #expect(command.askedPlatform == .tvOS && command.askedVersion == SDKVersion(3, 1) && !command.isMatrix)
        #expect(command.seed == .max && command.jobs == Count(4) && command.deadline == .seconds(2))
        #expect(command.stopsAtFirstFailure && command.isQuiet && command.color == .never)
        #expect(command.reportFolder == "out" && command.specs == "S")
        guard case .program(let text, let words) = command.implementation else {
            Issue.record("the implementation is not a program")
            return
        }
        #expect(text == "exec:port --fast 'a b'")
        #expect(words == ["port", "--fast", "a b"])
    }
}
