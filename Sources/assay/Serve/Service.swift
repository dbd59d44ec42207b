import AccessEnablerAPI
import Backend
import Cryptography
import Documents
import Evidence
import HTTPServer
import POSIX
import ServiceProtocol
import Timing

/// One run of `assay serve`.
struct Service {
    let command: ServeCommand
    let console: Console
    let state: StateFolder?
    private let trace: TraceFile?
    private let log: ServeLog?
    private let recorder: Recorder
    let world: OpenWorld
    let backend: Backend
    let control: ControlServer
    let identity: TLSIdentity?

    init(_ command: ServeCommand, world: OpenWorld, console: Console) throws(ToolError) {
        self.command = command
        self.world = world
        self.console = console
        state = try Self.state(command, console)
        trace = try command.record.map { path throws(ToolError) in try TraceFile.ofExchange(path, console) }
        log = command.isQuiet ? nil : ServeLog { console.error($0) }
        let requests = RequestLog()
        var sinks: [Recorder.Sink] = [{ requests.take($0) }]
        if let log { sinks.append { log.take($0) } }
        if let trace { sinks.append { trace.take($0) } }
        recorder = Recorder(sinks: sinks)
        var options = BackendOptions()
        options.throttle = command.throttles ? Throttle() : nil
        options.showsSecrets = command.showsSecrets
        options.recordsReplies = command.record != nil
        options.key = if let state { try state.key() } else { try Self.newKey() }
        identity = try command.identity(in: state, key: Self.newKey)
        options.tls = identity
        options.seed = randomBytes(8).reduce(0) { $0 << 8 | UInt64($1) }
        let addresses = try command.addresses(for: world)
        options.plainAddresses = try command.plainAddresses(count: addresses.count, besides: identity != nil)
        let header = TraceFile.header(RunHeader.clients, backend: RunHeader.embedded, seed: options.seed)
        recorder.record(.runStarted(header), session: .none)
        (backend, control) = try saying("the backend does not start") { [recorder] in
            let backend = try Backend.start(
                addresses: addresses, recorder: recorder, openWorld: world, limits: Self.limits, options: options)
            let control = try ControlServer.start(
                port: command.controlAddress(after: addresses), backend: backend, log: requests)
            return (backend, control)
        }
        if try state?.restore(backend) ?? false { recorder.record(.note(Event.earlierState), session: .none) }
        try arrange()
    }

    /// Strangers may talk to this one, and no documented call is larger.
    private static var limits: Limits {
        var limits = Limits()
        limits.bodyBytes = 1 << 20
        return limits
    }

    /// Where the keys are kept; nil where they are not, which is said unless it was asked for.
    private static func state(_ command: ServeCommand, _ console: Console) throws(ToolError) -> StateFolder? {
        if let path = command.state {
            guard !command.keepsNothing else { throw .impossible("--state and --no-state exclude each other") }
            return try StateFolder(path)
        }
        guard !command.keepsNothing else { return nil }
        do throws(ToolError) {
            let state = try StateFolder.standard()
            _ = try state.key()
            return state
        } catch {
            console.error("assay: the keys are not kept, so the next start has others: \(error.message)")
            return nil
        }
    }

    private static func newKey() throws(ToolError) -> PrivateKey {
        try saying("there is no key for the tokens") { try PrivateKey.generate(bits: 2_048) }
    }

    /// Arranges the latencies and faults of the command line.
    private func arrange() throws(ToolError) {
        for provider in command.latencies.compactMap(\.provider) + command.faults.compactMap(\.provider)
        where !backend.providerNames.contains(provider) {
            throw .impossible(
                "unknown provider '\(provider)'" + suggestion(for: provider, among: backend.providerNames + ["all"]))
        }
        for rule in command.latencies {
            backend.setLatency(.none, provider: rule.provider, purpose: rule.purpose, rule.value)
        }
        for rule in command.faults {
            backend.setFault(
                .none, provider: rule.provider, purpose: rule.purpose, fault: rule.value.fault,
                chance: rule.value.chance)
        }
    }

    /// Serves until the interrupt; then what is held goes, and what is begun is ended.
    func run(until interrupt: Interrupt) async throws(ToolError) {
        sayReady()
        let saving = Task { await saveRegularly() }
        await interrupt.wait()
        saving.cancel()
        // What it is about to save must not replace what is saved last.
        await saving.value
        if !command.isQuiet { console.error("assay: ending; press Ctrl-C again to end at once") }
        backend.releaseAll(.none)
        let deadline = MonotonicTime.now() + .seconds(3)
        while !backend.isIdle(.none), MonotonicTime.now() < deadline { try? await Task.sleep(for: .milliseconds(20)) }
        control.stop()
        backend.stop()
        recorder.record(.runEnded, session: .none)
        log?.finish()
        try saying {
            try state?.save(backend)
            try trace?.finish()
        }
    }

    private func saveRegularly() async {
        guard let state, state.keepsClients else { return }
        var last: [UInt8] = []
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            let saved = backend.savedState
            guard saved != last else { continue }
            last = saved
            do throws(FileError) {
                try state.save(backend)
            } catch {
                console.error("assay: the state is not kept: \(error)")
            }
        }
    }
}

// MARK: - Exchanges that go on until an interrupt

extension TraceFile {
    /// One that says where it can no longer be written.
    static func ofExchange(_ path: String, _ console: Console) throws(ToolError) -> TraceFile {
        try saying("the exchange cannot be recorded") {
            try TraceFile(path) { console.error("assay: the exchange is no longer recorded: \($0)") }
        }
    }

    /// Of a trace without cases: whoever the clients are, no contract was asked of them.
    static func header(_ implementation: String, backend: String, seed: UInt64 = 0) -> RunHeader {
        RunHeader(
            assayVersion: assayVersion, portName: "", portVersion: "", implementation: implementation,
            backend: backend, platform: .iOS, version: .newest, seed: seed, features: [], calls: [],
            startedAt: WallTime.now().milliseconds)
    }
}

extension Service {
    /// Says where everything is, and how to sign in; or, with `--json`, that all is ready, in one line.
    func sayReady() {
        warn()
        let providers = zip(backend.providerNames, backend.baseURLs)
        if command.printsJSON {
            let ready: JSON = [
                "ready": true, "control": .string(control.url), "publicKey": .string(backend.publicKey.pem),
                "endpoints": .array(providers.map { ["name": .string($0), "url": .string($1)] }),
                "plain": .strings(backend.plainURLs),
                "certificate": identity.map { .string($0.certificates) } ?? .null,
                "state": state.map { .string($0.path) } ?? .null,
            ]
            console.line(ready.text)
            return
        }
        for (name, url) in providers { console.line("\(name)  \(url)") }
        for (name, url) in zip(backend.providerNames, backend.plainURLs) { console.line("\(name)  \(url)") }
        console.line("control API  \(control.url)/v1/status")
        console.line("codes of devices  \(backend.baseURLs[0])/activate")
        for line in Self.users(of: world, file: command.world) { console.line(line) }
        console.line("public key  \(backend.baseURLs[0])/public-key.pem" + (state.map { ", of \($0.path)" } ?? ""))
        console.out(backend.publicKey.pem)
        if let identity {
            console.line("certificate")
            console.out(identity.certificates)
        }
        if console.isTerminal { console.line("press Ctrl-C to end") }
    }

    private func warn() {
        if command.bind != "127.0.0.1", !command.bind.hasPrefix("127.") {
            console.error(
                """
                *** assay: serving on \(command.bind): everybody who can reach this machine can use the simulated
                *** services, sign in and see what is sent to them. Use this in networks that you trust, only.
                """)
        }
        if command.showsSecrets {
            console.error("*** assay: credentials and tokens are shown in the log and in the trace, in clear")
        }
    }

    /// Who can sign in.
    ///
    /// The passwords of the built-in world are no secrets; those of a file are not printed.
    static func users(of world: OpenWorld, file: String?) -> [String] {
        let maxShown = 10
        var lines = world.users.prefix(maxShown).map { user in
            var line = "sign in as  \(user.name)"
            if let mvpd = user.mvpd { line += " at \(mvpd)" }
            if file == nil { line += ", password \(user.password)" }
            return line + sight(of: user, world)
        }
        if world.users.count > maxShown {
            lines.append("and as \(world.users.count - maxShown) more, whom \(file ?? "") names")
        }
        return lines
    }

    /// What the user may see, in short.
    private static func sight(of user: UserAccount, _ world: OpenWorld) -> String {
        let rules = world.resources.merging(user.resources) { $1 }
        let granted = rules.filter { $0.value == .granted }.keys.sorted()
        let denied = rules.filter { $0.value != .granted }.keys.sorted()
        switch user.otherResources ?? world.otherResources {
        case .granted where denied.isEmpty: return ", who may see everything"
        case .granted: return ", who may see everything but " + list(denied)
        case .denied where granted.isEmpty: return ", who may see nothing"
        case .denied: return ", who may see " + list(granted) + " alone"
        }
    }

    private static func list(_ names: [String]) -> String {
        names.count > 3 ? names.prefix(3).joined(separator: ", ") + " …" : names.joined(separator: " and ")
    }
}
