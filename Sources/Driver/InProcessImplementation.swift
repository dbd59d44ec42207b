package import AccessEnablerAPI
package import Evidence
internal import POSIX
internal import Synchronization

/// A port in Swift that runs in this process.
///
/// Every call, and everything else that could block, runs on a thread made for it: a port that hangs costs that
/// thread and nothing else. A port that traps takes this process with it; one that may is run as a process of its
/// own, by ``ProcessImplementation``.
package final class InProcessImplementation: Implementation {
    private let port: any Port
    private let recorder: Recorder
    private let text: String
    /// For making and for closing an instance.
    private static let openLimit = Duration.seconds(10)
    private let isTrusted: Bool
    package let executor: (any TaskExecutor)?
    private let sleep: Sleep
    private let isStopped = Mutex(false)

    /// A trusted port's calls are made on the thread that asks for them, which costs less and waits for as long as they
    /// take: only for ports of which it is known that calls return at once.
    ///
    /// `text` is how the implementation is named in reports; `executor` runs tasks on the thread on which a trusted port
    /// calls back.
    package init(
        port: any Port, recorder: Recorder, text: String = "builtin", isTrusted: Bool = false,
        executor: (any TaskExecutor)? = nil, sleep: @escaping Sleep = sleepOnContinuousClock
    ) {
        self.port = port
        self.recorder = recorder
        self.text = text
        self.isTrusted = isTrusted
        self.executor = executor
        self.sleep = sleep
    }

    package var description: ImplementationDescription {
        let port = port.description
        return ImplementationDescription(
            name: port.name, version: port.version, calls: port.calls, features: port.features, text: text)
    }

    package func open(
        _ configuration: SessionConfiguration, session: SessionID, account: SimulatedAccount?
    ) async throws(DriverError) -> any DrivenSession {
        guard !isStopped.withLock({ $0 }) else {
            throw DriverError(.stopped, "\(text): no session can be opened after the end")
        }
        let observer = SessionObserver(session: session, recorder: recorder)
        let forwarder = CallbackForwarder { observer.callback($0) }
        let events = PortEvents(
            delegate: forwarder, configurationProcessed: { observer.record(.configurationProcessed(url: $0)) },
            safariPresented: { observer.record(.safariPresented(url: $0)) }, account: account)
        let made = FirstResult<Result<any PortSession, DriverError>>()
        WorkerThreads.shared.run { [port] in
            do throws(PortError) {
                let session = try port.makeSession(configuration, events: events)
                if !made.give(.success(session)) { session.close() }
            } catch {
                made.give(.failure(DriverError(.refused, error.message)))
            }
        }
        let late = DriverError(.timedOut, "\(text): no instance was made within \(Self.openLimit)")
        return InProcessSession(
            port: try await made.value(within: Self.openLimit, otherwise: .failure(late), sleep: sleep).get(),
            features: port.description.features, observer: observer, delegate: forwarder, closeLimit: Self.openLimit,
            isTrusted: isTrusted, sleep: sleep)
    }

    package func stop() async {
        isStopped.withLock { $0 = true }
    }
}
