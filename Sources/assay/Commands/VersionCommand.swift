import AccessEnablerAPI
import Documents
import Evidence

/// The command `assay version`.
struct VersionCommand: Command {
    var printsJSON = false
    var specs: String?

    static let name = "version"
    static let syntax = Syntax<Self>(
        "Prints the version.",
        .flag("--json", sets: \.printsJSON, help: "as JSON, with the digest of the specs: what two machines compare"),
        .option(
            "--specs", value: "folder", sets: \.specs,
            help: "the specs that --json tells of (default: ./Specs, or the tool's own)"))

    func run() async throws(ToolError) -> ExitCode {
        let console = Console()
        guard printsJSON else {
            console.line("assay \(assayVersion), AccessEnabler up to \(SDKVersion.newest)")
            return .conformant
        }
        let json: JSON = [
            "assay": .string(assayVersion), "accessEnabler": .string(SDKVersion.newest.description),
            "specs": .string(try SpecFolder.read(specs).digest()),
        ]
        console.line(String(decoding: json.compact, as: UTF8.self))
        return .conformant
    }
}
