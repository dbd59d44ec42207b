package import AccessEnablerAPI
internal import AdapterProtocol
package import Evidence
internal import Synchronization

/// A port in a process of its own, reached through its adapter.
///
/// A process that ends, hangs or breaks the protocol ends its sessions with it; the next session gets a fresh one.
package final class ProcessImplementation: Implementation {
    private struct State {
        var current: AdapterProcess?
        /// The start that is under way.
        var start: Task<Result<AdapterProcess, DriverError>, Never>?
        /// Starts in a row that came to nothing, and how the last of them ended.
        var failedStarts = 0
        var lastFailure: DriverError?
        var isStopped = false
    }

    package let description: ImplementationDescription
    private let starter: AdapterStarter
    private let state: Mutex<State>

    private init(description: ImplementationDescription, starter: AdapterStarter, process: AdapterProcess) {
        self.description = description
        self.starter = starter
        state = Mutex(State(current: process))
    }

    /// Starts the adapter, or waits for it to dial in, to learn what the port is.
    ///
    /// `suiteVersion`, `version` and `platform` are what the adapter is told of the run.
    package static func start(
        _ way: AdapterWay, recorder: Recorder, suiteVersion: String, version: SDKVersion, platform: Platform,
        limits: ProcessLimits = ProcessLimits(), sleep: @escaping Sleep = sleepOnContinuousClock
    ) async throws(DriverError) -> ProcessImplementation {
        let starter = AdapterStarter(
            way: way,
            hello: InitializeRequest(
                suite: ProgramName(name: "assay", version: suiteVersion), version: version, platform: platform,
                lineLimit: limits.lineBytes),
            limits: limits, recorder: recorder, sleep: sleep)
        let (process, port) = try await starter.start()
        return ProcessImplementation(description: starter.description(of: port), starter: starter, process: process)
    }

    package var processes: [Int32] {
        state.withLock { $0.current }.flatMap(\.identifier).map { [$0] } ?? []
    }

    package func open(
        _ configuration: SessionConfiguration, session: SessionID, account: SimulatedAccount?
    ) async throws(DriverError) -> any DrivenSession {
        try await open(configuration, session: session, account: account, in: try await running(), isAlone: false)
    }

    package func openAlone(
        _ configuration: SessionConfiguration, session: SessionID, account: SimulatedAccount?
    ) async throws(DriverError) -> any DrivenSession {
        // Whoever dialed in is somebody else's to end.
        if case .listener = starter.way { return try await open(configuration, session: session, account: account) }
        let process = try await starter.start(again: true).0
        do throws(DriverError) {
            return try await open(configuration, session: session, account: account, in: process, isAlone: true)
        } catch {
            await process.stop()
            throw error
        }
    }

    private func open(
        _ configuration: SessionConfiguration, session: SessionID, account: SimulatedAccount?,
        in process: AdapterProcess, isAlone: Bool
    ) async throws(DriverError) -> any DrivenSession {
        if let port = process.port, !port.platforms.contains(configuration.platform) {
            throw DriverError(.refused, "the adapter does not play \(configuration.platform.rawValue)")
        }
        let request = OpenRequest(session: session.name, configuration: configuration, hasAccount: account != nil)
        if let account { process.register(account, for: session) }
        let outcome = await process.ask(.openSession(request), within: starter.limits.session, pauses: true)
        switch outcome {
        case .reply(.result): return ProcessSession(session: session, process: process, isAlone: isAlone)
        case .reply(.error): process.refused(session)
        default: process.forget(session)
        }
        switch outcome {
        case .reply(.error(let error)) where error.code == .tooManySessions:
            throw DriverError(.tooManySessions, "\(starter.text): \(error.message)")
        case .reply(.error(let error)) where error.code == .sessionRefused || error.isOfPort:
            throw DriverError(.refused, error.message)
        case .reply(.error(let error)):
            let what = "answered 'session/open' with error \(error.code.rawValue), \(error.message)"
            throw DriverError(.protocolViolation, error.isBreach ? process.endForBreach(what) : what)
        case .tooLong(let reason):
            throw DriverError(.refused, reason)
        case .gone(let end) where process.endedByFault:
            throw DriverError(.protocolViolation, end)
        case .gone(let end):
            throw DriverError(.portGone, end)
        case nil, .reply(.result):
            throw DriverError(
                .timedOut, "\(starter.text): no instance was made within \(starter.limits.session)")
        }
    }

    package var runsAlone: Bool {
        if case .command = starter.way { true } else { false }
    }

    package func hear() async {
        // Whatever it had written comes before its answer.
        _ = await state.withLock { $0.current }?.ask(.ping, within: starter.limits.ping)
    }

    package func renew() async {
        // Whoever dialed in is somebody else's to start: it is kept for as long as it lives.
        if case .listener = starter.way { return }
        let process = state.withLock { exchange(&$0.current, with: nil) }
        await process?.stop()
    }

    package func stop() async {
        let (process, start) = state.withLock { state in
            state.isStopped = true
            return (state.current, state.start)
        }
        if case .success(let started)? = await start?.value, started !== process { await started.stop() }
        await process?.stop()
    }

    /// The process, or a fresh one where it has ended.
    private func running() async throws(DriverError) -> AdapterProcess {
        let step = state.withLock { state -> Result<AdapterProcess, DriverError>? in
            if state.isStopped {
                return .failure(DriverError(.stopped, "\(starter.text): no session can be opened after the end"))
            }
            if let current = state.current, current.isAlive { return .success(current) }
            return nil
        }
        if let step { return try step.get() }
        return try await restart().value.get()
    }

    /// The start under way, or a new one.
    private func restart() -> Task<Result<AdapterProcess, DriverError>, Never> {
        state.withLock { state in
            if let start = state.start { return start }
            let (failed, failure) = (state.failedStarts, state.lastFailure)
            let start = Task { [self] in
                let result = await startAgain(after: failed, failure)
                started(result)
                return result
            }
            state.start = start
            return start
        }
    }

    private func started(_ result: Result<AdapterProcess, DriverError>) {
        state.withLock { state in
            state.start = nil
            switch result {
            case .success(let process):
                state.current = process
                state.failedStarts = 0
            case .failure(let failure):
                // After the last, refusals to start are no failures of their own.
                guard state.failedStarts < starter.limits.failedStarts else { return }
                state.failedStarts += 1
                state.lastFailure = failure
            }
        }
    }

    private func startAgain(
        after failed: Int, _ failure: DriverError?
    ) async -> Result<AdapterProcess, DriverError> {
        if let failure, failed >= starter.limits.failedStarts {
            let message = "\(failure.message)\n(not started again after \(failed) failed starts)"
            return .failure(DriverError(.givenUp, message))
        }
        do throws(DriverError) {
            let (process, port) = try await starter.start(again: true)
            guard starter.description(of: port) == description else {
                process.end("reported another name, version, calls or features than before")
                return .failure(
                    DriverError(
                        .protocolViolation,
                        "\(starter.text): a fresh process reports another name, version, calls or features"))
            }
            return .success(process)
        } catch {
            return .failure(error)
        }
    }
}
