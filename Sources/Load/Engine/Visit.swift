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
                try await walk(step, index)
            } catch {
                // A run that is being stopped breaks off what its visits are doing.
                let reason = parts.halt.hasCome ? StepFailure(.stopped, "the run was stopped") : error
                record(.stepFailed(index, reason))
                return reason
            }
            record(.stepEnded(index))
        }
        return nil
    }

    private func walk(_ step: Step, _ index: Int) async throws(StepFailure) {
        switch step.action {
        case .call(let selector, let arguments):
            try await call(try message(selector, arguments, of: index))
        case .await(let pattern, _):
            try await self.await(pattern, within: parts.deadline)
        case .browse(let way):
            try await browse(way)
        case .quiesce:
            break
        default:
            throw StepFailure(.unsupported, "'\(step.text)' is no step of traffic")
        }
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

    /// Waits for an event that no earlier step has waited for.
    private func await(_ pattern: Pattern, within: Duration) async throws(StepFailure) {
        let bindings = instance.canaries.bindings
        let consumed = self.consumed
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
        if let sequence = found.withLock({ $0 }) {
            self.consumed.insert(sequence)
        } else if let reason = instance.endOfPort {
            throw StepFailure(.portGone, reason)
        } else if !met {
            try await assertAlive(late: MonotonicTime.now() - deadline)
            throw StepFailure(.timedOut, "what the step waits for did not come")
        }
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
        var place = await browser.open(url)
        switch way {
        case .signIn: place = try await signIn(browser, at: place, instance.canaries.password)
        case .wrongPasswordFirst:
            place = try await signIn(browser, at: place, "not the password")
            place = try await signIn(browser, at: place, instance.canaries.password)
        case .cancel:
            guard case .page(let url, _, let forms) = place, let form = forms.first(where: { $0.id == "cancel" }) else {
                throw StepFailure(.page, "the page has no way to cancel")
            }
            place = await browser.submit(form, on: url)
        case .open, .follow, .secondScreen: break
        }
        switch place {
        case .customURL(let custom): browserURL = custom
        case .page where way == .open: break
        case .page, .failed: throw StepFailure(.page, "the browser did not come to the custom URL")
        }
    }

    private func signIn(
        _ browser: Browser, at place: Browser.Place, _ password: String
    ) async throws(StepFailure) -> Browser.Place {
        guard case .page(let url, _, let forms) = place,
            let form = forms.first(where: { $0.fields.contains { $0.type == "password" } }),
            let user = form.fields.first(where: { $0.type == "text" || $0.type == "email" || $0.type.isEmpty }),
            let secret = form.fields.first(where: { $0.type == "password" })
        else { throw StepFailure(.page, "the page has no login form") }
        return await browser.submit(form, on: url, with: [user.name: instance.canaries.user, secret.name: password])
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
    let halt: Halt
}

/// That a run is to break off what its visits are doing.
final class Halt: Sendable {
    private let state = Atomic(false)

    var hasCome: Bool { state.load(ordering: .relaxed) }

    func come() { state.store(true, ordering: .relaxed) }
}

extension Browser.Visit {
    fileprivate var event: Event {
        switch self {
        case .loads(let url): .browser(BrowserEvent(.loads, url: url))
        case .submits(let url): .browser(BrowserEvent(.submits, url: url))
        case .arrived(.page(let url, let title, _)): .browser(BrowserEvent(.shows, url: url, detail: title))
        case .arrived(.customURL(let url)): .browser(BrowserEvent(.customURL, url: url))
        case .arrived(.failed(let url, let reason)): .browser(BrowserEvent(.failed, url: url, detail: reason))
        }
    }
}

extension Pattern.Subject {
    /// Whether an event is of the kind at all; looked at before anything that costs more.
    fileprivate func couldBe(_ event: Event) -> Bool {
        switch (self, event) {
        case (.call, .call), (.request, .request), (.safari, .safariPresented), (.customURL, .browser): true
        case (.callback(let selector), .callback(let callback)): callback.message.selector == selector
        case (.anyCallback, .callback), (.anyUICallback, .callback): true
        case (.loginOffered, .callback), (.loginOffered, .safariPresented): true
        default: false
        }
    }
}
