package import Evidence
package import Specification
import XML

extension Browser {
    /// The user opens a page and does there what the step says.
    ///
    /// - Returns: the custom URL that the browser came to; nil where the step leaves the page open.
    /// - Throws: a `StepFailure` of the kind `page`, which says where the browser stood instead.
    package func walk(
        _ way: Step.Browse, from url: String, user: String, password: String
    ) async throws(StepFailure) -> String? {
        var place = await open(url)
        switch way {
        case .open, .follow, .secondScreen:
            break
        case .signIn:
            place = try await signIn(at: place, user: user, password: password)
        case .wrongPasswordFirst:
            place = try await signIn(at: place, user: user, password: "not the password")
            guard case .page = place else {
                throw StepFailure(.page, "a wrong password was not answered with the login page")
            }
            place = try await signIn(at: place, user: user, password: password)
        case .cancel:
            guard case .page(let url, _, let forms) = place, let form = forms.first(where: { $0.id == "cancel" }) else {
                throw StepFailure(.page, "the page has no way to cancel: \(place.words)")
            }
            place = await submit(form, on: url)
        }
        switch place {
        case .customURL(let custom): return custom
        case .page where way == .open: return nil
        case .page, .failed:
            throw StepFailure(.page, "the browser did not come to the custom URL: \(place.words)")
        }
    }

    /// Fills in the login form of the page, and sends it.
    func signIn(at place: Place, user name: String, password: String) async throws(StepFailure) -> Place {
        guard case .page(let url, _, let forms) = place,
            let form = forms.first(where: { $0.fields.contains { $0.type == "password" } }),
            let user = form.fields.first(where: { $0.type == "text" || $0.type == "email" || $0.type.isEmpty }),
            let secret = form.fields.first(where: { $0.type == "password" })
        else { throw StepFailure(.page, "the page has no login form: \(place.words)") }
        return await submit(form, on: url, with: [user.name: name, secret.name: password])
    }
}

extension Browser.Place {
    /// Where the browser stands, for people.
    var words: String {
        switch self {
        case .page(let url, let title, _): "it shows '\(title)' at \(url)"
        case .customURL(let url): "it came to \(url)"
        case .failed(let url, let reason): "\(url): \(reason)"
        }
    }
}

extension Browser.Visit {
    /// What is recorded of it.
    package var event: Event {
        switch self {
        case .loads(let url): .browser(BrowserEvent(.loads, url: url))
        case .submits(let url): .browser(BrowserEvent(.submits, url: url))
        case .arrived(.page(let url, let title, _)): .browser(BrowserEvent(.shows, url: url, detail: title))
        case .arrived(.customURL(let url)): .browser(BrowserEvent(.customURL, url: url))
        case .arrived(.failed(let url, let reason)): .browser(BrowserEvent(.failed, url: url, detail: reason))
        }
    }
}
