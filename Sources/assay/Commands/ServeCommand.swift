import Backend
import Documents
import Evidence
import POSIX
import Reports
import ServiceProtocol

struct ServeCommand: Command {
    var endpoints: Count?
    var port: PortNumber?
    var controlPort: PortNumber?
    var bind = "127.0.0.1"
    var hosts: [String] = []
    var mvpdHost: String?
    var world: String?
    var recordedWorld: String?
    var printsWorld = false
    var isStrict = false
    var throttles = false
    var latencies: [EndpointRule<Latency>] = []
    var faults: [EndpointRule<FaultRule>] = []
    var usesTLS = false
    var plainPort: PortNumber?
    var certificate: String?
    var key: String?
    var state: String?
    var keepsNothing = false
    var record: String?
    var showsSecrets = false
    var isQuiet = false
    var printsJSON = false

    static let name = "serve"
    static let syntax = Syntax<Self>(
        "Serves the simulated service providers and MVPDs until it is interrupted.",
        notes: Prose.wrapped(
            "Without a world file any requestor and any MVPD exist; the MVPDs listed are "
                + OpenWorld.sample.mvpds.map(\.id).joined(separator: ", ") + ", and the users "
                + OpenWorld.sample.users.map(\.name).joined(separator: " and ")
                + ", each with the password 'password'. See Documentation/serve.md.", width: 80),
        .option(
            "--endpoints", value: "number", sets: \.endpoints,
            help: "how many service providers (default: as many as the world file names, or 3)"),
        .option(
            "--port", "-p", value: "port", sets: \.port,
            help: "the port of the first service provider; the others and then the control API have the next ones "
                + "(default: free ones)"),
        .option("--control-port", value: "port", sets: \.controlPort, help: "the port of the control API"),
        .option("--bind", value: "address", sets: \.bind, help: "the address to listen on (default: 127.0.0.1)"),
        .options(
            "--host", value: "name", addsTo: \.hosts,
            help: "serve logins at this host name, too (default: IP addresses, names of one word, names below "
                + "localhost, test and internal, and those of the service providers)"),
        .option(
            "--mvpd-host", value: "name", sets: \.mvpdHost,
            help: "the host name of the MVPDs' pages (default: that of the service provider)"),
        .option("--world", "-w", value: "file", sets: \.world, help: "who and what is served, as YAML"),
        .option(
            "--world-from", value: "trace", sets: \.recordedWorld,
            help: "serve what service providers listed in this trace of 'assay record'"),
        .flag("--print-world", sets: \.printsWorld, help: "print the built-in world file, and exit"),
        .flag("--strict", sets: \.isStrict, help: "require what today's service requires, and refuse older clients"),
        .flag("--throttle", sets: \.throttles, help: "answer 429 to clients that ask more than once a second"),
        .options(
            "--latency", value: "provider[/purpose]=time", addsTo: \.latencies,
            help: "delay replies, such as sp2=uniform(20ms,80ms), or all/session=50ms"),
        .options(
            "--fault", value: "provider[/purpose]=fault[@share]", addsTo: \.faults,
            help: "break replies, such as sp3=status(503)@0.1 for one request in ten"),
        .flag("--tls", sets: \.usesTLS, help: "speak TLS, with a certificate that is made for it"),
        .option(
            "--http-port", value: "port", sets: \.plainPort,
            help: "with TLS, the port of the first service provider for plain HTTP; the others have the next ones"),
        .option("--cert", value: "file", sets: \.certificate, help: "speak TLS with this certificate, in PEM"),
        .option("--key", value: "file", sets: \.key, help: "the key of the certificate"),
        .option(
            "--state", value: "folder", sets: \.state,
            help: "keep the keys, registrations, codes and logins here (default: the keys alone, in the user's "
                + "state folder)"),
        .flag("--no-state", sets: \.keepsNothing, help: "keep nothing: make new keys at each start"),
        .option("--record", value: "file", sets: \.record, help: "keep the exchange as a trace"),
        .flag("--show-secrets", sets: \.showsSecrets, help: "show credentials and tokens in log and trace"),
        .quiet(\.isQuiet, help: "do not print a line for each request"),
        .flag(
            "--json", sets: \.printsJSON, help: "print one line of JSON when ready, and nothing else on standard output"
        ))

    func run() async throws(ToolError) -> ExitCode {
        let console = Console()
        guard !printsWorld else {
            console.out(WorldFile.builtin)
            return .conformant
        }
        try Affordable.check()
        let world = try readWorld()
        let interrupt = try Interrupt()
        try await Service(self, world: world, console: console).run(until: interrupt)
        return .conformant
    }

    private func readWorld() throws(ToolError) -> OpenWorld {
        var served = OpenWorld()
        if let recordedWorld {
            guard world == nil else { throw .impossible("'--world' and '--world-from' exclude each other") }
            served = try RecordedWorld.read(recordedWorld)
        } else if let world {
            do throws(DiagnosticList) {
                served = try WorldFile.read(path: world)
            } catch {
                throw .input("the world file is wrong\n\(error)")
            }
        }
        served.isStrict = isStrict
        served.hosts = hosts + [bind]
        served.mvpdHost = mvpdHost
        return served
    }

    func addresses(for world: OpenWorld) throws(ToolError) -> [SocketAddress] {
        let count = endpoints?.value ?? (world.providers.isEmpty ? 3 : world.providers.count)
        let first = Int(port?.value ?? 0)
        guard first + count <= 65_535 else {
            throw .impossible("from port \(first) on there are not \(count) ports, and one for the control API")
        }
        return (0..<count).map { SocketAddress(host: bind, port: first == 0 ? 0 : UInt16(first + $0)) }
    }

    func plainAddresses(count: Int, besides isSecure: Bool) throws(ToolError) -> [SocketAddress] {
        guard let first = (plainPort?.value).map(Int.init) else { return [] }
        guard isSecure else { throw .impossible("--http-port goes with --tls, or with --cert and --key") }
        guard first + count <= 65_536 else { throw .impossible("from port \(first) on there are not \(count) ports") }
        return (0..<count).map { SocketAddress(host: bind, port: first == 0 ? 0 : UInt16(first + $0)) }
    }

    func controlAddress(after addresses: [SocketAddress]) -> UInt16 {
        if let controlPort { return controlPort.value }
        guard let last = addresses.last, last.port != 0 else { return 0 }
        return last.port + 1
    }
}
