internal import AccessEnablerAPI
internal import Tokens
internal import XML

/// Registration code, login page, token (AE-AUTHN-013, contracts 5.2 and 5.3).
extension SDKWire {
    /// First a code, by which the service knows the browser's login and this instance as one; before 3.0 the device does.
    func startLogin(at mvpd: BoundMVPD, for state: EnablerState) -> LoginStart {
        if state.isSigned, state.settings.platform == .iOS { return .page(loginURL(mvpd, code: nil, for: state)) }
        return .ask(state.signed(registrationCodeRequest(at: mvpd, for: state)))
    }

    func loginOffer(in reply: NetworkReply, at mvpd: BoundMVPD, for state: EnablerState) -> LoginOffer? {
        registrationCode(in: reply).map { code, until in
            .login(code: code, url: loginURL(mvpd, code: code, for: state), until: until)
        }
    }

    /// AE-NAV-002: the authentication endpoint of the provider that the MVPD is paired with.
    private func loginURL(_ mvpd: BoundMVPD, code: String?, for state: EnablerState) -> String {
        var query = [
            FormField("noflash", "true"), FormField("mso_id", mvpd.id), FormField("requestor_id", state.requestor),
            FormField("no_iframe", "true"), FormField("domain_name", "adobe.com"),
            FormField("redirect_url", state.redirectURL(for: mvpd)),
            code.map { FormField("reg_code", $0) } ?? FormField("device_id", state.client.deviceID),
            FormField("client_type", state.client.system),
            FormField("client_version", state.settings.version.description),
        ]
        query += Value.genericData(state.authentication.data).map { [FormField("generic_data", $0)] } ?? []
        query += state.accessToken(for: mvpd.provider).map { [FormField("access_token", $0)] } ?? []
        query += state.options.browserParameters(of: state.client)
        return mvpd.provider.url("/adobe-services/authenticate/saml", query)
    }

    func saysPassIsOver(_ reply: NetworkReply) -> Bool { false }

    // MARK: - The token

    func loginRequest(at mvpd: BoundMVPD, code: String?, for state: EnablerState) -> ServiceRequest {
        var form = [FormField("_method", "GET"), FormField("requestor_id", state.requestor)]
        if let code { form.append(FormField("reg_code", code)) }
        form.append(FormField("device_id", state.client.deviceID))
        let ask = ServiceRequest.post(
            path("session", ofDevices: "sessionDevice", for: state), form + state.proofFields)
        guard case .polling = state.authentication.state else { return ask }
        return state.signed(ask)
    }

    func login(
        in reply: NetworkReply, at mvpd: BoundMVPD, code: String?, for state: EnablerState
    ) -> StoredAuthentication? {
        guard reply.isSuccess, let result = try? XMLReader.read(reply.body, limits: .token),
            let text = result.text(of: "authnToken")
        else { return nil }
        return StoredAuthentication(token: text, registrationCode: code, userMetadata: result.text(of: "userMeta"))
    }

    func read(_ stored: StoredAuthentication) -> Login? {
        guard let token = try? AuthenticationToken(parsing: stored.token) else { return nil }
        var login = Login(
            requestor: token.requestor, mvpd: token.mvpd, expires: token.expires, guid: token.guid,
            fingerprint: token.fingerprint.lowercased())
        // NameID and session index go back as they came.
        if let nameID = token.nameID { login.headers.append(.init("ap_19", nameID)) }
        if let sessionIndex = token.sessionIndex { login.headers.append(.init("ap_23", sessionIndex)) }
        return login
    }

    /// Status 401, or a `pendingLogout` element.
    func saysNobody(_ reply: NetworkReply) -> Bool {
        reply.status == 401 || reply.text.contains("<pendingLogout")
    }

    /// A login with the device's account has no code; the service knows it by the device.
    func synchronisationRequest(of held: ValidAuthentication, for state: EnablerState) -> ServiceRequest? {
        let code = held.stored.registrationCode
        guard code != nil || held.stored.isFromPlatform || state.isSigned else { return nil }
        return loginRequest(at: held.mvpd, code: code, for: state)
    }
}
