internal import AccessEnablerAPI
internal import Documents
internal import Encodings
internal import Timing

/// Sessions and profiles (service-protocol.md 7.3, 7.4, 7.11).
extension RESTv2Wire {
    func startLogin(at mvpd: BoundMVPD, for state: EnablerState) -> LoginStart {
        var form = [
            FormField("mvpd", mvpd.id), FormField("domainName", "adobe.com"),
            FormField("redirectUrl", state.redirectURL(for: mvpd)),
        ]
        // No place is documented for it (AE-AUTHN-016).
        form += Value.genericData(state.authentication.data).map { [FormField("generic_data", $0)] } ?? []
        return .ask(.post(path("sessions", of: state.requestor), form))
    }

    func loginOffer(in reply: NetworkReply, at mvpd: BoundMVPD, for state: EnablerState) -> LoginOffer? {
        guard let answer = reply.document else { return nil }
        switch answer["actionName"]?.string {
        case "authorize":
            return .held
        case "authenticate":
            guard let code = answer["code"]?.string, !code.isEmpty, let url = answer["url"]?.string else { return nil }
            let until = (answer["notAfter"]?.string).flatMap { ForeignInteger($0)?.date.milliseconds } ?? .max
            return .login(code: code, url: address(url, at: mvpd, for: state), until: until)
        default:
            return nil
        }
    }

    /// The pass begins with the first authorization, and its profile is there before.
    func tempPassRequest(of mvpd: BoundMVPD, for state: EnablerState) -> ServiceRequest? { nil }

    func saysPassIsOver(_ reply: NetworkReply) -> Bool {
        reply.errorCode?.hasPrefix("temporary_access_") ?? false
    }

    // MARK: - Profiles

    func loginRequest(at mvpd: BoundMVPD, code: String?, for state: EnablerState) -> ServiceRequest {
        guard let code else {
            var ask = ServiceRequest.get(path("profiles", mvpd.id, of: state.requestor))
            if mvpd.isTempPass, let identity = identity(at: mvpd, for: state) {
                ask.headers = [Self.identifying(identity)]
            }
            return ask
        }
        return .get(path("profiles", "code", code, of: state.requestor))
    }

    func login(
        in reply: NetworkReply, at mvpd: BoundMVPD, code: String?, for state: EnablerState
    ) -> StoredAuthentication? {
        guard let profile = reply.document?["profiles"]?[mvpd.id], let expires = profile["notAfter"]?.int?.date else {
            return nil
        }
        var data: JSONObject = [:]
        var encrypted: [JSON] = []
        for attribute in profile["attributes"]?.object?.members ?? [] {
            data[attribute.key] = attribute.value["value"]
            if attribute.value["state"]?.string == "enc" { encrypted.append(.string(attribute.key)) }
        }
        var record = Login(
            requestor: state.requestor, mvpd: mvpd.id, expires: expires,
            guid: data["userID"]?.string ?? "", fingerprint: state.client.fingerprint
        ).record
        // The platform has to vouch for the user with every request.
        if profile["type"]?.string == "appleSSO" { record["platform"] = .string(mvpd.platformID) }
        // So has the application, for whom it gave a promotional pass.
        if mvpd.isTempPass { record["identity"] = identity(at: mvpd, for: state).map(JSON.string) }
        let metadata: JSON = ["encrypted": .array(encrypted), "data": .object(data)]
        return StoredAuthentication(
            token: JSON.object(record).text, registrationCode: code, userMetadata: metadata.text)
    }

    func read(_ stored: StoredAuthentication) -> Login? {
        guard let record = try? JSON.parse(stored.token), var login = Login(record: record) else { return nil }
        if let platform = record["platform"]?.string {
            login.headers = [Self.vouching(for: platform, until: login.expires.milliseconds)]
        }
        if let identity = record["identity"]?.string { login.headers = [Self.identifying(identity)] }
        return login
    }

    /// No profile is no error.
    func saysNobody(_ reply: NetworkReply) -> Bool {
        reply.document?["profiles"]?.object?.members.isEmpty ?? (reply.errorCode == "invalid_authentication_session")
    }

    func synchronisationRequest(of held: ValidAuthentication, for state: EnablerState) -> ServiceRequest? {
        loginRequest(presenting: held, for: state)
    }

    func loginRequest(presenting held: ValidAuthentication, for state: EnablerState) -> ServiceRequest {
        var ask = loginRequest(at: held.mvpd, code: nil, for: state)
        ask.headers = held.login.headers
        return ask
    }

    // MARK: - Apple SSO

    func profileRequest(of mvpd: BoundMVPD, for state: EnablerState) -> ServiceRequest {
        var form = [FormField("domainName", "adobe.com"), FormField("redirectUrl", state.redirectURL(for: mvpd))]
        form += Value.genericData(state.authentication.data).map { [FormField("generic_data", $0)] } ?? []
        var ask = ServiceRequest.post(path("sessions", "sso", "Apple", of: state.requestor), form)
        ask.headers = [Self.vouching(for: mvpd.platformID, until: state.now + Self.hour)]
        return ask
    }

    func profileQuestion(in reply: NetworkReply) -> String? {
        guard let answer = reply.document, answer["actionName"]?.string == "partner_profile",
            let question = answer["authenticationRequest"]?["request"]?.string.flatMap({ Base64.decode($0) })
        else { return nil }
        return String(decoding: question, as: UTF8.self)
    }

    func profileExchange(of mvpd: BoundMVPD, response: String, for state: EnablerState) -> ServiceRequest {
        var ask = ServiceRequest.post(
            path("profiles", "sso", "Apple", of: state.requestor), [FormField("SAMLResponse", response)])
        ask.headers = [Self.vouching(for: mvpd.platformID, until: state.now + Self.hour)]
        return ask
    }

    /// What the application tells of the user, or told when the pass in storage began.
    private func identity(at mvpd: BoundMVPD, for state: EnablerState) -> String? {
        if let data = Value.genericData(state.authentication.data) { return data }
        let stored = state.store.authentication(state.bucket(of: mvpd))
        return stored.flatMap { try? JSON.parse($0.token) }?["identity"]?.string
    }

    /// Who is to have a promotional pass.
    private static func identifying(_ identity: String) -> NetworkRequest.Header {
        .init("AP-TempPass-Identity", Base64.encode(Array(identity.utf8)))
    }

    /// For as long as a login takes: the platform says no end.
    private static let hour: Int64 = 3_600_000

    /// That the platform lets the application know the user's provider.
    private static func vouching(for provider: String, until expires: Int64) -> NetworkRequest.Header {
        let status: JSON = [
            "frameworkPermissionInfo": ["accessStatus": "granted"],
            "frameworkProviderInfo": ["id": .string(provider), "expirationDate": .string(String(expires))],
        ]
        return .init("AP-Partner-Framework-Status", Base64.encode(status.compact))
    }
}
