import AccessEnablerAPI
import Driver
import Evidence
import Runner
import Specification
import Synchronization
import Timing
import Transport
import XML

/// One visit being walked: the application, the user and the browser.
///
/// Confined to the task that walks it.
final class Visit {
    private let instance: Instance
    private let testCase: Case
    private let parts: VisitParts
    /// The observations, by their places, that earlier steps waited for.
    private var consumed: Set<Int> = []
    private var browserURL: String?

    init(_ instance: Instance, _ testCase: Case, _ parts: VisitParts) {
        self.instance = instance
        self.testCase = testCase
        self.parts = parts
    }

    /// Walks the steps; nil where all were done.
    func walk() async -> StepFailure? {
        for (index, step) in testCase.steps.enumerated() {
            record(.stepBegan(index))
            do throws(StepFailure) {
                if parts.halt.hasCome { throw StepFailure(.stopped, "the run was stopped") }
                record(.stepEnded(index, took: try await walk(step, index)))
            } catch {
                // A run that is being stopped breaks off what its visits are doing.
                let reason = parts.halt.hasCome ? StepFailure(.stopped, "the run was stopped") : error
                record(.stepFailed(index, reason))
                return reason
            }
        }
        return nil
    }

    private func walk(_ step: Step, _ index: Int) async throws(StepFailure) -> Int? {
        switch step.action {
        case .call(let selector, let arguments):
            let message = try message(selector, arguments, of: index)
            if selector.actsOnNews(in: instance.seen.observations, awaited: consumed) { try await listen() }
            try await call(message)
        case .await(let pattern, _):
            return try await self.await(pattern, within: parts.deadline)
        case .browse(let way):
            try await browse(way)
        case .quiesce:
            break
        default:
            throw StepFailure(.unsupported, "'\(step.text)' is no step of traffic")
        }
        return nil
    }

    /// The call of a step: put together once for all visits of the instance, unless it depends on what this one has seen.
    private func message(
        _ selector: Selector, _ arguments: [Step.Argument], of step: Int
    ) throws(StepFailure) -> Message {
        if let message = instance.message(of: step) { return message }
        var dependsOnVisit = false
        var resolved: [Message.Argument] = []
        for argument in arguments {
            let value = argument.value.resolved { name in
                switch name {
                case "navigation.url", "browser.url":
                    dependsOnVisit = true
                    return name == "browser.url" ? browserURL : navigationURL
                default: return instance.canaries[name]
                }
            }
            guard let value else { throw StepFailure(.page, "no login has come that far yet") }
            resolved.append(Message.Argument(argument.name, value))
        }
        let message = Message(selector, resolved)
        if !dependsOnVisit { instance.keep(message, of: step) }
        return message
    }

    private func call(_ message: Message) async throws(StepFailure) {
        guard let driven = instance.driven else { throw StepFailure(.portGone, "there is no session") }
        switch await driven.call(message, number: instance.numberOfNextCall(), deadline: parts.deadline) {
        case .returned: return
        case .threw(let reason): throw StepFailure(.callFailed, "\(message.selector): \(reason)")
        case .hung: throw StepFailure(.timedOut, "\(message.selector) did not return within \(parts.deadline)")
        case .unsupported(let reason): throw StepFailure(.unsupported, "\(message.selector): \(reason)")
        case .fault(let reason): throw StepFailure(.noEvidence, reason)
        case .portGone(let reason): throw StepFailure(.portGone, reason)
        }
    }

    /// What the port tells together has come before anybody acts on it.
    private func listen() async throws(StepFailure) {
        guard let driven = instance.driven else { throw StepFailure(.portGone, "there is no session") }
        for outcome in [
            await driven.barrier(number: instance.visits, deadline: parts.deadline),
            await driven.ping(number: instance.visits, deadline: parts.deadline),
        ] {
            if case .portGone(let reason) = outcome { throw StepFailure(.portGone, reason) }
        }
    }

    /// Waits for an event that no earlier step has waited for.
    private func await(_ pattern: Pattern, within: Duration) async throws(StepFailure) -> Int? {
        let bindings = instance.canaries.bindings
        // What is awaited first has been told for the first time.
        let repeated = self.consumed.isEmpty ? [] : parts.repeated(instance.seen.observations)
        let consumed = self.consumed.union(repeated)
        let matches = parts.matches
        let found = Mutex<Int?>(nil)
        let deadline = MonotonicTime.now() + within
        let met = await instance.wait(from: 0, until: deadline) { observation, place in
            guard pattern.subject.couldBe(observation.event), !consumed.contains(place),
                matches(pattern, observation, bindings)
            else { return false }
            found.withLock { $0 = place }
            return true
        }
        let place = found.withLock { $0 }
        if let place {
            self.consumed.insert(place)
        } else if let reason = instance.endOfPort {
            throw StepFailure(.portGone, reason)
        } else if !met {
            try await assertAlive(late: MonotonicTime.now() - deadline)
            throw StepFailure(.timedOut, "what the step waits for did not come")
        }
        return place
    }

    /// Silence says something only where this process and the port's were running.
    ///
    /// So the wait must have ended when it was to, and a barrier and a ping come back. Whoever judges the visit sees them,
    /// and how long nothing had been seen before.
    private func assertAlive(late: Duration) async throws(StepFailure) {
        guard late < Self.longestLag else {
            throw StepFailure(.noEvidence, "the generator was held up for \(late.millisecondsRoundedUp) ms")
        }
        guard let driven = instance.driven else { throw StepFailure(.portGone, "there is no session") }
        if await driven.barrier(number: instance.visits, deadline: parts.deadline) == .silent {
            throw StepFailure(.noEvidence, "the port does not answer barriers")
        }
        guard case .answered = await driven.ping(number: instance.visits, deadline: parts.deadline) else {
            throw StepFailure(.noEvidence, "the port does not answer pings")
        }
    }

    /// A generator that comes so late to the end of a wait may have come late to everything.
    private static let longestLag = Duration.milliseconds(100)

    private func record(_ event: Event) {
        parts.recorder.record(event, session: instance.session)
    }

    // MARK: - The browser

    private func browse(_ way: Step.Browse) async throws(StepFailure) {
        guard let url = navigationURL else {
            throw StepFailure(.page, "the port has not sent the browser anywhere")
        }
        let browser = Browser(parts.client) { [self] visit in record(visit.event) }
        if let custom = try await browser.walk(
            way, from: url, user: instance.canaries.user, password: instance.canaries.password)
        {
            browserURL = custom
        }
    }

    /// The page the port sent the browser to last.
    private var navigationURL: String? {
        instance.latest { event in
            switch event {
            case .callback(let callback)
            where [.navigateToUrl, .navigateToUrlUseSVC].contains(callback.message.selector):
                callback.message["url"]?.stringValue
            case .safariPresented(let url): url
            default: nil
            }
        }
    }
}

/// What all visits share.
struct VisitParts: Sendable {
    let recorder: Recorder
    let client: HTTPClient
    /// For each call and each wait.
    let deadline: Duration
    let matches: @Sendable (Pattern, Observation, [String: String]) -> Bool
    /// What is told once more, by place: no step means it.
    let repeated: @Sendable ([Observation]) -> Set<Int>
    let halt: Halt
}

/// That a run is to break off what its visits are doing.
final class Halt: Sendable {
    private let state = Atomic(false)

    var hasCome: Bool { state.load(ordering: .relaxed) }

    func come() { state.store(true, ordering: .relaxed) }
}
