internal import AccessEnablerAPI
internal import Documents
internal import Encodings
internal import Timing
internal import Tokens
internal import XML

/// The login itself: registration code, login page, token (AE-AUTHN-013, contracts 5.2 and 5.3).
extension EnablerState {
    /// The redirect that ends a login or a logout in a web view (AE-NAV-013).
    static let redirectURL = "adobepass://ios.app"

    /// First a code, by which the service knows the browser's login and this instance as one.
    mutating func logIn(with mvpd: BoundMVPD) {
        authentication.selected = nil
        if isSigned, settings.platform == .iOS {
            authentication.state = .navigating(mvpd, code: nil)
            return navigate(to: loginURL(mvpd, code: nil), for: mvpd)
        }
        authentication.state = .registering(mvpd)
        var form = [FormField("deviceId", client.deviceID), FormField("mvpd", mvpd.id)]
        // There is no page of the instance's own that could carry them (AE-AUTHN-016).
        if settings.platform == .tvOS {
            form += Value.genericData(authentication.data).map { [FormField("generic_data", $0)] } ?? []
        }
        var ask = ServiceRequest.post("/reggie/v1/\(PercentEncoding.encode(requestor))/regcode", form)
        ask.headers = [.init("Accept", "application/json")]
        request(signed(ask), of: mvpd.provider, for: .registrationCode)
    }

    mutating func takeRegistrationCode(_ reply: ServiceReply) {
        guard case .registering(let mvpd) = authentication.state else { return }
        guard case .success(let reply) = reply, reply.isSuccess, let record = try? JSON.parse(reply.body),
            let code = record["code"]?.string, !code.isEmpty
        else { return failAuthentication(.noRegistrationCode) }
        switch settings.platform {
        case .iOS:
            authentication.state = .navigating(mvpd, code: code)
            navigate(to: loginURL(mvpd, code: code), for: mvpd)
        case .tvOS:
            authentication.state = .polling(mvpd, code: code, until: record["expires"]?.int ?? .max)
            report(.registrationCode(code))
            pollSecondScreen()
        }
    }

    /// AE-NAV-002: the authentication endpoint of the provider that the MVPD is paired with.
    private func loginURL(_ mvpd: BoundMVPD, code: String?) -> String {
        var query = [
            FormField("noflash", "true"), FormField("mso_id", mvpd.id), FormField("requestor_id", requestor),
            FormField("no_iframe", "true"), FormField("domain_name", "adobe.com"),
            FormField("redirect_url", redirectURL(for: mvpd)),
            code.map { FormField("reg_code", $0) } ?? FormField("device_id", client.deviceID),
            FormField("client_type", client.system), FormField("client_version", settings.version.description),
        ]
        query += Value.genericData(authentication.data).map { [FormField("generic_data", $0)] } ?? []
        query += accessToken(for: mvpd.provider).map { [FormField("access_token", $0)] } ?? []
        query += options.browserParameters(of: client)
        return mvpd.provider.url("/adobe-services/authenticate/saml", query)
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
        if case .navigating(let mvpd, let code) = authentication.state {
            // The service sends the browser back with this when the URL's access token did not do.
            guard !url.contains("error=access_denied") else { return failAuthentication(.accessRefused) }
            authentication.state = .fetching(mvpd, code: code)
            request(sessionRequest(code), of: mvpd.provider, for: .session)  // AE-URL-002, AE-URL-008, AE-URL-010
        } else if logout == .navigating {
            completeLogout()
        }
    }

    // MARK: - The token

    func sessionRequest(_ code: String?) -> ServiceRequest {
        var form = [FormField("_method", "GET"), FormField("requestor_id", requestor)]
        if let code { form.append(FormField("reg_code", code)) }
        form.append(FormField("device_id", client.deviceID))
        return .post(path("session", ofDevices: "sessionDevice"), form + proofFields)
    }

    mutating func takeSession(_ reply: ServiceReply) {
        if case .polling(let mvpd, let code, _) = authentication.state {
            return takePoll(reply, mvpd, code: code)
        }
        guard case .fetching(let mvpd, let code) = authentication.state else { return }
        guard case .success(let reply) = reply else { return failAuthentication() }
        if let fresh = readAuthentication(reply, of: mvpd, code: code) {
            completeAuthentication(fresh)
        } else {
            failAuthentication(reason(for: reply, of: mvpd))
        }
    }

    /// Why the answer of `/adobe-services/session` made no login, where there is more to say than that.
    private func reason(for reply: NetworkReply, of mvpd: BoundMVPD) -> StatusReport? {
        if reply.saysLoggedOut { return .noTokenOnSession }
        guard let result = try? XMLReader.read(reply.body, limits: .token), let text = result.text(of: "authnToken"),
            let token = try? AuthenticationToken(parsing: text)
        else { return nil }
        guard token.isBound(to: client) else { return .foreignDevice }  // AE-DEV-010
        return mvpd.isTempPass && token.expires.milliseconds <= now ? .tempPassExpired : nil  // AE-EST-007
    }

    // MARK: - Second screen

    /// AE-TV-002: looks whether the user has logged in on the other screen.
    mutating func pollSecondScreen() {
        guard case .polling(let mvpd, let code, let until) = authentication.state else { return }
        guard now < until else { return failAuthentication() }
        request(signed(sessionRequest(code)), of: mvpd.provider, for: .session)
    }

    /// No login yet, or no answer: look again.
    ///
    /// A token that cannot be used ends the flow.
    private mutating func takePoll(_ reply: ServiceReply, _ mvpd: BoundMVPD, code: String) {
        guard case .success(let reply) = reply, reply.isSuccess, !reply.saysLoggedOut else {
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
        authentication.state = .previewing(mvpd)
        var form = [
            FormField("requestor_id", requestor), FormField("deviceId", client.deviceID),
            FormField("mso_id", mvpd.id), FormField("domain_name", "adobe.com"),
        ]
        form += Value.genericData(authentication.data).map { [FormField("generic_data", $0)] } ?? []
        request(.post("/api/v1/authenticate/freepreview", form), of: mvpd.provider, for: .tempPass)
    }

    mutating func takeTempPass(_ reply: ServiceReply) {
        guard case .previewing(let mvpd) = authentication.state else { return }
        guard case .success(let reply) = reply else { return failAuthentication() }
        guard reply.isSuccess else {
            // What is left to refuse is a pass that was used up (AE-EST-007).
            return failAuthentication(reply.status < 500 ? .tempPassExpired : nil)
        }
        authentication.state = .fetching(mvpd, code: nil)
        request(sessionRequest(nil), of: mvpd.provider, for: .session)
    }
}
