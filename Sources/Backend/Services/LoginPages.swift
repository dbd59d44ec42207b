internal import Encodings
internal import HTTPServer
internal import Timing

/// The MVPD's part of a login: the page with the form, and what becomes of it.
extension SessionState {
    func showLoginPage(_ incoming: Incoming) -> ServerReply {
        guard let (relayState, transaction) = transaction(of: incoming) else { return Self.signInIsOver }
        var page = ServerReply.html(
            Page.login(transaction.mvpd, relayState: relayState), isFramed: transaction.mvpd.isFramed)
        if transaction.mvpd.usesCookie {
            page.headers.append(("Set-Cookie", "\(Self.loginCookie)=\(relayState); Path=/mvpd; HttpOnly"))
        }
        return page
    }

    /// What brings a login back where no field does.
    private static let loginCookie = "mvpd_login"

    mutating func logIn(_ incoming: Incoming) -> ServerReply {
        guard let (relayState, transaction) = transaction(of: incoming) else { return Self.signInIsOver }
        let fields = transaction.mvpd.fields
        let name = incoming[fields.user] ?? ""
        let password = incoming[fields.password] ?? ""
        let user = scenario.users.first { user in
            user.name == name && user.password == password && (user.mvpd ?? transaction.mvpd.id) == transaction.mvpd.id
        }
        guard let user else {
            return .html(
                Page.login(
                    transaction.mvpd, relayState: relayState, user: name,
                    error: "The user name or the password is not correct."), isFramed: transaction.mvpd.isFramed)
        }
        guard transaction.mvpd.asksConsent else {
            return answer(user, relayState: relayState, at: incoming.now)
        }
        transactions[relayState]?.candidate = user
        let requestor = script(of: transaction.requestor)?.name ?? transaction.requestor
        return .html(
            Page.consent(transaction.mvpd, relayState: relayState, requestor: requestor),
            isFramed: transaction.mvpd.isFramed)
    }

    /// Takes what the user says to the page that asks for consent.
    mutating func consent(_ incoming: Incoming) -> ServerReply {
        guard let (relayState, transaction) = transaction(of: incoming), let user = transaction.candidate else {
            return Self.signInIsOver
        }
        return answer(
            incoming["decision"] == "allow" ? user : nil, relayState: relayState, at: incoming.now)
    }

    mutating func cancelLogin(_ incoming: Incoming) -> ServerReply {
        guard let (relayState, _) = transaction(of: incoming) else { return Self.signInIsOver }
        return answer(nil, relayState: relayState, at: incoming.now)
    }

    private func transaction(of incoming: Incoming) -> (relayState: String, transaction: Transaction)? {
        let field = incoming["RelayState"] ?? incoming["state"]
        guard let relayState = field ?? incoming.cookie(Self.loginCookie), let transaction = transactions[relayState],
            field != nil || transaction.mvpd.usesCookie
        else { return nil }
        return (relayState, transaction)
    }

    /// Makes the MVPD's answer, for the user or (nil) for nobody, and has the browser carry it to the service provider.
    private mutating func answer(_ user: UserAccount?, relayState: String, at now: WallTime) -> ServerReply {
        guard let transaction = transactions[relayState] else { return Self.signInIsOver }
        let base = transaction.base
        let mvpd = transaction.mvpd
        let text: String
        let reply: ServerReply
        switch mvpd.login {
        case .oauth2:
            text = user == nil ? "access_denied" : random.hex(32)
            let name = user == nil ? "error" : "code"
            reply = .redirect(to: "\(base)\(Page.callbackPath)?\(name)=\(text)&state=\(relayState)")
        case .samlPost, .samlRedirect:
            let response = saml(base: base, at: now).response(
                id: random.uuid(), to: transaction.request, mvpd: mvpd.id, user: user)
            text = Base64.encode(response)
            reply = .html(
                Page.submission(
                    to: base + Page.consumerPath, fields: [("SAMLResponse", text), ("RelayState", relayState)]),
                isFramed: mvpd.isFramed)
        }
        transactions[relayState]?.assertion = (text, user)
        return reply
    }

    private static let signInIsOver = ServerReply.html(
        Page.message("Sign-in is over", "This sign-in is over or was never begun. Go back to the application."),
        status: 400)
}
