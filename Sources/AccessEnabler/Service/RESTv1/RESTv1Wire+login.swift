internal import AccessEnablerAPI
internal import Documents
internal import Encodings
internal import Timing

/// Registration codes, and the login of the device (service-protocol.md 4.1 to 4.6).
extension RESTv1Wire {
    func startLogin(at mvpd: BoundMVPD, for state: EnablerState) -> LoginStart {
        .ask(registrationCodeRequest(at: mvpd, for: state))
    }

    func loginOffer(in reply: NetworkReply, at mvpd: BoundMVPD, for state: EnablerState) -> LoginOffer? {
        registrationCode(in: reply).map { code, until in
            .login(code: code, url: loginURL(mvpd, code: code, for: state), until: until)
        }
    }

    /// What a second screen opens; the documents want the code first and the end last.
    private func loginURL(_ mvpd: BoundMVPD, code: String, for state: EnablerState) -> String {
        var query = [
            FormField("reg_code", code), FormField("requestor_id", state.requestor), FormField("mso_id", mvpd.id),
            FormField("domain_name", "adobe.com"), FormField("noflash", "true"), FormField("no_iframe", "true"),
        ]
        query += Value.genericData(state.authentication.data).map { [FormField("generic_data", $0)] } ?? []
        query += state.options.browserParameters(of: state.client)
        query.append(FormField("redirect_url", state.redirectURL(for: mvpd)))
        return mvpd.provider.url("/api/v1/authenticate", query)
    }

    /// A temporary pass that was used up has an end that is past.
    func saysPassIsOver(_ reply: NetworkReply) -> Bool { reply.status == 410 }

    /// By the code first whether this login is done: the service tells of a device's last, which may be another.
    func loginRequest(at mvpd: BoundMVPD, code: String?, for state: EnablerState) -> ServiceRequest {
        guard let code else { return question("tokens/authn", for: state) }
        var ask = ServiceRequest.get(Self.checkPath + PercentEncoding.encode(code))
        ask.query = [FormField("requestor", state.requestor)]
        ask.headers = [Self.acceptsJSON]
        return ask
    }

    func login(
        in reply: NetworkReply, at mvpd: BoundMVPD, code: String?, for state: EnablerState
    ) -> StoredAuthentication? {
        guard let answer = reply.document, let requestor = answer["requestor"]?.string,
            let mvpd = answer["mvpd"]?.string, let expires = answer.end
        else { return nil }
        let login = Login(
            requestor: requestor, mvpd: mvpd, expires: expires, guid: answer["userId"]?.string ?? "",
            fingerprint: state.client.fingerprint)
        return StoredAuthentication(
            token: JSON.object(login.record).text, registrationCode: code, userMetadata: answer["metadata"]?.text)
    }

    func read(_ stored: StoredAuthentication) -> Login? {
        (try? JSON.parse(stored.token)).flatMap(Login.init(record:))
    }

    func saysNobody(_ reply: NetworkReply) -> Bool { [403, 404, 410, 412].contains(reply.status) }

    func synchronisationRequest(of held: ValidAuthentication, for state: EnablerState) -> ServiceRequest? {
        question("tokens/authn", for: state)
    }
}

extension JSON {
    /// When what an answer tells of is over: a text of milliseconds.
    var end: WallTime? { self["expires"]?.string.flatMap { ForeignInteger($0)?.date } }
}
