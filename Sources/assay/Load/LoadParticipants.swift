import AccessEnabler
import AccessEnablerAPI
import Backend
import Driver
import Evidence
import Load
import Synchronization
import Transport

/// Everything that takes part in a load run beside the generator.
struct LoadParticipants: Sendable {
    let backend: LoadBackend
    /// The browser's.
    let client: HTTPClient
    let recorder: Recorder
    let instances: Instances
    let implementation: any Implementation
    /// The second implementation of a pair.
    let other: (any Implementation)?
    let baseline: (any Implementation)?

    /// What `body` gives; whatever was started is stopped then, whoever threw.
    static func with(
        _ session: LoadSession, _ users: LoadUsers, at gated: LoadSession.Gated?,
        _ body: (LoadParticipants) async throws(ToolError) -> LoadOutcome
    ) async throws(ToolError) -> LoadOutcome {
        let instances = Instances()
        let tokenObserver = Mutex(TokenObserver(key: nil))
        let recorder = Recorder(sinks: [{ instances.take($0) }], lanes: 64) { event in
            guard case .callback = event else { return nil }
            return tokenObserver.withLock { $0 }.sighting(in: event)
        }
        let (profile, options) = (session.profile, session.options)
        let backend: LoadBackend
        if let gated {
            backend = try .gates(
                before: gated.site, profile, instances, session.redactor, gated.client,
                exhausted: gated.site.exhausted(session.console, session.interrupt))
        } else {
            backend = try await .start(
                options.backend, users, profile, isBare: options.subject.isBaseline, instances,
                specs: session.specs.path)
        }
        if let key = backend.publicKey { tokenObserver.withLock { $0 = TokenObserver(key: key) } }
        let hasBaseline = profile.baseline > 0 && options.backend.urls == nil
        var browser: HTTPClient?
        var started: [any Implementation] = []
        let result: Result<LoadOutcome, ToolError>
        do throws(ToolError) {
            let client = try HTTPClient.started()
            browser = client
            for subject in [options.subject, options.other, hasBaseline ? .baseline : nil].compactMap(\.self) {
                started.append(try await session.start(subject, recorder))
            }
            let all = LoadParticipants(
                backend: backend, client: client, recorder: recorder, instances: instances,
                implementation: started[0], other: options.other == nil ? nil : started[1],
                baseline: hasBaseline ? started.last : nil)
            result = .success(try await body(all))
        } catch {
            result = .failure(error)
        }
        for implementation in started { await implementation.stop() }
        await browser?.stopAndWait()
        await backend.stop()
        return try result.get()
    }
}

extension LoadSession {
    fileprivate func start(
        _ subject: LoadSubject, _ recorder: Recorder
    ) async throws(ToolError) -> any Implementation {
        switch subject {
        case .baseline:
            return try inProcess("baseline", recorder) { sendsDirectly throws(PortError) in
                let port = try BaselinePort(sendsDirectly: sendsDirectly, wire: options.wire)
                return (port, port.executor)
            }
        case .implementation(.builtin):
            return try inProcess("builtin", recorder) { sendsDirectly throws(PortError) in
                let network = try CurlNetwork(sendsDirectly: sendsDirectly)
                return (ReferencePort(network: network, wire: options.wire), network.executor)
            }
        case .implementation(let choice):
            return try await ImplementationStarter(
                platform: options.platform, version: options.version, wire: options.wire, recorder: recorder,
                processes: options.processes.value, interrupt: interrupt, tell: { [console] in console.error($0) }
            ).start(choice)
        }
    }

    private func inProcess(
        _ text: String, _ recorder: Recorder,
        _ make: (_ sendsDirectly: Bool) throws(PortError) -> (any Port, any TaskExecutor)
    ) throws(ToolError) -> any Implementation {
        try saying(text) {
            let (port, executor) = try make(options.transport == .direct)
            return InProcessImplementation(
                port: port, recorder: recorder, text: text, isTrusted: true, executor: executor)
        }
    }
}
