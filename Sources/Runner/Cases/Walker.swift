package import AccessEnablerAPI
package import Driver
package import Evidence
package import Specification
import Synchronization

/// Walks the steps of a case: the application, the user and the browser of one session.
///
/// A case that is run and an iteration of a load run walk alike. They differ in how they wait, and in the steps that
/// only a case has. Confined to the task that walks.
package protocol Walker: AnyObject {
    var testCase: Case { get }
    var canaries: Canaries { get }
    var driven: (any DrivenSession)? { get }
    /// Within which a call is to return, and a probe to be answered.
    var callDeadline: Duration { get }
    /// Whether the run is to end before its cases do.
    var isStopped: Bool { get }
    /// What was seen so far, in the order of the numbers.
    var observations: [Observation] { get }
    /// The numbers of the observations that earlier steps took.
    var matched: Set<Int> { get set }
    /// Where the browser came to that leads back to the application.
    var browserURL: String? { get set }
    var browser: Browser { get }
    var login: Login { get }
    var judging: Judging { get }

    func record(_ event: Event)
    func nextCall() -> Int
    func nextProbe() -> Int

    /// Waits until an observation, from the first on, is what a step awaits.
    func wait(
        for pattern: Pattern, due: Step.Due, until isMet: @escaping @Sendable (Observation) -> Bool
    ) async throws(StepFailure)

    /// The call of a step.
    func message(_ selector: Selector, _ arguments: [Step.Argument], of step: Int) throws(StepFailure) -> Message

    /// Does a step that not every walker can do.
    func perform(_ step: Step) async throws(StepFailure)

    /// Has a person do at a page what the step says; nil where the browser is to do it.
    func walkByHand(_ way: Step.Browse, from url: String) async throws(StepFailure) -> String?
}

extension Walker {
    /// Walks the steps up to the first that cannot be done; nil where all were done.
    package func walk() async -> StepFailure? {
        for (number, step) in testCase.steps.enumerated() {
            record(.stepBegan(number))
            do throws(StepFailure) {
                if isStopped { throw .stopped }
                record(.stepEnded(number, took: try await walk(step, number)))
            } catch {
                // A run that is being stopped breaks off what its cases are doing; that says nothing about the port.
                let failure = isStopped ? .stopped : error
                record(.stepFailed(number, failure))
                return failure
            }
        }
        return nil
    }

    /// Does one step; returns the number of the observation that it took, where it took one.
    private func walk(_ step: Step, _ number: Int) async throws(StepFailure) -> Int? {
        switch step.action {
        case .call(let selector, let arguments):
            let message = try message(selector, arguments, of: number)
            if selector.actsOnNews(in: observations, awaited: matched) { try await listen() }
            try await call(message)
        case .await(let pattern, let due):
            return try await take(pattern, due)
        case .browse(let way) where way != .secondScreen:
            try await browse(way)
        default:
            try await perform(step)
        }
        return nil
    }

    // MARK: - The application

    package func message(
        _ selector: Selector, _ arguments: [Step.Argument], of step: Int
    ) throws(StepFailure) -> Message {
        try message(selector, arguments)
    }

    /// The call with the values that its arguments have at this moment.
    package func message(_ selector: Selector, _ arguments: [Step.Argument]) throws(StepFailure) -> Message {
        var resolved: [Message.Argument] = []
        for argument in arguments {
            resolved.append(Message.Argument(argument.name, try resolve(argument.value)))
        }
        return Message(selector, resolved)
    }

    /// The value of a template, with what only this moment knows.
    private func resolve(_ template: Template) throws(StepFailure) -> Value {
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

    /// What the port tells together has come before anybody acts on it: a second picker crosses no choice, and an
    /// answer that is told twice is no answer to the next call.
    private func listen() async throws(StepFailure) {
        if case .portGone(let reason) = await barrier() { throw StepFailure(.portGone, reason) }
        if case .portGone(let reason) = await ping() { throw StepFailure(.portGone, reason) }
    }

    private func call(_ message: Message) async throws(StepFailure) {
        guard let driven else { throw StepFailure(.portGone, "there is no session") }
        switch await driven.call(message, number: nextCall(), deadline: callDeadline) {
        case .returned: return
        case .threw(let reason): throw StepFailure(.callFailed, "\(message.selector): \(reason)")
        case .hung:
            try await assertAlive()
            throw StepFailure(.timedOut, "\(message.selector) did not return within \(callDeadline)")
        case .unsupported(let reason): throw StepFailure(.unsupported, "\(message.selector): \(reason)")
        case .fault(let reason): throw StepFailure(.noEvidence, reason)
        case .portGone(let reason): throw StepFailure(.portGone, reason)
        }
    }

    /// What was over when all was quiet is no answer to a call that was made after it.
    private var quietBeforeLastCall: Int {
        let observations = observations
        let call = observations.lastIndex { if case .call = $0.event { true } else { false } }
        let before = observations[..<(call ?? 0)]
        return before.last { if case .quiet = $0.event { true } else { false } }?.sequence ?? .min
    }

    /// Where the browser came to on an earlier way is not where the last one ended.
    private var lastVisit: Int {
        let visit = observations.last { if case .browser(let event) = $0.event { event.kind == .loads } else { false } }
        return visit?.sequence ?? .min
    }

    /// The codes that were reported before the last login: a report that has no other offers none.
    var usedCodes: Set<String> {
        let observations = observations
        let login = observations.lastIndex { observation in
            guard case .callback(let callback) = observation.event else { return false }
            let message = callback.message
            return message.selector == .setAuthenticationStatus
                && message["status"] == .int(StatusCode.success.rawValue)
        }
        return observations[..<(login ?? 0)].reduce(into: []) { codes, observation in
            if case .callback(let callback) = observation.event { codes.formUnion(callback.message.likelyCodes) }
        }
    }

    /// Waits for an event that no earlier step has matched.
    private func take(_ pattern: Pattern, _ due: Step.Due) async throws(StepFailure) -> Int? {
        // What is matched first has been told for the first time.
        let passed = matched.isEmpty ? [] : matched.union(judging.repeated(observations))
        let earliest = pattern.subject == .customURL ? lastVisit : quietBeforeLastCall
        let used = pattern.subject == .loginOffered ? usedCodes : []
        let bindings = canaries.bindings
        let matches = judging.matches
        let found = Mutex<Int?>(nil)
        try await wait(for: pattern, due: due) { observation in
            guard observation.sequence > earliest, pattern.subject.couldBe(observation.event),
                !passed.contains(observation.sequence), !observation.event.reportsNothing(but: used),
                matches(pattern, observation, bindings)
            else { return false }
            found.withLock { $0 = observation.sequence }
            return true
        }
        let number = found.withLock { $0 }
        if let number { matched.insert(number) }
        return number
    }

    // MARK: - The port

    package func ping() async -> ProbeOutcome {
        guard let driven else { return .portGone("there is no session") }
        return await driven.ping(number: nextProbe(), deadline: callDeadline)
    }

    package func barrier() async -> ProbeOutcome {
        guard let driven else { return .portGone("there is no session") }
        return await driven.barrier(number: nextProbe(), deadline: callDeadline)
    }

    /// A port that says nothing is either keeping silent or not there any more; only the first is judged.
    package func assertAlive() async throws(StepFailure) {
        switch await ping() {
        case .answered, .unsupported: return
        case .silent: throw StepFailure(.portSilent, "the port does not answer pings")
        case .portGone(let reason): throw StepFailure(.portGone, reason)
        }
    }

    // MARK: - The browser

    package func walkByHand(_: Step.Browse, from _: String) async throws(StepFailure) -> String? { nil }

    /// The user goes to where the port sent the browser, and does what the step says.
    private func browse(_ way: Step.Browse) async throws(StepFailure) {
        guard let url = navigationURL else {
            throw StepFailure(.page, "the port has not sent the browser anywhere")
        }
        if let custom = try await walkByHand(way, from: url) {
            browserURL = custom
        } else if let custom = try await browser.walk(way, from: url, as: login) {
            browserURL = custom
        }
    }

    /// The MVPD that the application chose last.
    package var selectedMVPD: String? {
        for observation in observations.reversed() {
            if case .call(_, let message) = observation.event, message.selector == .setSelectedProvider,
                let mvpd = message["mvpdId"]?.stringValue
            {
                return mvpd
            }
        }
        return nil
    }

    /// The page the port sent the browser to last.
    private var navigationURL: String? { observations.lazy.reversed().compactMap(\.event.navigation).first }
}

extension Template {
    /// Whether its value depends on how far a session has come.
    package var dependsOnProgress: Bool { !names.isDisjoint(with: ["navigation.url", "browser.url"]) }
}

extension StepFailure {
    /// Why a step is broken off that the run does not wait for any more.
    static let stopped = StepFailure(.stopped, "the run was stopped")
}

extension Event {
    /// Whether it is a report whose codes are all among these.
    fileprivate func reportsNothing(but codes: Set<String>) -> Bool {
        guard !codes.isEmpty, case .callback(let callback) = self else { return false }
        let own = callback.message.likelyCodes
        return !own.isEmpty && codes.isSuperset(of: own)
    }
}
