import AccessEnablerAPI
import Evidence

/// The command `assay version`.
struct VersionCommand: Command {
    static let name = "version"
    static let syntax = Syntax<Self>("Prints the version.")

    func run() async throws(ToolError) -> ExitCode {
        Console().line("assay \(assayVersion), AccessEnabler up to \(SDKVersion.newest)")
        return .conformant
    }
}
