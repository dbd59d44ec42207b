import Encodings
internal import Documents
internal import HTTPServer
internal import Timing

/// Sign-ins with the platform's framework (service-protocol.md 7.11).
extension SessionState {
    /// `POST /api/v2/{sp}/sessions/sso/{partner}`: the question for the framework, or the way of an ordinary login.
    mutating func askPartner(_ call: ApplicationCall) throws(EnhancedError) -> ServerReply {
        try checkPartner(call)
        let device = try call.device()
        let redirectURL = try redirectURL(call)
        let named = PartnerStatus(call).provider.flatMap { mvpd(mappedFrom: $0, call) }
        let isGood = (try? partnerMVPD(call)) != nil
        if let named, let reason = reasonForNoLogin(named.id, call, device: device) {
            // What Apple vouched for needs that it goes on doing so.
            let isApples = profile(of: named.id, call, device: device)?.kind == .appleSSO
            if isGood || !isApples { return tellNoLogin(named.id, reason, call) }
        }
        guard isGood, let named, problem(ofPlatform: named) == nil else {
            let record = newCode(call, device: device, mvpd: named?.id, redirectURL: redirectURL)
            guard record.session?.domainName != nil, redirectURL != nil else {
                return tell(record, code: keep(record), call, missing: "resume", reason: .missingParameters)
            }
            let reason: LoginReason = isGood ? .partnerConfiguration : .partnerStatus
            return tell(record, code: keep(record), call, missing: "authenticate", reason: reason)
        }
        let request = "_" + random.uuid()
        profileRequests[request] = ProfileRequest(requestor: call.requestor, mvpd: named)
        let saml = saml(base: call.incoming.base, at: call.now)
        let document = saml.authenticationRequest(id: request, destination: saml.issuer(named.id), isEmbedded: true)
        return .json([
            "actionName": "partner_profile", "actionType": "direct", "reasonType": "none",
            "url": .string("\(call.path)/profiles/sso/\(PercentEncoding.encode(call.incoming.place("partner")))"),
            "sessionId": .string(random.uuid()), "mvpd": .string(named.id), "serviceProvider": .string(call.told),
            "authenticationRequest": [
                "type": "saml", "request": .string(Base64.encode(document)),
                "attributesNames": ["uid", "NameID", "uniqueId"],
            ],
        ])
    }

    /// `POST /api/v2/{sp}/profiles/sso/{partner}`: makes the framework's answer a profile.
    mutating func takePartnerProfile(_ call: ApplicationCall) throws(EnhancedError) -> ServerReply {
        try checkPartner(call)
        let device = try call.device()
        let mvpd = try partnerMVPD(call)
        if isDegraded(mvpd.id, call, .authNAll) {
            return tell([degradedProfile(of: mvpd.id, at: call.now)], device: device)
        }
        if let problem = problem(ofPlatform: mvpd) { throw EnhancedError(problem) }
        guard let text = call["SAMLResponse"],
            let user = takePlatformAnswer(text, requestor: call.requestor, mvpd: mvpd.id)
        else { throw EnhancedError(.invalidSAMLResponse) }
        let transaction = Transaction(
            requestor: call.requestor, mvpd: mvpd, domain: call["domainName"] ?? "", redirectURL: "",
            key: .device(device))
        recordLogin(of: transaction, user: user.account, at: call.now)
        let place = logins.count - 1
        logins[place].isFromPlatform = true
        logins[place].application = call.client
        logins[place].identities = identities(call).map(\.text)
        return tell([profile(of: place, .appleSSO)], device: device, status: 201)
    }

    /// The MVPD that a good status of the framework names (service-protocol.md 7.2).
    ///
    /// - Parameter named: the MVPD that the call is about.
    @discardableResult
    func partnerMVPD(_ call: ApplicationCall, naming named: String? = nil) throws(EnhancedError) -> MVPDScript {
        let status = PartnerStatus(call)
        switch status.access {
        case "granted": break
        case nil: throw EnhancedError(.noPermission)
        case "denied", "restricted": throw EnhancedError(.permissionNotGranted)
        default: throw EnhancedError(.undeterminedPermission)
        }
        guard let mvpd = status.provider.flatMap({ mvpd(mappedFrom: $0, call) }) else {
            throw EnhancedError(.undeterminedProvider)
        }
        if let named, named != mvpd.id { throw EnhancedError(.providerMismatch) }
        guard let expires = status.expires, call.now < expires else { throw EnhancedError(.providerExpired) }
        return mvpd
    }

    /// One that has no name of the platform's is called there by its own (a choice).
    private func mvpd(mappedFrom id: String, _ call: ApplicationCall) -> MVPDScript? {
        mvpds(of: call.requestor, at: call.endpoint).first { ($0.properties["platformMappingId"] ?? $0.id) == id }
    }

    private func checkPartner(_ call: ApplicationCall) throws(EnhancedError) {
        guard call.incoming.place("partner") == "Apple" else {
            throw EnhancedError(.invalidPartner, "expected Apple")
        }
    }

    /// What keeps the platform from signing in with the MVPD.
    private func problem(ofPlatform mvpd: MVPDScript) -> EnhancedError.Code? {
        if mvpd.isPlatformPartner { return nil }
        return mvpd.properties["boardingStatus"] == "SUPPORTED" ? .invalidPlatformServices : .invalidBoardingStatus
    }
}

/// What the header AP-Partner-Framework-Status says.
private struct PartnerStatus {
    var access: String?
    /// By the platform's name.
    var provider: String?
    var expires: WallTime?

    init(_ call: ApplicationCall) {
        let status = call.document(in: "AP-Partner-Framework-Status")
        access = status?["frameworkPermissionInfo"]?["accessStatus"]?.string
        let information = status?["frameworkProviderInfo"]
        provider = information?["id"]?.string
        expires = (information?["expirationDate"]?.string).flatMap { ForeignInteger($0)?.date }
    }
}
