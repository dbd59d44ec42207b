package import Evidence
package import Specification
import XML

extension Browser {
    /// The user opens a page and does there what the step says.
    ///
    /// - Returns: the custom URL that the browser came to; nil where the step leaves the page open.
    /// - Throws: a `StepFailure` of the kind `page`, which says where the browser stood instead; of the kind `noEvidence`
    ///   where a page was not answered in time.
    package func walk(_ way: Step.Browse, from url: String, as login: Login) async throws(StepFailure) -> String? {
        var place = await open(url)
        switch way {
        case .open, .follow, .secondScreen:
            break
        case .signIn:
            place = try await signIn(at: place, as: login)
        case .wrongPasswordFirst:
            var wrong = login
            wrong.password = "not the password"
            place = try await signIn(at: place, as: wrong, endsAtPassword: true)
            guard case .page = place else {
                throw place.failure("a wrong password was not answered with the login page")
            }
            place = try await signIn(at: place, as: login)
        case .cancel:
            guard case .page(let url, _, let page) = place, let form = page.forms.first(where: { $0.id == "cancel" })
            else { throw place.failure("the page has no way to cancel") }
            place = await submit(form, on: url)
        }
        switch place {
        case .customURL(let custom): return custom
        case .page where way == .open: return nil
        case .page, .failed, .unanswered:
            throw place.failure("the browser did not come to the custom URL")
        }
    }

    /// Logs in at the page, and at those that follow where it is known what they ask.
    ///
    /// - Parameter endsAtPassword: the page that answers a password is the last.
    func signIn(
        at place: Place, as login: Login, endsAtPassword: Bool = false
    ) async throws(StepFailure) -> Place {
        guard login.pages.isEmpty else { return try await play(login, from: place, endsAtPassword: endsAtPassword) }
        guard case .page(let url, _, let page) = place,
            let form = page.forms.first(where: { $0.fields.contains { $0.type == "password" } }),
            let user = form.fields.first(where: { $0.type == "text" || $0.type == "email" || $0.type.isEmpty }),
            let secret = form.fields.first(where: { $0.type == "password" })
        else { throw place.failure("the page has no login form") }
        return await submit(form, on: url, with: [user.name: login.user, secret.name: login.password])
    }

    /// Goes through the pages of the login; one that does not come, as where a cookie is known, is passed over.
    private func play(_ login: Login, from first: Place, endsAtPassword: Bool) async throws(StepFailure) -> Place {
        var place = first
        var rest = login.pages[...]
        while case .page(let url, _, let content) = place, !rest.isEmpty {
            guard let index = rest.firstIndex(where: { $0.move(on: content, login) != nil }),
                let move = rest[index].move(on: content, login)
            else {
                throw StepFailure(
                    .page,
                    "the page is none of those in the site file (mvpds: pages): \(place.words); \(content.words)")
            }
            switch move {
            case .follow(let link): place = await open(URLReference.resolve(link, against: url))
            case .submit(let form, let values, let button):
                place = await submit(form, on: url, with: values, pressing: button)
            }
            if endsAtPassword, rest[index].asksForPassword { return place }
            rest = rest[(index + 1)...]
        }
        return place
    }
}

extension Browser.Place {
    /// Where the browser stands, for people.
    var words: String {
        switch self {
        case .page(let url, let title, _): "it shows '\(title)' at \(url)"
        case .customURL(let url): "it came to \(url)"
        case .failed(let url, let reason), .unanswered(let url, let reason): "\(url): \(reason)"
        }
    }

    /// Why the step cannot go on from here: nothing is held against a port whose user saw no page in time.
    fileprivate func failure(_ message: String) -> StepFailure {
        if case .unanswered = self { return StepFailure(.noEvidence, "the browser was not answered: \(words)") }
        return StepFailure(.page, "\(message): \(words)")
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
        case .arrived(.failed(let url, let reason)), .arrived(.unanswered(let url, let reason)):
            .browser(BrowserEvent(.failed, url: url, detail: reason))
        }
    }
}
