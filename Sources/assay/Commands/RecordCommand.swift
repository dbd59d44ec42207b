import Evidence
import POSIX

struct RecordCommand: Command {
    var file = ""
    var backend = BackendChoice.embedded
    var port: PortNumber?
    var mayUseOthers = false
    var isQuiet = false
    var printsJSON = false

    static let name = "record"
    static let syntax = Syntax<Self>(
        "Records the exchange between clients and real service providers, until it is interrupted.",
        notes: """
            Each service provider gets a gate, whose address clients are given in its
            place. 'assay check' judges the trace: the clients, or with --subject
            provider the service providers. 'assay serve --world-from' serves what they
            listed. See Documentation/real-backend.md.

            exit codes: 0 recorded, 3 it did not start, or a file cannot be written,
            4 usage, or a site file that is wrong
            """,
        .positional("file", sets: \.file, help: "where the trace is written"),
        .option(
            "--backend", value: "which", sets: \.backend,
            help: "gate: and the URLs of service providers with commas between, or a site file"),
        .option(
            "--port", "-p", value: "port", sets: \.port,
            help: "the port of the first gate; the others have the next ones (default: free ones)"),
        .mayUseOthers(\.mayUseOthers),
        .quiet(\.isQuiet, help: "do not print a line for each request"),
        .flag(
            "--json", sets: \.printsJSON, help: "print one line of JSON when ready, and nothing else on standard output"
        ))

    func run() async throws(ToolError) -> ExitCode {
        guard case .gate(let source) = backend else {
            throw .impossible("'assay record' needs '--backend gate:…': URLs of service providers, or a site file")
        }
        try Affordable.check()
        // Whoever comes logs in with what is theirs.
        let site = try await ChosenSite.read(source, [], loggingIn: .byHand)
        try site.check(mayUseOthers: mayUseOthers)
        let interrupt = try Interrupt()
        try await GateRecording(self, site: site, console: Console(), interrupt: interrupt).run()
        return .conformant
    }

    func addresses(count: Int) throws(ToolError) -> [SocketAddress] {
        let first = Int(port?.value ?? 0)
        guard first + count <= 65_536 else { throw .impossible("from port \(first) on there are not \(count) ports") }
        return (0..<count).map { SocketAddress(port: first == 0 ? 0 : UInt16(first + $0)) }
    }
}
