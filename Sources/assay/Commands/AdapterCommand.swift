import AdapterKit
import Evidence

struct AdapterCommand: Command {
    var implementation = ImplementationChoice.builtin
    var dial: PortNumber?
    var token = ""

    static let name = "adapter"
    static let syntax = Syntax<Self>(
        "Serves the built-in implementation over the adapter protocol, on standard input and output.",
        notes: """
            Documentation/adapter-protocol.md describes the protocol. For instance:
              assay run --implementation "exec:assay adapter"
            """,
        .implementation(
            \.implementation, help: "builtin, degenerate:NAME, mutant:NAME or variant:NAME (default: builtin)"),
        .option(
            "--dial", value: "port", sets: \.dial,
            help: "connect to this port, where 'assay run -i listen:...' waits (default: use standard streams)"),
        .option("--token", value: "token", sets: \.token, help: "the token that 'assay run' has shown"))

    func run() async throws(ToolError) -> ExitCode {
        switch implementation {
        case .program(let text, _), .listener(let text, _):
            throw .impossible("'\(text)' is a program of its own")
        case .builtin, .mutant, .variant:
            break
        }
        guard dial != nil || token.isEmpty else { throw .impossible("'--token' goes with '--dial'") }
        let storage = try saying("there is no place for what is stored") { try Adapter.storageFolder() }
        let port = try ImplementationStarter.port(of: implementation, storage: storage)
        guard let dial else {
            await Adapter.serve(port: port)
            return .conformant
        }
        guard await Adapter.serve(port: port, dialing: "127.0.0.1", at: dial.value, token: token) else {
            throw .broken("nobody listens at 127.0.0.1:\(dial.value)")
        }
        return .conformant
    }
}
