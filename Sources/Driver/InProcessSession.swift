internal import AccessEnablerAPI
internal import Evidence
internal import POSIX

/// One instance of a port in this process.
final class InProcessSession: DrivenSession {
    private let port: any PortSession
    private let features: Set<PortFeature>
    private let observer: SessionObserver
    /// Held here because a port may hold its delegate weakly, as applications expect.
    private let delegate: CallbackForwarder
    private let closeLimit: Duration
    private let isTrusted: Bool
    private let sleep: Sleep
    private let caller = SerialWork()

    init(
        port: any PortSession, features: Set<PortFeature>, observer: SessionObserver, delegate: CallbackForwarder,
        closeLimit: Duration, isTrusted: Bool, sleep: @escaping Sleep
    ) {
        self.port = port
        self.features = features
        self.observer = observer
        self.delegate = delegate
        self.closeLimit = closeLimit
        self.isTrusted = isTrusted
        self.sleep = sleep
    }

    func call(_ message: Message, number: Int, deadline: Duration) async -> CallOutcome {
        if isTrusted { return observer.observer(message, number: number, by: port.enabler) }
        let outcome = FirstResult<CallOutcome>()
        let ticket = caller.add { [observer, port] in
            outcome.give(observer.observer(message, number: number, by: port.enabler))
        }
        let result = await outcome.value(within: deadline, otherwise: .hung, sleep: sleep)
        if result == .hung { caller.abandon(ticket) }
        return result
    }

    func barrier(number: Int, deadline: Duration) async -> ProbeOutcome {
        guard features.contains(.executorBarrier) else { return .unsupported }
        return await probe(.barrier, number: number, deadline: deadline) { [port] answered in
            port.barrier(answered)
        }
    }

    func advanceClock(by time: Duration, deadline: Duration) async -> ProbeOutcome {
        guard features.contains(.clockAdvance) else { return .unsupported }
        let outcome = FirstResult<ProbeOutcome>()
        WorkerThreads.shared.run { [port] in
            port.advanceClock(by: time)
            outcome.give(.answered)
        }
        return await outcome.value(within: deadline, otherwise: .silent, sleep: sleep)
    }

    func ping(number: Int, deadline: Duration) async -> ProbeOutcome {
        await probe(.ping, number: number, deadline: deadline) { answered in answered() }
    }

    private func probe(
        _ probe: Probe, number: Int, deadline: Duration,
        ask: @escaping @Sendable (_ answered: @escaping @Sendable () -> Void) -> Void
    ) async -> ProbeOutcome {
        let outcome = FirstResult<ProbeOutcome>()
        WorkerThreads.shared.run { [observer] in
            observer.record(.probeSent(probe, number: number))
            ask {
                observer.record(.probeAnswered(probe, number: number))
                outcome.give(.answered)
            }
        }
        return await outcome.value(within: deadline, otherwise: .silent, sleep: sleep)
    }

    /// The process is ours: the instance is to be closed at the end of the case.
    func kill() async -> Bool {
        await end("kill") { $0.kill() }
        return false
    }

    func close() async {
        observer.close()
        await end("close") { $0.close() }
    }

    private func end(_ name: String, _ body: @escaping @Sendable (any PortSession) -> Void) async {
        let ended = FirstResult<Bool>()
        WorkerThreads.shared.run { [port] in
            body(port)
            ended.give(true)
        }
        if await !ended.value(within: closeLimit, otherwise: false, sleep: sleep) {
            observer.record(.note("\(name) had not returned after \(closeLimit)"))
        }
    }
}
