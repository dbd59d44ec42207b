import Evidence
import Specification
import XML

extension CaseRun {
    /// The user goes to where the port sent the browser, and does what the step says.
    func browse(_ way: Step.Browse) async throws(StepFailure) {
        if way == .secondScreen { return try await useSecondScreen() }
        guard let url = navigationURL else {
            throw StepFailure(.page, "the port has not sent the browser anywhere")
        }
        let browser = Browser(runner.client, gates: gates) { [self] visit in record(visit.event) }
        if let custom = try await browser.walk(way, from: url, user: login.user, password: login.password) {
            browserCame(to: custom)
        }
    }
}
