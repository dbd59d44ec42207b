import AccessEnablerAPI
import Backend
import Driver
import Evidence
import POSIX
import Specification
import Timing

/// One case being walked: the application, the user and the browser of one session.
///
/// Confined to the task that runs the case.
final class CaseRun: Walker {
    let runner: Runner
    let testCase: Case
    let log = SessionLog()
    let canaries: Canaries
    private let place: ProviderPlace
    /// The addresses of the gates; none where there are none.
    var gates: [String] { if case .gated = runner.providers { place.baseURLs } else { [] } }
    let session: SessionID
    private let attempt: Attempt
    private let seed: UInt64
    /// How long the port is left alone before round trips are taken for evidence.
    let pause: Duration
    /// Whether everything that must come is waited for as long as anything ever is.
    let isPatient: Bool
    /// So long, at the least, nothing happens before that is taken for quiet.
    let minQuiet: Duration
    /// Whether it has a process to itself, where the port runs in processes.
    private let isAlone: Bool
    /// The parts of the session so far: one, and one more for each restart.
    private var parts: [SessionID] = []
    private(set) var driven: (any DrivenSession)?
    /// How much later it was made for the port and the services than it is.
    var advanced = Duration.zero
    /// Sessions whose end the application did not live to see, in a port that shares our process.
    private var abandoned: [any DrivenSession] = []
    /// Of the device, where the case has one; it is there before the first session and stays for all of them.
    private(set) var account: SimulatedAccount?
    private var application = Step.Application.usual
    private var calls = 0
    private var probes = 0
    var matched: Set<Int> = []
    var browserURL: String?
    /// Why no further case can be run, where that is so.
    private var stop: String?

    init(
        _ runner: Runner, _ testCase: Case, _ attempt: Attempt, pause: Duration, isPatient: Bool,
        minQuiet: Duration, isAlone: Bool
    ) {
        self.runner = runner
        self.isAlone = isAlone || testCase.steps.contains { $0.action == .kill }
        self.pause = pause
        self.attempt = attempt
        self.isPatient = isPatient
        self.minQuiet = minQuiet
        place = runner.providers.enter()
        var testCase = testCase.fitted(
            to: runner.configuration.platform, runner.configuration.version, over: runner.header.wire)
        var given = runner.providers.given
        if let site = runner.header.site, case .fits(let there, let names) = testCase.fit(to: site) {
            testCase = there
            given.merge(names) { $1 }
        }
        self.testCase = testCase
        // Another for each attempt: what random numbers decide is not to be the same each time (FNV-1a).
        seed = attempt.mark.utf8.reduce(runner.configuration.seed &+ UInt64(attempt.number)) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        canaries = Canaries(
            testCase, attempt: attempt, seed: runner.configuration.seed, baseURLs: place.baseURLs, given: given,
            programmer: runner.configuration.version < SDKVersion(3, 0) ? Programmer.shared : nil)
        session = attempt.session
    }

    /// How often the case was looked at again before, and once more than that; 0 beside others.
    var look: Int { attempt.purpose == .look ? attempt.repetition + 1 : 0 }

    /// Whether configurations come as close together as their order can bear.
    var isHurried: Bool { attempt.purpose == .hurried }

    func result() async -> AttemptResult {
        let shortages = Shortage.occurrences
        let dayTime = DayTime()
        runner.backend?.open(scenario)
        do throws(StepFailure) {
            try await open()
            if await walk() == nil { await settle() }
        } catch {
            record(.stepFailed(0, isStopped ? .stopped : error))
        }
        await exchangesEnd()
        if testCase.expires, hasExpiredEarly { record(.expiredEarly) }
        if dayTime.hasJumped { record(.clockWasSet) }
        // What comes after the end of the session is not looked at.
        if Shortage.occurrences != shortages { record(.fault(RunFault(.machine, Shortage.reason))) }
        await closePart()
        for session in abandoned { await session.close() }
        runner.backend?.close(session)
        runner.providers.leave(place)
        let observations = log.kept
        runner.pace.take(PortPace.maxPause(in: observations))
        runner.logs.forget(parts)
        var result = AttemptResult(attempt, at: testCase, observations, runner.judging, runner.header)
        result.stop = stop
        return result
    }

    // MARK: - Parts

    private func open() async throws(StepFailure) {
        let part = parts.isEmpty ? session : SessionID("\(session)/\(parts.count)")
        runner.logs.register(log, for: part)
        parts.append(part)
        record(
            .sessionOpened(
                SessionHeader(
                    caseID: testCase.id, attempt: attempt, part: parts.count - 1, bindings: canaries.bindings)))
        let fixture = testCase.fixture
        let earlier = parts.count == 1 ? fixture.earlierVersion : nil
        let version = earlier ?? runner.configuration.version
        let takesStatement = version >= SDKVersion(3, 0)
        var configuration = SessionConfiguration(
            platform: runner.configuration.platform, version: version,
            softwareStatement: takesStatement ? statement : nil, storageCheck: fixture.storageCheck,
            storage: fixture.persistentStorage ? "\(runner.configuration.storageFolder)/\(canaries.mark)" : nil,
            defaultServiceProvider: fixture.defaultProvider.flatMap { canaries[$0] },
            customScheme: canaries.customScheme)
        configuration.application = application == .usual ? nil : application.rawValue
        configuration.omittedCallbacks = fixture.omittedCallbacks
        if parts.count > 1 {
            configuration.damagesAuthorizations = fixture.damagedAuthorizations
            configuration.clockAhead = max(.zero, fixture.clockAhead)
            // To a device whose clock is behind, that of the services is ahead.
            if parts.count == 2 {
                runner.backend?.advanceClock(of: session, by: max(.zero, .zero - fixture.clockAhead))
            }
        }
        configuration.clockAhead += advanced
        enterAccount(part)
        let deadline = runner.clock.time() + runner.configuration.placeDeadline
        while true {
            do throws(DriverError) {
                // What a process still knows of the application that has ended must not be what the next one goes by.
                driven =
                    isAlone || parts.count > 1
                    ? try await runner.implementation.openAlone(configuration, session: part, account: account)
                    : try await runner.implementation.open(configuration, session: part, account: account)
                return
            } catch  where error.code == .tooManySessions && runner.clock.time() < deadline && !Task.isCancelled {
                // Another case has the place.
                try? await Task.sleep(for: .milliseconds(5))
            } catch {
                throw failure(error)
            }
        }
    }

    private func enterAccount(_ part: SessionID) {
        if let account { return account.enter(part) }
        account = testCase.fixture.platform.map { fixture in
            SimulatedAccount(AccountDevice(fixture, testCase, canaries), recorder: runner.recorder, session: part)
        }
    }

    private var scenario: Scenario {
        var scenario = Scenario(testCase, session: session, canaries: canaries, seed: seed).at(place)
        for thing in testCase.expiring {
            switch thing {
            case .authentication: scenario.lifetimes.authentication = lifetime
            case .authorization: scenario.lifetimes.authorization = lifetime
            }
        }
        return scenario
    }

    private func failure(_ error: DriverError) -> StepFailure {
        switch error.code {
        case .refused: return StepFailure(.unsupported, error.message)
        case .stopped: return StepFailure(.stopped, error.message)
        case .tooManySessions: return StepFailure(.noEvidence, error.message)
        case .timedOut, .portGone: return StepFailure(.portGone, error.message)
        case .couldNotStart, .protocolViolation: break
        case .givenUp: stop = "the port could not be started again: \(error.message)"
        }
        record(.fault(RunFault(.adapter, error.message)))
        return StepFailure(.noEvidence, error.message)
    }

    /// A wrong statement is one that no service knows.
    private var statement: String {
        switch testCase.fixture.softwareStatement ?? "valid" {
        case "valid": canaries.softwareStatement
        default: "\(canaries.softwareStatement)-\(testCase.fixture.softwareStatement ?? "")"
        }
    }

    private func closePart() async {
        guard let driven else { return }
        await driven.close()
        self.driven = nil
        record(.sessionClosed)
    }

    /// Ends the application's process and starts it, or another application of the device, on the same storage.
    ///
    /// One that is killed has no time to store anything.
    func restart(as other: Step.Application? = nil, isKilled: Bool = false) async throws(StepFailure) {
        if isKilled, let driven {
            if !(await driven.kill()) { abandoned.append(driven) }
            self.driven = nil
        } else {
            await closePart()
        }
        if let other { application = other }
        try await open()
    }

    // MARK: - What steps are made of

    var callDeadline: Duration { runner.configuration.callDeadline }
    var isStopped: Bool { Task.isCancelled }
    var observations: [Observation] { log.observations }
    var browser: Browser {
        Browser(runner.client, providers: place.baseURLs, gates: gates) { [self] visit in record(visit.event) }
    }
    var judging: Judging { runner.judging }

    func record(_ event: Event) {
        runner.recorder.record(event, session: parts.last ?? session)
    }

    func nextCall() -> Int {
        defer { calls += 1 }
        return calls
    }

    func nextProbe() -> Int {
        probes += 1
        return probes
    }
}
