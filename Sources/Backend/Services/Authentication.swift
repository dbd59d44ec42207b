internal import Encodings
internal import HTTPServer
internal import Timing

/// The service provider's part of a login in a browser (service-protocol.md 3.1, 3.2, 4.3).
extension SessionState {
    /// `GET /adobe-services/authenticate/saml`: sends the browser to the MVPD.
    mutating func authenticate(_ incoming: Incoming, base: String) -> ServerReply {
        guard let redirectURL = redirectURL(of: incoming) else {
            return .html(
                Page.message(
                    "Bad request",
                    "The redirect_url is not one of the application's, and not below the requestor's domains."),
                status: 400)
        }
        guard accepts(requestor: incoming.requestor), let requestor = incoming.requestor, let id = incoming.mvpd else {
            return .html(Page.message("Bad request", "The requestor is unknown, or the MVPD is missing."), status: 400)
        }
        if incoming.accessToken != nil, refusal(of: incoming) != nil {
            return .redirect(to: URLText.adding("error", "access_denied", to: redirectURL))
        }
        let cookie = random.hex(32).uppercased()
        var key = LoginKey.cookie(cookie)
        let code = validCode(incoming["reg_code"], at: incoming.now)
        if let code, let text = incoming["reg_code"], code.requestor == requestor {
            key = .code(text)
        } else if scenario.isStrict {
            return .html(Page.message("Unavailable", "No valid registration code."), status: 451)
        } else if let device = incoming["device_id"], !device.isEmpty {
            // A browser that shares no cookies with the application says whose login it is.
            key = .device(device)
        }
        guard let mvpd = mvpd(id, of: requestor, at: incoming.request.endpoint) else {
            // An MVPD that is not integrated is never contacted.
            return .redirect(to: redirectURL)
        }
        var transaction = Transaction(
            requestor: requestor, mvpd: mvpd, domain: incoming["domain_name"] ?? "", redirectURL: redirectURL, key: key)
        // Several logins of one browser are known by one cookie, except where the cookie is what they are collected by.
        let isCollectedByCookie = key == .cookie(cookie)
        let browser = isCollectedByCookie ? cookie : incoming.cookie(Self.sessionCookie) ?? cookie
        transaction.browser = isOpen ? browser : nil
        var reply: ServerReply
        if mvpd.isTempPass {
            recordLogin(of: transaction, user: nil, at: incoming.now)
            reply = .redirect(to: redirectURL)
        } else {
            reply = sendToMVPD(transaction, base: base, at: incoming.now)
        }
        if isCollectedByCookie || isOpen { reply.setCookies(of: browser, incoming, redirectURL: redirectURL) }
        return reply
    }

    private mutating func sendToMVPD(_ transaction: Transaction, base: String, at now: WallTime) -> ServerReply {
        let relayState = random.uuid()
        var transaction = transaction
        transaction.request = "_" + random.uuid()
        transaction.base = base
        transactions[relayState] = transaction
        freshCanaries.append(relayState)
        let mvpd = transaction.mvpd
        let saml = saml(base: base, at: now)
        let page = saml.issuer(mvpd.id) + "/sso"
        switch mvpd.login {
        case .samlPost:
            let request = saml.authenticationRequest(id: transaction.request, destination: page, isEmbedded: true)
            return .html(
                Page.submission(
                    to: page, fields: [("SAMLRequest", Base64.encode(request)), ("RelayState", relayState)]),
                isFramed: mvpd.isFramed)
        case .samlRedirect:
            let request = saml.authenticationRequest(id: transaction.request, destination: page, isEmbedded: false)
            return .redirect(to: page + "?" + saml.query("SAMLRequest", request, relayState: relayState))
        case .oauth2:
            let callback = PercentEncoding.encode(base + Page.callbackPath)
            return .redirect(
                to: page + "?response_type=code&client_id=adobe-pass&redirect_uri=\(callback)&state=\(relayState)")
        }
    }

    /// `POST /sp/saml/SAMLAssertionConsumer`: takes the MVPD's word, and sends the browser back to the application.
    ///
    /// Only the very assertion that the MVPD's page made for this login is accepted, once.
    mutating func consumeAssertion(_ incoming: Incoming) -> ServerReply {
        guard let response = incoming["SAMLResponse"], let relayState = incoming["RelayState"] else {
            return .html(Page.message("Unavailable", "No SAMLResponse."), status: 503)
        }
        return finish(relayState, presenting: response, at: incoming.now)
    }

    /// `GET /adobe-services/oauth2`: the same for an MVPD that speaks OAuth 2.0.
    mutating func takeAuthorizationCode(_ incoming: Incoming) -> ServerReply {
        guard let relayState = incoming["state"], let answer = incoming["code"] ?? incoming["error"] else {
            return .html(Page.message("Unavailable", "The code or the state is missing."), status: 503)
        }
        return finish(relayState, presenting: answer, at: incoming.now)
    }

    private mutating func finish(_ relayState: String, presenting text: String, at now: WallTime) -> ServerReply {
        guard let transaction = transactions[relayState], let assertion = transaction.assertion,
            assertion.text == text
        else {
            return .html(Page.message("Sign-in failed", "This sign-in is over or was never begun."), status: 400)
        }
        transactions[relayState] = nil
        recordLogin(of: transaction, user: assertion.user, isRefused: assertion.user == nil, at: now)
        return .redirect(to: transaction.redirectURL)
    }

    /// `GET /api/v1/authenticate`: the second screen's way to the same login.
    func sendSecondScreen(_ incoming: Incoming) -> ServerReply {
        guard incoming["redirect_url"] != nil, incoming.requestor != nil, incoming.mvpd != nil else {
            return .status(400, "Required parameters are not present", format: incoming.format)
        }
        if let code = incoming["reg_code"], validCode(code, at: incoming.now) == nil {
            return .status(400, "Invalid registration code", format: incoming.format)
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
        let code: RegistrationCode? = if case .code(let code) = transaction.key { codes[code] } else { nil }
        if let code { device = code.device }
        if case .device(let named) = transaction.key { device = named }
        let mvpd = transaction.mvpd
        var login = Login(
            requestor: transaction.requestor, mvpd: mvpd.id, proxyMVPD: mvpd.proxyMVPD, isPass: mvpd.isTempPass,
            domain: transaction.domain, key: transaction.key, device: device,
            user: withholdsMetadata ? user?.withoutMetadata : user?.ofLogin(logins.count + 1),
            guid: scenario.hasDashedGUIDs ? random.uuid().uppercased() : random.hex(32),
            nameID: Base64.encode(random.bytes(24)), sessionIndex: Base64.encode(random.bytes(48)),
            notBefore: now, expires: now + scenario.lifetimes.authentication, standing: isRefused ? .refused : .active)
        login.browser = transaction.browser
        login.application = code?.session?.client
        login.identities = code?.session?.identities ?? []
        if let rule = mvpd.tempPass, mvpd.isTempPass {
            login.expires = beginPass(rule, requestor: transaction.requestor, mvpd: mvpd.id, device: device, at: now)
        }
        logins.append(login)
    }
}

extension ServerReply {
    /// The cookie of the machine in front of the services, whose date of expiry clients read.
    static let balancerCookie = (
        name: "Set-Cookie",
        value: "BIGipServerAdobe_Pass_Prod=1.1.1; expires=Fri, 01-Jan-2038 00:00:00 GMT; path=/"
    )

    /// The cookies that clients of before registration codes bring back (service-protocol.md 3.1).
    fileprivate mutating func setCookies(of session: String, _ incoming: Incoming, redirectURL: String) {
        let more = incoming.request.isSecure ? "; Secure; SameSite=None" : ""
        headers.append(("Set-Cookie", "JSESSIONID=\(session); Path=/" + more))
        guard let client = incoming["client_type"] else { return }
        headers += [
            Self.balancerCookie,
            ("Set-Cookie", "client_type=\(PercentEncoding.encode(client)); Path=/"),
            ("Set-Cookie", "client_version=\(PercentEncoding.encode(incoming["client_version"] ?? "")); Path=/"),
            ("Set-Cookie", "redirect_url=\(PercentEncoding.encode(redirectURL)); Path=/"),
        ]
    }
}
