import Documents
import Evidence
import Tokens

struct TokenInspectCommand: Command {
    var paths: [String] = []
    var isStrict = false
    var writesJSON = false
    var showsSecrets = false

    static let name = "token inspect"
    static let syntax = Syntax<Self>(
        "Shows what is in a token, and what is wrong with its form.",
        notes: """
            A token may be raw, base64, XML-escaped or inside a service's answer. For
            instance:
              pbpaste | assay token inspect -

            exit codes: 0 all are well-formed tokens, 1 one is not, 4 usage, or a file
            that cannot be read.
            """,
        .positionals("file", addsTo: \.paths, help: "a file with a token, a folder of them, or - for standard input"),
        .flag("--json", sets: \.writesJSON, help: "a line of JSON for each token"),
        .flag("--strict", sets: \.isStrict, help: "undocumented elements are errors"),
        .flag(
            "--show-secrets", sets: \.showsSecrets,
            help: "show what identifies a person or a session, instead of its hash"))

    func run() async throws(ToolError) -> ExitCode {
        let console = Console()
        var expectations = TokenExpectations()
        expectations.isStrict = isStrict
        var reader = TokenReading(key: nil, expectations: expectations)
        reader.read(TokenInputs(paths: paths)) { input, report, _ in
            if writesJSON {
                console.out(TokenJSON.line(input, report, showsSecrets: showsSecrets))
                return
            }
            let words = TokenWording(
                name: input.name, report: report, showsSecrets: showsSecrets, width: console.isTerminal ? 80 : nil)
            var lines = [words.headline] + words.nature
            if !words.values.isEmpty { lines += [""] + words.values }
            if !words.findings.isEmpty { lines += [""] + words.findings }
            console.out(lines.joined(separator: "\n") + "\n")
        } complain: { error in
            console.error("assay: \(error)")
        }
        return reader.exitCode
    }
}
