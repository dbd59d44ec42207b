import AccessEnablerAPI
import Backend
import Driver
import Evidence
import POSIX
import Specification
import Synchronization
import Timing

/// One case being walked: the application, the user and the browser of one session.
///
/// Confined to the task that runs the case.
final class CaseRun {
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
    let patience: Duration
    /// Whether everything that must come is waited for as long as anything ever is.
    let isPatient: Bool
    /// So long, at the least, nothing happens before that is taken for quiet.
    let leastQuiet: Duration
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
    /// The observations, by sequence number, that earlier steps waited for.
    var consumed: Set<Int> = []
    private(set) var browserURL: String?
    /// Why no further case can be run, where that is so.
    private var stop: String?

    init(
        _ runner: Runner, _ testCase: Case, _ attempt: Attempt, patience: Duration, isPatient: Bool,
        leastQuiet: Duration, isAlone: Bool
    ) {
        self.runner = runner
        self.isAlone = isAlone || testCase.steps.contains { $0.action == .kill }
        self.patience = patience
        self.attempt = attempt
        self.isPatient = isPatient
        self.leastQuiet = leastQuiet
        place = runner.providers.enter()
        var testCase = testCase.fitted(to: runner.configuration.platform, runner.configuration.version)
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
        var failure: (step: Int, failure: StepFailure)?
        runner.backend?.open(scenario)
        do throws(StepFailure) {
            try await open()
            for (index, step) in testCase.steps.enumerated() {
                record(.stepBegan(index))
                do throws(StepFailure) {
                    if Task.isCancelled { throw StepFailure(.stopped, "the run was stopped") }
                    try await walk(step)
                } catch {
                    failure = (index, error)
                    throw error
                }
                record(.stepEnded(index))
            }
            await settle()
        } catch {
            // A run that is being stopped breaks off what its cases are doing; that says nothing about the port.
            let reason = Task.isCancelled ? StepFailure(.stopped, "the run was stopped") : error
            record(.stepFailed(failure?.step ?? 0, reason))
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
        runner.pace.take(PortPace.longestPause(in: observations))
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
        let setting = testCase.setting
        let earlier = parts.count == 1 ? setting.earlierVersion : nil
        let version = earlier ?? runner.configuration.version
        let takesStatement = version >= SDKVersion(3, 0)
        var configuration = SessionConfiguration(
            platform: runner.configuration.platform, version: version,
            softwareStatement: takesStatement ? statement : nil, storageCheck: setting.storageCheck,
            storage: setting.persistentStorage ? "\(runner.configuration.storageFolder)/\(canaries.mark)" : nil,
            defaultServiceProvider: setting.defaultProvider.flatMap { canaries[$0] },
            customScheme: canaries.customScheme)
        configuration.application = application == .usual ? nil : application.rawValue
        configuration.omittedCallbacks = setting.omittedCallbacks
        if parts.count > 1 {
            configuration.damagesAuthorizations = setting.damagedAuthorizations
            configuration.clockAhead = setting.clockAhead
        }
        configuration.clockAhead += advanced
        enterAccount(part)
        let patience = runner.clock.time() + runner.configuration.placeDeadline
        while true {
            do throws(DriverError) {
                // What a process still knows of the application that has ended must not be what the next one goes by.
                driven =
                    isAlone || parts.count > 1
                    ? try await runner.implementation.openAlone(configuration, session: part, account: account)
                    : try await runner.implementation.open(configuration, session: part, account: account)
                return
            } catch  where error.code == .tooManySessions && runner.clock.time() < patience && !Task.isCancelled {
                // Another case has the place.
                try? await Task.sleep(for: .milliseconds(5))
            } catch {
                throw failure(error)
            }
        }
    }

    private func enterAccount(_ part: SessionID) {
        if let account { return account.enter(part) }
        account = testCase.setting.platform.map { setting in
            SimulatedAccount(AccountDevice(setting, testCase, canaries), recorder: runner.recorder, session: part)
        }
    }

    private var scenario: Scenario {
        var scenario = Scenario(testCase, session: session, canaries: canaries, seed: seed)
        for index in scenario.providers.indices { scenario.providers[index].endpoint = place.endpoints[index] }
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
        case .givenUp: stop = error.message
        }
        record(.fault(RunFault(.adapter, error.message)))
        return StepFailure(.noEvidence, error.message)
    }

    /// A wrong statement is one that no service knows.
    private var statement: String {
        switch testCase.setting.softwareStatement ?? "valid" {
        case "valid": canaries.softwareStatement
        default: "\(canaries.softwareStatement)-\(testCase.setting.softwareStatement ?? "")"
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

    func record(_ event: Event) {
        runner.recorder.record(event, session: parts.last ?? session)
    }

    /// The value of a template, with what only this moment knows.
    func resolve(_ template: Template) throws(StepFailure) -> Value {
        let value = template.resolved { name in
            switch name {
            case "navigation.url": navigationURL
            case "browser.url": browserURL
            default: canaries[name]
            }
        }
        guard let value else {
            let missing = template.names.sorted().joined(separator: ", ")
            throw StepFailure(.page, "there is no value for \(missing) yet: no login has come that far")
        }
        return value
    }

    func call(_ message: Message) async throws(StepFailure) {
        guard let driven else { throw StepFailure(.portGone, "there is no session") }
        let number = calls
        calls += 1
        switch await driven.call(message, number: number, deadline: runner.configuration.callDeadline) {
        case .returned: return
        case .threw(let reason): throw StepFailure(.callFailed, "\(message.selector): \(reason)")
        case .hung:
            try await assertAlive()
            throw StepFailure(
                .timedOut, "\(message.selector) did not return within \(runner.configuration.callDeadline)")
        case .unsupported(let reason): throw StepFailure(.unsupported, "\(message.selector): \(reason)")
        case .fault(let reason): throw StepFailure(.noEvidence, reason)
        case .portGone(let reason): throw StepFailure(.portGone, reason)
        }
    }

    func ping() async -> ProbeOutcome {
        guard let driven else { return .portGone("there is no session") }
        probes += 1
        return await driven.ping(number: probes, deadline: runner.configuration.callDeadline)
    }

    func barrier() async -> ProbeOutcome {
        guard let driven else { return .portGone("there is no session") }
        guard runner.header.features.contains(.executorBarrier) else { return .unsupported }
        probes += 1
        return await driven.barrier(number: probes, deadline: runner.configuration.callDeadline)
    }

    /// The page the port sent the browser to last.
    var navigationURL: String? {
        for observation in log.observations.reversed() {
            switch observation.event {
            case .callback(let callback)
            where [.navigateToUrl, .navigateToUrlUseSVC].contains(callback.message.selector):
                return callback.message["url"]?.stringValue
            case .safariPresented(let url):
                return url
            default:
                continue
            }
        }
        return nil
    }

    func browserCame(to url: String?) {
        browserURL = url
    }
}
