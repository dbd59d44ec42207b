import AccessEnablerAPI
import Driver
import Evidence
import Runner
import Specification
import Synchronization
import Timing
import Transport

/// One iteration being walked.
final class Iteration: Walker {
    let testCase: Case
    private let instance: Instance
    private let run: LoadRun
    var matched: Set<Int> = []
    var browserURL: String?

    init(_ instance: Instance, _ testCase: Case, in run: LoadRun) {
        self.instance = instance
        self.testCase = testCase
        self.run = run
    }

    var canaries: Canaries { instance.canaries }
    var driven: (any DrivenSession)? { instance.driven }
    var callDeadline: Duration { run.parts.deadline }
    var isStopped: Bool { run.halt.hasCome }
    var observations: [Observation] { instance.seen.observations }
    var browser: Browser {
        Browser(
            run.parts.client, providers: run.parts.providers.baseURLs, gates: instance.place?.baseURLs ?? []
        ) { [self] visit in record(visit.event) }
    }
    var login: Login {
        run.parts.providers.gates?.gated.login(at: selectedMVPD)
            ?? Login(user: canaries.user, password: canaries.password)
    }
    var judging: Judging { run.parts.judging }

    func record(_ event: Event) {
        run.parts.recorder.record(event, session: instance.session)
    }

    func nextCall() -> Int { instance.numberOfNextCall() }

    func nextProbe() -> Int { instance.iterations }

    /// Put together once for all iterations of the instance, unless it depends on what this one has seen.
    func message(_ selector: Selector, _ arguments: [Step.Argument], of step: Int) throws(StepFailure) -> Message {
        if let message = instance.message(of: step) { return message }
        let message = try self.message(selector, arguments)
        if !arguments.contains(where: \.value.dependsOnProgress) { instance.keep(message, of: step) }
        return message
    }

    func perform(_ step: Step) async throws(StepFailure) {
        guard case .quiesce = step.action else {
            throw StepFailure(.unsupported, "'\(step.text)' is no step of traffic")
        }
    }

    func wait(
        for pattern: Pattern, due: Step.Due, until isMet: @escaping @Sendable (Observation) -> Bool
    ) async throws(StepFailure) {
        var deadline = MonotonicTime.now() + run.parts.deadline
        while !(await instance.wait(until: deadline, for: isMet)) {
            // Whoever waits for others, which are asked only now and then, is not silent.
            guard !isStopped, run.parts.providers.areAsked(by: instance.session) else {
                try await assertAlive(late: MonotonicTime.now() - deadline)
                throw StepFailure(.timedOut, "what the step waits for did not come")
            }
            deadline = MonotonicTime.now() + run.parts.deadline
        }
        if let reason = instance.endOfPort, !observations.contains(where: isMet) {
            throw StepFailure(.portGone, reason)
        }
    }

    /// Silence says something only where this process and the port's were running.
    ///
    /// So the wait must have ended when it was to, and a barrier and a ping come back. Whoever judges the iteration
    /// sees them, and how long nothing had been seen before.
    private func assertAlive(late: Duration) async throws(StepFailure) {
        guard late < Self.maxDelay else {
            throw StepFailure(.noEvidence, "the generator was held up for \(late.millisecondsRoundedUp) ms")
        }
        if await barrier() == .silent { throw StepFailure(.noEvidence, "the port does not answer barriers") }
        guard await ping() == .answered else { throw StepFailure(.noEvidence, "the port does not answer pings") }
    }

    /// A generator that comes so late to the end of a wait may have come late to everything.
    private static let maxDelay = Duration.milliseconds(100)
}

/// That a run is to break off what its iterations are doing.
final class Halt: Sendable {
    private let state = Atomic(false)

    var hasCome: Bool { state.load(ordering: .relaxed) }

    func come() { state.store(true, ordering: .relaxed) }
}
