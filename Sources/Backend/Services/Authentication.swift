internal import Cryptography
internal import HTTPServer
internal import Timing

/// The service provider's part of a login in a browser (wire-protocol.md 3.1, 3.2, 4.3).
extension SessionState {
    /// `GET /adobe-services/authenticate/saml`: sends the browser to the MVPD, with a form that submits itself.
    mutating func authenticate(_ incoming: Incoming, base: String) -> ServerReply {
        guard let redirectURL = incoming["redirect_url"], URLText.isDestination(redirectURL) else {
            return .html(Page.message("Bad request", "No redirect_url that a browser could be sent to."), status: 400)
        }
        guard accepts(requestor: incoming.requestor), let requestor = incoming.requestor, let id = incoming.mvpd else {
            return .html(Page.message("Bad request", "An unknown requestor, or no MVPD."), status: 400)
        }
        if incoming.accessToken != nil, refusal(of: incoming) != nil {
            return .redirect(to: URLText.adding("error", "access_denied", to: redirectURL))
        }
        var key = LoginKey.cookie(random.hex(32).uppercased())
        let code = validCode(incoming["reg_code"], at: incoming.now)
        if let code, let text = incoming["reg_code"], code.requestor == requestor {
            key = .code(text)
        } else if scenario.isStrict {
            return .html(Page.message("Unavailable", "No valid registration code."), status: 451)
        }
        guard let mvpd = mvpd(id, at: incoming.request.endpoint) else {
            // An MVPD that is not integrated is never contacted.
            return .redirect(to: redirectURL)
        }
        let transaction = Transaction(
            requestor: requestor, mvpd: mvpd, domain: incoming["domain_name"] ?? "", redirectURL: redirectURL, key: key)
        var reply: ServerReply
        if mvpd.isTempPass {
            recordLogin(of: transaction, user: nil, at: incoming.now)
            reply = .redirect(to: redirectURL)
        } else {
            reply = sendToMVPD(transaction, base: base)
        }
        if case .cookie(let cookie) = key {
            reply.headers.append(("Set-Cookie", "JSESSIONID=\(cookie); Path=/"))
        }
        return reply
    }

    private mutating func sendToMVPD(_ transaction: Transaction, base: String) -> ServerReply {
        let relayState = random.uuid()
        transactions[relayState] = transaction
        freshCanaries.append(relayState)
        let request: Markup = """
            <samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="\(attribute: random.uuid())" \
            Version="2.0" ForceAuthn="false" IsPassive="false" \
            ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" \
            AssertionConsumerServiceURL="\(attribute: base + Page.consumerPath)">\
            <saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">https://saml.sp.auth.adobe.com</saml:Issuer>\
            </samlp:AuthnRequest>
            """
        let action = "\(base)/mvpd/\(URLText.encode(transaction.mvpd.id))/sso"
        return .html(
            Page.submission(
                to: action, fields: [("SAMLRequest", Base64.encode(request.bytes)), ("RelayState", relayState)]))
    }

    /// `POST /sp/saml/SAMLAssertionConsumer`: takes the MVPD's word, and sends the browser back to the application.
    ///
    /// Only the very assertion that the MVPD's page made for this login is accepted, once.
    mutating func consumeAssertion(_ incoming: Incoming) -> ServerReply {
        guard let response = incoming["SAMLResponse"], let relayState = incoming["RelayState"] else {
            return .html(Page.message("Unavailable", "No SAMLResponse."), status: 503)
        }
        guard let transaction = transactions[relayState], let assertion = transaction.assertion,
            assertion.text == response
        else {
            return .html(Page.message("Sign-in failed", "This sign-in is over or was never begun."), status: 400)
        }
        transactions[relayState] = nil
        recordLogin(of: transaction, user: assertion.user, isRefused: assertion.user == nil, at: incoming.now)
        return .redirect(to: transaction.redirectURL)
    }

    /// `GET /api/v1/authenticate`: the second screen's way to the same login.
    func sendSecondScreen(_ incoming: Incoming) -> ServerReply {
        guard incoming["redirect_url"] != nil, incoming.requestor != nil, incoming.mvpd != nil else {
            return .status(400, "Required parameters are not present", format: incoming.format)
        }
        let target = incoming.request.target
        let query = target.firstIndex(of: "?").map { target[$0...] } ?? ""
        return .redirect(to: "/adobe-services/authenticate/saml" + query)
    }

    /// Adds a login; the one before it with the same key is what it replaces.
    mutating func recordLogin(
        of transaction: Transaction, user: UserAccount?, isRefused: Bool = false, at now: WallTime
    ) {
        var device = ""
        if case .code(let code) = transaction.key, let record = codes[code] { device = record.device }
        if case .device(let named) = transaction.key { device = named }
        logins.append(
            Login(
                requestor: transaction.requestor, mvpd: transaction.mvpd.id, domain: transaction.domain,
                key: transaction.key, device: device, user: user, guid: random.hex(32),
                nameID: Base64.encode(random.bytes(24)), sessionIndex: Base64.encode(random.bytes(48)),
                expires: now + scenario.lifetimes.authentication, standing: isRefused ? .refused : .active))
    }
}
