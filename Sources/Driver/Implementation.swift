package import AccessEnablerAPI
package import Evidence

/// Something that can be made to act as AccessEnabler, whatever it is made of and wherever it runs.
package protocol Implementation: Sendable {
    var description: ImplementationDescription { get }

    /// Makes one AccessEnabler.
    ///
    /// `account` plays the device's TV provider account; without it the device has none. The session's name must be new
    /// in the run. The caller records that the session was opened, before, and that
    /// it was closed, after ``DrivenSession/close()``.
    func open(
        _ configuration: SessionConfiguration, session: SessionID, account: SimulatedAccount?
    ) async throws(DriverError) -> any DrivenSession

    /// The same in a process that runs nothing else and may be killed, where the implementation has processes.
    func openAlone(
        _ configuration: SessionConfiguration, session: SessionID, account: SimulatedAccount?
    ) async throws(DriverError) -> any DrivenSession

    /// On which what waits for the implementation goes on most cheaply, and must not block; nil where any will do.
    var executor: (any TaskExecutor)? { get }

    /// The identifiers of the processes that it runs in just now; empty where it has none of its own.
    var processes: [Int32] { get }

    /// Whether each session that is opened alone has a process of its own, so that several may be at once.
    var runsAlone: Bool { get }

    /// Has the next session run in a process in which none has run before.
    func renew() async

    /// Takes in what its processes have said without being asked.
    func hear() async

    /// Ends whatever the implementation runs in. Nothing can be opened afterwards.
    func stop() async
}

extension Implementation {
    package var executor: (any TaskExecutor)? { nil }
    package var processes: [Int32] { [] }

    // For those without a process of their own.
    package var runsAlone: Bool { false }
    package func renew() async {}
    package func hear() async {}

    package func openAlone(
        _ configuration: SessionConfiguration, session: SessionID, account: SimulatedAccount?
    ) async throws(DriverError) -> any DrivenSession {
        try await open(configuration, session: session, account: account)
    }

    /// On a device that has no TV provider account.
    package func open(
        _ configuration: SessionConfiguration, session: SessionID
    ) async throws(DriverError) -> any DrivenSession {
        try await open(configuration, session: session, account: nil)
    }
}

/// One AccessEnabler in use.
///
/// What it does is recorded; what is returned here only says how the asking went.
package protocol DrivenSession: Sendable {
    /// Makes the call on the session's own calling thread and waits until it is over, at most `deadline`.
    ///
    /// Calls of one session are made one after another. The call, and its return if there is one, are recorded
    /// under `number`, which counts the calls of the session.
    func call(_ message: Message, number: Int, deadline: Duration) async -> CallOutcome

    /// Waits until the port has processed everything that it had received before.
    func barrier(number: Int, deadline: Duration) async -> ProbeOutcome

    /// Waits for an answer of the process the port runs in, whatever the port itself is doing.
    func ping(number: Int, deadline: Duration) async -> ProbeOutcome

    /// Moves the time of day that the port goes by ahead; where it can, it has when this is answered.
    func advanceClock(by time: Duration, deadline: Duration) async -> ProbeOutcome

    /// For how long so far whatever the port runs in has not answered, whoever asked it.
    ///
    /// A deadline that passes in that time says nothing about the port.
    var lostTime: Duration { get }

    /// Ends the port's instance. A callback that still comes is recorded as any other.
    func close() async

    /// Ends the process of the port, which gets no time for anything; false where it has none that is its alone.
    ///
    /// Only for sessions of ``Implementation/openAlone(_:session:account:)``. Nothing is recorded from then on.
    func kill() async -> Bool
}

extension DrivenSession {
    /// For those that share our own process.
    package var lostTime: Duration { .zero }

    /// For those whose clock is the machine's.
    package func advanceClock(by time: Duration, deadline: Duration) async -> ProbeOutcome { .unsupported }

    package func kill() async -> Bool { false }
}

package struct ImplementationDescription: Sendable, Hashable {
    /// The port's name.
    package var name: String
    /// The port's version.
    package var version: String
    package var calls: Set<Selector>
    package var features: Set<PortFeature>
    /// How the implementation was named on the command line, such as `builtin` or `exec:python3 port.py`.
    package var text: String
    /// How many sessions may be open at a time; nil where there is no limit.
    package var sessionLimit: Int?
    /// The platforms that it can be.
    package var platforms = Set(Platform.allCases)
}

/// How a call ended, as far as its deadline lets one see.
package enum CallOutcome: Sendable, Hashable {
    case returned
    /// The call threw, or the port refused it, with its reason.
    case threw(String)
    /// The deadline passed. The call may still have its effect, now or later.
    case hung
    /// The adapter cannot be asked to make it; why.
    case unsupported(String)
    /// The adapter did not do its part; what it did.
    case fault(String)
    /// There is no port any more; how it ended.
    case portGone(String)
}

package enum ProbeOutcome: Sendable, Hashable {
    case answered
    /// The deadline passed without an answer.
    case silent
    /// The port has no such probe.
    case unsupported
    /// There is no port any more; how it ended.
    case portGone(String)
}
