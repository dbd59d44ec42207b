import Backend
import Documents
import Evidence
import Gate
import HTTPServer
import POSIX
import Synchronization
import Timing
import Transport

/// One run of `assay record`: gates that any client may come to.
struct GateRecording {
    private let command: RecordCommand
    private let site: ChosenSite
    private let console: Console
    private let interrupt: Interrupt
    private let redactor: Redactor

    init(_ command: RecordCommand, site: ChosenSite, console: Console, interrupt: Interrupt) {
        (self.command, self.site, self.console, self.interrupt) = (command, site, console, interrupt)
        redactor = Redactor(secrets: site.secrets)
        console.redactor.withLock { [redactor] in $0 = redactor }
    }

    /// Records until the interrupt, or until the budget is used up; then what is begun is ended.
    func run() async throws(ToolError) {
        try await HTTPClient.started(trusting: site.authorities).stopped(after: run)
    }

    private func run(over client: HTTPClient) async throws(ToolError) {
        let trace = try TraceFile.ofExchange(command.file, console)
        let log = command.isQuiet ? nil : ServeLog { [console] in console.error($0) }
        var sinks: [Recorder.Sink] = [{ trace.take($0) }]
        if let log { sinks.append { log.take($0) } }
        let recorder = Recorder(sinks: sinks, redactor: redactor)
        let header = TraceFile.header(
            RunHeader.clientsElsewhere, backend: RunHeader.gate + site.urls.joined(separator: ","))
        recorder.record(.runStarted(redactor.redacted(header)), session: .none)
        let forwarder = Forwarder(
            client, providers: site.urls, limits: site.limits, exhausted: site.exhausted(console, interrupt))
        let backend = try gates(recorder, forwarder)
        tell(backend)
        await interrupt.wait()
        if !command.isQuiet { console.error("assay: ending; press Ctrl-C again to end at once") }
        let deadline = MonotonicTime.now() + .seconds(3)
        while !backend.isIdle(.none), MonotonicTime.now() < deadline { try? await Task.sleep(for: .milliseconds(20)) }
        backend.stop()
        recorder.record(.runEnded, session: .none)
        log?.finish()
        try await Self.finish(trace, at: command.file, redactor)
    }

    /// What is seen first and known to be a secret later is taken out where it was written, whole or not.
    static func finish(_ trace: TraceFile, at file: String, _ redactor: Redactor) async throws(ToolError) {
        let failure = await trace.finish()
        var files = Salvage(of: "the exchange")
        files.attempt { () throws(FileError) in try redactor.hideSecrets(in: file) }
        if let problem = files.problem(traceFailure: failure) { throw problem }
    }

    private func gates(_ recorder: Recorder, _ forwarder: Forwarder) throws(ToolError) -> Backend {
        var options = BackendOptions()
        options.upstream = forwarder.upstream
        options.upstream?.isForStrangers = true
        options.recordsReplies = true
        let addresses = try command.addresses(count: site.urls.count)
        return try saying("the gates do not start") {
            let backend = try Backend.start(
                addresses: addresses, recorder: recorder, openWorld: OpenWorld(mvpds: []),
                limits: Forwarder.serverLimits, options: options)
            forwarder.announce(backend.baseURLs)
            return backend
        }
    }

    /// Says which gate stands before which service provider.
    private func tell(_ backend: Backend) {
        let pairs = zip(site.urls.map(Redactor.redacted(urlsIn:)), backend.baseURLs)
        guard command.printsJSON else {
            console.line(site.promise)
            for (name, (url, gate)) in zip(backend.providerNames, pairs) {
                console.line("\(name)  \(gate)  stands before \(url)")
            }
            if console.isTerminal { console.line("press Ctrl-C to end") }
            return
        }
        let endpoints = zip(backend.providerNames, pairs).map { name, pair -> JSON in
            ["name": .string(name), "url": .string(pair.1), "provider": .string(pair.0)]
        }
        let ready: JSON = ["ready": true, "endpoints": .array(endpoints)]
        console.line(ready.text)
    }
}
