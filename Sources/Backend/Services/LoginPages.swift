internal import Cryptography
internal import HTTPServer

/// The MVPD's part of a login: the page with the form, and what becomes of it.
extension SessionState {
    func showLoginPage(_ incoming: Incoming) -> ServerReply {
        guard let (relayState, transaction) = transaction(of: incoming) else { return Self.signInIsOver }
        return .html(Page.login(transaction.mvpd, relayState: relayState))
    }

    mutating func logIn(_ incoming: Incoming, base: String) -> ServerReply {
        guard let (relayState, transaction) = transaction(of: incoming) else { return Self.signInIsOver }
        let name = incoming["username"] ?? ""
        let password = incoming["password"] ?? ""
        let user = scenario.users.first { user in
            user.name == name && user.password == password && (user.mvpd ?? transaction.mvpd.id) == transaction.mvpd.id
        }
        guard let user else {
            return .html(
                Page.login(
                    transaction.mvpd, relayState: relayState, user: name,
                    error: "The user name or the password is not correct."))
        }
        return assert(user, relayState: relayState, base: base)
    }

    mutating func cancelLogin(_ incoming: Incoming, base: String) -> ServerReply {
        guard let (relayState, _) = transaction(of: incoming) else { return Self.signInIsOver }
        return assert(nil, relayState: relayState, base: base)
    }

    private func transaction(of incoming: Incoming) -> (relayState: String, transaction: Transaction)? {
        guard let relayState = incoming["RelayState"], let transaction = transactions[relayState] else { return nil }
        return (relayState, transaction)
    }

    /// Makes the MVPD's answer, for the user or (nil) for nobody, and has the browser carry it to the service provider.
    private mutating func assert(_ user: UserAccount?, relayState: String, base: String) -> ServerReply {
        let status = user == nil ? "AuthnFailed" : "Success"
        let subject: Markup =
            user.map { user in
                """
                <saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="\(attribute: random.uuid())" \
                Version="2.0"><saml:Subject><saml:NameID>\(user.name)</saml:NameID></saml:Subject></saml:Assertion>
                """
            } ?? ""
        let response: Markup = """
            <samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="\(attribute: random.uuid())" \
            Version="2.0" Destination="\(attribute: base + Page.consumerPath)"><samlp:Status>\
            <samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:\(attribute: status)"/></samlp:Status>\
            \(subject)</samlp:Response>
            """
        let text = Base64.encode(response.bytes)
        transactions[relayState]?.assertion = (text, user)
        return .html(
            Page.submission(
                to: base + Page.consumerPath, fields: [("SAMLResponse", text), ("RelayState", relayState)]))
    }

    private static let signInIsOver = ServerReply.html(
        Page.message("Sign-in is over", "This sign-in is over or was never begun. Go back to the application."),
        status: 400)
}
