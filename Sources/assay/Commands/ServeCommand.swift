import Backend
import Evidence
import POSIX
import Reports

/// The command `assay serve`.
struct ServeCommand: Command {
    var endpoints = Count(3)
    var port: PortNumber?

    static let name = "serve"
    static let syntax = Syntax<Self>(
        "Serves the simulated service providers and MVPDs until it is interrupted.",
        notes: Prose.wrapped(
            "Any requestor is welcome. The MVPDs are \(OpenWorld.sampleMVPDs.map(\.id).joined(separator: ", ")); "
                + "the user is 'user' with the password 'password'.", width: 80),
        .option("--endpoints", value: "number", sets: \.endpoints, help: "how many service providers (default: 3)"),
        .option(
            "--port", "-p", value: "port", sets: \.port,
            help: "of the first, the others have the next ones (default: any free ones)"))

    func run() async throws(ToolError) -> ExitCode {
        let console = Console()
        let interrupt = try Interrupt()
        let backend = try start()
        for (index, url) in backend.baseURLs.enumerated() { console.line("endpoint\(index) \(url)") }
        await interrupt.wait()
        backend.stop()
        return .conformant
    }

    private func start() throws(ToolError) -> Backend {
        let first = Int(port?.value ?? 0)
        guard first + endpoints.value <= 65_536 else {
            throw .impossible("from port \(first) on there are not \(endpoints.value) ports")
        }
        let addresses = (0..<endpoints.value).map { index in
            SocketAddress(port: first == 0 ? 0 : UInt16(first + index))
        }
        do throws(BackendError) {
            return try Backend.start(addresses: addresses, recorder: Recorder(sinks: []), openWorld: OpenWorld())
        } catch {
            throw .broken("the backend does not start: \(error.message)")
        }
    }
}
