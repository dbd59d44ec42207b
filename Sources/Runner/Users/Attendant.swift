import Evidence
import Specification
import Timing

/// A person who does at pages what the suite's browser cannot: a captcha, a second factor.
///
/// One page at a time. The person is at the end of it when a gate sees the browser sent to the custom URL, or when the
/// person tells that URL.
package struct Attendant: Sendable {
    package typealias Ask =
        @Sendable (_ what: String, _ url: String, _ told: @escaping @Sendable (String) -> Void) async -> Void

    /// Waits for its turn, and says what is to be done at which address; what the person tells goes to the last argument.
    package var ask: Ask
    /// Says that no page waits for the person any more.
    package var dismiss: @Sendable () -> Void
    /// How long a person is waited for.
    package var timeout: Duration

    package init(
        timeout: Duration, ask: @escaping Ask, dismiss: @escaping @Sendable () -> Void
    ) {
        self.timeout = timeout
        self.ask = ask
        self.dismiss = dismiss
    }
}

extension CaseRun {
    /// Has a person do at the page what the step says; nil where the browser does it.
    ///
    /// - Returns: the custom URL that the page led to.
    func walkByHand(_ way: Step.Browse, from url: String) async throws(StepFailure) -> String? {
        guard let attendant = runner.configuration.attendant, let words = way.byHand else { return nil }
        let place = selectedMVPD.map { " at \($0)" } ?? ""
        let (recorder, session) = (runner.recorder, session)
        await attendant.ask("case \(testCase.id): \(words)\(place)", url) { address in
            recorder.record(.browser(BrowserEvent(.customURL, url: address)), session: session)
        }
        defer { attendant.dismiss() }
        let seen = log.count
        record(.browser(BrowserEvent(.loads, url: url)))
        let deadline = runner.clock.time() + attendant.timeout
        while runner.clock.time() < deadline {
            if isStopped { throw StepFailure(.stopped, "the run was stopped") }
            // A run that is stopped waits for nobody.
            let slice = min(deadline, runner.clock.time() + .milliseconds(100))
            _ = await log.wait(from: seen, until: slice) { $0.event.end != nil }
            switch log.observations[seen...].lazy.compactMap(\.event.end).first {
            case .arrived(let custom): return custom
            case .portGone(let reason): throw StepFailure(.portGone, reason)
            case nil: continue
            }
        }
        throw StepFailure(.page, "the login by hand did not end within \(attendant.timeout)")
    }
}

/// What ends the wait for a person.
private enum End {
    case arrived(String)
    case portGone(String)
}

extension Event {
    fileprivate var end: End? {
        switch self {
        case .browser(let browser) where browser.kind == .customURL: .arrived(browser.url)
        case .portEnded(let reason): .portGone(reason)
        default: nil
        }
    }
}

extension Step.Browse {
    /// What a person is asked to do; nil where nobody has to be one.
    fileprivate var byHand: String? {
        switch self {
        case .signIn, .secondScreen: "log in"
        case .wrongPasswordFirst: "type a wrong password first, and then log in"
        case .cancel: "leave the page without logging in"
        case .open, .follow: nil
        }
    }
}
