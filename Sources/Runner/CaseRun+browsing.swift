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
        let browser = Browser(runner.client) { [self] visit in record(visit) }
        var place = await browser.open(url)
        switch way {
        case .open, .follow, .secondScreen:
            break
        case .signIn:
            place = try await signIn(browser, at: place, password: canaries.password)
        case .wrongPasswordFirst:
            place = try await signIn(browser, at: place, password: "not the password")
            guard case .page = place else {
                throw StepFailure(.page, "a wrong password was not answered with the login page")
            }
            place = try await signIn(browser, at: place, password: canaries.password)
        case .cancel:
            guard case .page(let url, _, let forms) = place, let form = forms.first(where: { $0.id == "cancel" }) else {
                throw StepFailure(.page, "the page has no way to cancel: \(Self.words(for: place))")
            }
            place = await browser.submit(form, on: url)
        }
        switch place {
        case .customURL(let custom):
            browserCame(to: custom)
        case .page where way == .open:
            break
        case .page, .failed:
            throw StepFailure(.page, "the browser did not come to the custom URL: \(Self.words(for: place))")
        }
    }

    func signIn(
        _ browser: Browser, at place: Browser.Place, password: String
    ) async throws(StepFailure) -> Browser.Place {
        guard case .page(let url, _, let forms) = place,
            let form = forms.first(where: { $0.fields.contains { $0.type == "password" } }),
            let user = form.fields.first(where: { $0.type == "text" || $0.type == "email" || $0.type.isEmpty }),
            let secret = form.fields.first(where: { $0.type == "password" })
        else { throw StepFailure(.page, "the page has no login form: \(Self.words(for: place))") }
        return await browser.submit(form, on: url, with: [user.name: canaries.user, secret.name: password])
    }

    func record(_ visit: Browser.Visit) {
        switch visit {
        case .loads(let url): record(.browser(BrowserEvent(.loads, url: url)))
        case .submits(let url): record(.browser(BrowserEvent(.submits, url: url)))
        case .arrived(.page(let url, let title, _)):
            record(.browser(BrowserEvent(.shows, url: url, detail: title)))
        case .arrived(.customURL(let url)): record(.browser(BrowserEvent(.customURL, url: url)))
        case .arrived(.failed(let url, let reason)):
            record(.browser(BrowserEvent(.failed, url: url, detail: reason)))
        }
    }

    static func words(for place: Browser.Place) -> String {
        switch place {
        case .page(let url, let title, _): "it shows '\(title)' at \(url)"
        case .customURL(let url): "it came to \(url)"
        case .failed(let url, let reason): "\(url): \(reason)"
        }
    }
}
