import AccessEnablerAPI
import Backend
import Cryptography
import Documents
import Evidence
import HTTPServer
import POSIX
import ServiceProtocol
import Timing

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
        let traceFailure = await trace?.finish()
        var files = Salvage(of: "the state")
        files.attempt { () throws(FileError) in try state?.save(backend.savedState) }
        if let problem = files.problem(traceFailure: traceFailure) { throw problem }
    }

    private func saveRegularly() async {
        guard let state, state.keepsClients else { return }
        var last: [UInt8] = []
        var problem: FileError?
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            let saved = backend.savedState
            guard saved != last else { continue }
            do throws(FileError) {
                try state.save(saved)
                (last, problem) = (saved, nil)
            } catch {
                // Said once, and tried again.
                if error.code != problem?.code { console.error("assay: the state is not kept: \(error)") }
                problem = error
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
