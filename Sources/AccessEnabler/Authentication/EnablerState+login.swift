internal import AccessEnablerAPI
internal import Timing

/// The login itself: registration code, login page, token (AE-AUTHN-013, contracts 5.2 and 5.3).
extension EnablerState {
    /// The redirect that ends a login or a logout in a web view (AE-NAV-013).
    static let redirectURL = "adobepass://ios.app"

    /// The service opens the login, unless a page is all that it takes.
    mutating func logIn(with mvpd: BoundMVPD) {
        authentication.selected = nil
        switch wire.startLogin(at: mvpd, for: self) {
        case .page(let url):
            authentication.state = .navigating(mvpd, code: nil)
            navigate(to: url, for: mvpd)
        case .ask(let ask):
            authentication.state = .registering(mvpd)
            request(ask, of: mvpd.provider, for: .registrationCode)
        }
    }

    mutating func takeRegistrationCode(_ reply: ServiceReply) {
        guard case .registering(let mvpd) = authentication.state else { return }
        guard case .success(let reply) = reply, let offer = wire.loginOffer(in: reply, at: mvpd, for: self) else {
            return failAuthentication(.noRegistrationCode)
        }
        switch offer {
        case .held:
            fetchLogin(with: mvpd, code: nil)
        case .login(let code, let url, _) where settings.platform == .iOS:
            authentication.state = .navigating(mvpd, code: code)
            navigate(to: url, for: mvpd)
        case .login(let code, _, let until):
            authentication.state = .polling(mvpd, code: code, until: until)
            report(.registrationCode(code))
            pollSecondScreen()
        }
    }

    // MARK: - Navigation

    /// Who shows the page: exactly one of three (AE-NAV-004 to AE-NAV-009, AE-OPT-006, AE-OPT-007).
    ///
    /// An application without the optional callback is in no other place than one that does not ask for it (AE-NAV-008).
    mutating func navigate(to url: String, for mvpd: BoundMVPD) {
        if !needsSVC(mvpd) {
            callBack(.navigateToUrl(url))
        } else if options.handlesSVC, settings.version >= SDKVersion(3, 2),
            !settings.omittedCallbacks.contains(.navigateToUrlUseSVC)
        {
            callBack(.navigateToUrlUseSVC(url))
        } else {
            actions.append(.presentSafari(url))
        }
    }

    /// A Safari view controller ends at the application's own scheme (AE-NAV-014).
    func redirectURL(for mvpd: BoundMVPD) -> String {
        needsSVC(mvpd) ? "\(settings.customScheme)://adobe.com" : Self.redirectURL
    }

    /// Safari view controllers are of 3.1 (AE-NAV-016).
    private func needsSVC(_ mvpd: BoundMVPD) -> Bool {
        mvpd.requiresSVC && settings.version >= SDKVersion(3, 1)
    }

    /// handleExternalURL: the page has ended, of a login or of a logout (AE-URL-015).
    ///
    /// Without either, or with another URL, nothing happens (AE-URL-014).
    mutating func takeExternalURL(_ url: String) {
        let lowercased = url.lowercased()
        guard
            [Self.redirectURL, "\(settings.customScheme.lowercased())://"].contains(where: {
                lowercased.hasPrefix($0)
            })
        else { return }
        let endsLogout = logout == .navigating
        if endsLogout { completeLogout() }
        guard case .navigating(let mvpd, let code) = authentication.state else { return }
        // The service sends the browser back with this when the URL's access token did not do.
        guard !url.contains("error=access_denied") else { return failAuthentication(.accessRefused) }
        fetchLogin(with: mvpd, code: code, mayBeEarly: endsLogout)
    }

    // MARK: - The token

    /// AE-URL-002, AE-URL-008, AE-URL-010.
    ///
    /// Where a logout's page was open beside the login's, nobody says which of them has ended: then the login `mayBeEarly`.
    private mutating func fetchLogin(with mvpd: BoundMVPD, code: String?, mayBeEarly: Bool = false) {
        authentication.state = .fetching(mvpd, code: code, mayBeEarly: mayBeEarly)
        request(wire.loginRequest(at: mvpd, code: code, for: self), of: mvpd.provider, for: .session)
    }

    mutating func takeSession(_ reply: ServiceReply) {
        if case .polling(let mvpd, let code, _) = authentication.state {
            return takePoll(reply, mvpd, code: code)
        }
        guard case .fetching(let mvpd, let code, let mayBeEarly) = authentication.state else { return }
        guard case .success(let reply) = reply else { return failAuthentication() }
        if let fresh = readAuthentication(reply, of: mvpd, code: code) {
            completeAuthentication(fresh)
        } else if mayBeEarly, wire.saysNobody(reply) {
            authentication.state = .navigating(mvpd, code: code)
        } else {
            failAuthentication(reason(for: reply, of: mvpd))
        }
    }

    /// Why an answer made no login, where there is more to say than that.
    private func reason(for reply: NetworkReply, of mvpd: BoundMVPD) -> StatusReport? {
        if mvpd.isTempPass, wire.saysPassIsOver(reply) { return .tempPassExpired }
        if wire.saysNobody(reply) { return .noTokenOnSession }
        guard let login = wire.login(in: reply, at: mvpd, code: nil, for: self).flatMap(wire.read) else { return nil }
        guard login.isBound(to: client) else { return .foreignDevice }  // AE-DEV-010
        return mvpd.isTempPass && login.expires.milliseconds <= now ? .tempPassExpired : nil  // AE-EST-007
    }

    // MARK: - Second screen

    /// AE-TV-002: looks whether the user has logged in on the other screen.
    mutating func pollSecondScreen() {
        guard case .polling(let mvpd, let code, let until) = authentication.state else { return }
        guard now < until else { return failAuthentication() }
        request(wire.loginRequest(at: mvpd, code: code, for: self), of: mvpd.provider, for: .session)
    }

    /// No login yet, or no answer: look again.
    ///
    /// A token that cannot be used ends the flow.
    private mutating func takePoll(_ reply: ServiceReply, _ mvpd: BoundMVPD, code: String) {
        guard case .success(let reply) = reply, reply.isSuccess, !wire.saysNobody(reply) else {
            return startTimer(.poll, settings.limits.poll)
        }
        if let fresh = readAuthentication(reply, of: mvpd, code: code) {
            completeAuthentication(fresh)  // AE-TV-004
        } else {
            failAuthentication(reason(for: reply, of: mvpd))
        }
    }

    // MARK: - TempPass

    /// AE-SEL-005, AE-SEL-006: no page, no password.
    mutating func startTempPass(_ mvpd: BoundMVPD) {
        guard let ask = wire.tempPassRequest(of: mvpd, for: self) else { return fetchLogin(with: mvpd, code: nil) }
        authentication.state = .previewing(mvpd)
        request(ask, of: mvpd.provider, for: .tempPass)
    }

    mutating func takeTempPass(_ reply: ServiceReply) {
        guard case .previewing(let mvpd) = authentication.state else { return }
        guard case .success(let reply) = reply else { return failAuthentication() }
        guard reply.isSuccess else {
            // What is left to refuse is a pass that was used up (AE-EST-007).
            return failAuthentication(reply.status < 500 ? .tempPassExpired : nil)
        }
        fetchLogin(with: mvpd, code: nil)
    }
}
