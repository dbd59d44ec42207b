import XML

/// Who logs in at an MVPD, and what its pages ask for.
package struct Login: Sendable {
    package var user: String
    package var password: String
    /// In the order in which they come; none: one page with a field for the user and one for the password.
    package var pages: [LoginPage]

    package init(user: String, password: String, pages: [LoginPage] = []) {
        self.user = user
        self.password = password
        self.pages = pages
    }
}

/// What is done on one page of a login.
package struct LoginPage: Sendable, Hashable {
    /// The id or the name of the form; nil: the first that has what is filled in and pressed.
    package var form: String?
    /// By name or id of a field what it gets; ``user`` and ``password`` stand for those of the login.
    package var fill: [String: String]
    /// What is on a button or a link, or its id or name; nil: the return key.
    package var press: String?

    package static let user = "$user"
    package static let password = "$password"

    package init(form: String? = nil, fill: [String: String] = [:], press: String? = nil) {
        self.form = form
        self.fill = fill
        self.press = press
    }

    var asksForPassword: Bool { fill.values.contains(Self.password) }

    enum Move {
        case follow(String)
        case submit(HTMLForm, [String: String], button: Int?)
    }

    /// What is to be done on this page; nil where it is another one.
    func move(on page: HTMLPage, _ login: Login) -> Move? {
        for candidate in page.forms where form.map({ $0 == candidate.id || $0 == candidate.name }) ?? true {
            guard let values = values(in: candidate, login) else { continue }
            guard let press else { return .submit(candidate, values, button: nil) }
            let button = candidate.fields.firstIndex { field in
                (field.sends || field.type == "button") && [field.id, field.name, field.label].contains(press)
            }
            if let button { return .submit(candidate, values, button: button) }
        }
        guard let press, fill.isEmpty, form == nil else { return nil }
        return page.links.first { $0.id == press || $0.label == press }.map { .follow($0.address) }
    }

    /// What the fields of the form get, by their names; nil where it has not all of them.
    private func values(in form: HTMLForm, _ login: Login) -> [String: String]? {
        var values: [String: String] = [:]
        for (key, text) in fill {
            guard let field = form.fields.first(where: { $0.name == key }) ?? form.fields.first(where: { $0.id == key })
            else { return nil }
            values[field.name] =
                switch text {
                case Self.user: login.user
                case Self.password: login.password
                default: text
                }
        }
        return values
    }
}

extension HTMLPage {
    /// What there is on it, for whoever writes down what to do there.
    var words: String {
        let forms = forms.map { form in
            let fields = form.fields.filter { !$0.sends && $0.type != "hidden" }
                .map { $0.name.isEmpty ? $0.id : $0.name }
            let buttons = form.fields.filter(\.sends).map { $0.label.isEmpty ? $0.name : $0.label }
            return "a form with the fields \(Self.list(fields)) and the buttons \(Self.list(buttons))"
        }
        let links = links.map(\.label).filter { !$0.isEmpty }
        let all = links.isEmpty ? forms : forms + ["the links \(Self.list(links))"]
        return "it has \(all.prefix(8).joined(separator: ", "))"
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "(none)" : names.prefix(8).map { "'\($0)'" }.joined(separator: ", ")
    }
}
