import AdapterKit
import Evidence

/// The command `assay adapter`.
struct AdapterCommand: Command {
    var implementation = ImplementationChoice.builtin

    static let name = "adapter"
    static let syntax = Syntax<Self>(
        "Serves the built-in implementation over the adapter protocol, on standard input and output.",
        notes: """
            Documentation/adapter-protocol.md describes the protocol. For instance:
              assay run --implementation "exec:assay adapter"
            """,
        .option(
            "--implementation", "-i", value: "which", sets: \.implementation,
            help: "builtin, degenerate:NAME or deviation:NAME (default: builtin)"))

    func run() async throws(ToolError) -> ExitCode {
        if case .program(let text, _) = implementation {
            throw .impossible("'\(text)' is a program of its own")
        }
        await Adapter.serve(port: try ImplementationStarter.port(of: implementation))
        return .conformant
    }
}
