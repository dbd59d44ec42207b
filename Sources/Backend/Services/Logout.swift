internal import HTTPServer

/// The end of a login (service-protocol.md 3.10).
extension SessionState {
    /// `GET /adobe-services/logout`: ends the logins of requestor and MVPD that are the caller's, and has the MVPD end
    /// its own.
    mutating func logOut(_ incoming: Incoming, base: String) -> ServerReply {
        let meant = Set(loginsToEnd(by: incoming))
        let user = meant.max().flatMap { logins[$0].user?.name }
        for index in meant { logins[index].standing = .loggedOut }
        let redirectURL = self.redirectURL(of: incoming)
        guard let id = incoming.mvpd,
            let mvpd = mvpd(id, of: incoming.requestor ?? "", at: incoming.request.endpoint),
            ![.none, .service].contains(mvpd.logout)
        else { return Self.end(of: redirectURL) }
        let relayState = random.uuid()
        logouts[relayState] = PendingLogout(base: base, redirectURL: redirectURL)
        freshCanaries.append(relayState)
        let saml = saml(base: base, at: incoming.now)
        let page = saml.issuer(mvpd.id) + "/logout"
        let request = saml.logoutRequest(id: random.uuid(), destination: page, user: user ?? "nobody")
        return .redirect(to: page + "?" + saml.query("SAMLRequest", request, relayState: relayState))
    }

    /// The standing logins of the caller, whom its device, its registration code or the cookie of its browser tells.
    ///
    /// Who shows none of these is believed to be the only one there is; where there are several, nobody is signed out.
    /// The sessions of a run have one caller each.
    private func loginsToEnd(by incoming: Incoming) -> [Int] {
        let fitting = logins.indices.filter { index in
            let login = logins[index]
            return login.standing == .active && login.application == nil
                && (incoming.requestor == nil || login.requestor == incoming.requestor)
                && (incoming.mvpd == nil || login.mvpd == incoming.mvpd)
        }
        if let device = incoming["pt_device_id"] ?? incoming.device {
            return fitting.filter { index in
                let own = logins[index].device
                return own == device || Self.fingerprint(of: own) == device
            }
        }
        guard isOpen else { return fitting }
        if let code = incoming["reg_code"] { return fitting.filter { logins[$0].key == .code(code) } }
        let cookie = incoming.cookie(Self.sessionCookie)
        let ofBrowser = fitting.filter { cookie != nil && logins[$0].browser == cookie }
        guard ofBrowser.isEmpty else { return ofBrowser }
        return Set(fitting.map { logins[$0].caller }).count > 1 ? [] : fitting
    }

    /// The MVPD's side: its own session ends, with a page or without, and the browser goes back.
    mutating func logOutAtMVPD(_ incoming: Incoming) -> ServerReply {
        guard let relayState = incoming["RelayState"], let logout = logouts[relayState] else {
            return .html(Page.message("Signed out", "You are signed out."))
        }
        let segments = incoming.request.path.split(separator: "/")
        let id = segments.count > 1 ? String(segments[1]) : ""
        let saml = saml(base: logout.base, at: incoming.now)
        let response = saml.logoutResponse(id: random.uuid(), mvpd: id)
        let back = logout.base + Page.logoutPath + "?" + saml.query("SAMLResponse", response, relayState: relayState)
        guard let mvpd = mvpd(id, of: "", at: incoming.request.endpoint), mvpd.logout == .page else {
            return .redirect(to: back)
        }
        return .html(Page.signedOut(mvpd, next: back))
    }

    /// `GET /sp/saml/LogoutServiceHTTPRedirectResponse`: the MVPD has ended its session; the browser goes to where the
    /// logout began.
    mutating func finishLogout(_ incoming: Incoming) -> ServerReply {
        guard let relayState = incoming["RelayState"], let logout = logouts.removeValue(forKey: relayState) else {
            return .html(Page.message("Signed out", "This sign-out is over or was never begun."), status: 400)
        }
        return Self.end(of: logout.redirectURL)
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
