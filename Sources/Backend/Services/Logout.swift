internal import Documents
internal import HTTPServer

/// The end of a login (service-protocol.md 3.10).
extension SessionState {
    /// `GET /adobe-services/logout`: ends the logins of requestor, MVPD and device as far as they are named, and has
    /// the MVPD end its own.
    mutating func logOut(_ incoming: Incoming, base: String) -> ServerReply {
        let device = incoming["pt_device_id"]
        func isMeant(_ login: Login) -> Bool {
            login.application == nil && (incoming.requestor == nil || login.requestor == incoming.requestor)
                && (incoming.mvpd == nil || login.mvpd == incoming.mvpd)
                && (device == nil || login.device == device || Self.fingerprint(of: login.device) == device)
        }
        let user = logins.last { $0.standing == .active && isMeant($0) }?.user?.name
        logOut(where: isMeant)
        let redirectURL = self.redirectURL(of: incoming)
        guard let id = incoming.mvpd,
            let mvpd = mvpd(id, of: incoming.requestor ?? "", at: incoming.request.endpoint), mvpd.logout != .none
        else { return Self.end(of: redirectURL) }
        let relayState = random.uuid()
        logouts[relayState] = redirectURL ?? ""
        freshCanaries.append(relayState)
        let saml = SAML(signer, base: base, now: incoming.now)
        let page = saml.issuer(mvpd.id) + "/logout"
        let request = saml.logoutRequest(id: random.uuid(), destination: page, user: user ?? "nobody")
        return .redirect(to: page + "?" + saml.query("SAMLRequest", request, relayState: relayState))
    }

    /// The MVPD's side: its own session ends, with a page or without, and the browser goes back.
    mutating func logOutAtMVPD(_ incoming: Incoming, base: String) -> ServerReply {
        guard let relayState = incoming["RelayState"], logouts[relayState] != nil else {
            return .html(Page.message("Signed out", "You are signed out."))
        }
        let segments = incoming.request.path.split(separator: "/")
        let id = segments.count > 1 ? String(segments[1]) : ""
        let saml = SAML(signer, base: base, now: incoming.now)
        let response = saml.logoutResponse(id: random.uuid(), mvpd: id)
        let back = Page.logoutPath + "?" + saml.query("SAMLResponse", response, relayState: relayState)
        guard let mvpd = mvpd(id, of: "", at: incoming.request.endpoint), mvpd.logout == .page else {
            return .redirect(to: back)
        }
        return .html(Page.signedOut(mvpd, next: back))
    }

    /// `GET /sp/saml/LogoutServiceHTTPRedirectResponse`: the MVPD has ended its session; the browser goes to where the
    /// logout began.
    mutating func finishLogout(_ incoming: Incoming) -> ServerReply {
        guard let relayState = incoming["RelayState"], let redirectURL = logouts.removeValue(forKey: relayState) else {
            return .html(Page.message("Signed out", "This sign-out is over or was never begun."), status: 400)
        }
        return Self.end(of: redirectURL.isEmpty ? nil : redirectURL)
    }

    private static func end(of redirectURL: String?) -> ServerReply {
        redirectURL.map { .redirect(to: $0) } ?? .html(Page.message("Signed out", "You are signed out."))
    }

    mutating func logOut(as standing: Login.Standing = .loggedOut, where isMeant: (Login) -> Bool) {
        for index in logins.indices where logins[index].standing == .active && isMeant(logins[index]) {
            logins[index].standing = standing
        }
    }
}
