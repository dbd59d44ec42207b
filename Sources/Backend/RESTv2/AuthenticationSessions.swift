import Encodings
internal import Documents
internal import HTTPServer
internal import Timing

/// What a registration code of REST API v2 stands for, beside what every code does.
struct AuthenticationSession: Sendable {
    /// The `client_id` of the application that began it.
    var client: String
    var domainName: String?
    var redirectURL: String?
    /// Whom the platform or a service of the programmer says the user is.
    var identities: [String] = []
}

/// Who has one session at a time: an application on a device.
struct SessionOwner: Sendable, Hashable {
    var requestor: String
    var client: String
    var device: String
}

extension RegistrationCode {
    /// Nil in the older generations.
    var owner: SessionOwner? {
        session.map { SessionOwner(requestor: requestor, client: $0.client, device: device) }
    }
}

/// Logins that an application begins, and another one may go on with (service-protocol.md 7.3).
extension SessionState {
    /// Why a login takes the way that an answer tells.
    enum LoginReason: String {
        case none, degraded, temporary, authenticated, authenticatedSSO
        case partnerStatus = "pfs_fallback"
        case partnerConfiguration = "configuration_fallback"
        case missingParameters = "missing_parameters_fallback"
    }

    /// `POST /api/v2/{sp}/sessions`.
    mutating func createSession(_ call: ApplicationCall) throws(EnhancedError) -> ServerReply {
        let device = try call.device()
        let mvpd = call["mvpd"]
        if let mvpd { _ = try integrated(mvpd, call) }
        let record = newCode(call, device: device, mvpd: mvpd, redirectURL: try redirectURL(call))
        if record.isWhole, let mvpd, let reason = reasonForNoLogin(mvpd, call, device: device) {
            return tellNoLogin(mvpd, reason, call)
        }
        return tell(record, code: keep(record), call, missing: "resume")
    }

    /// `POST /api/v2/{sp}/sessions/{code}`: supplies what was missing; the device is that of the session.
    mutating func resumeSession(_ call: ApplicationCall) throws(EnhancedError) -> ServerReply {
        var (code, record) = try session(call)
        if let mvpd = call["mvpd"] { record.mvpd = try integrated(mvpd, call).id }
        if let redirectURL = try redirectURL(call) { record.session?.redirectURL = redirectURL }
        if let domain = call["domainName"] { record.session?.domainName = domain }
        codes[code] = record
        if record.isWhole, let mvpd = record.mvpd {
            // Of the application that began it, whoever goes on with it.
            let owner = ApplicationCall(
                incoming: call.incoming, requestor: call.requestor, told: call.told,
                client: record.session?.client ?? call.client)
            if let reason = reasonForNoLogin(mvpd, owner, device: record.device, knowsIdentities: false) {
                return tellNoLogin(mvpd, reason, call)
            }
        }
        return tell(record, code: code, call, missing: "retry")
    }

    /// The same, where the second screen is the suite's own: it alone says where its browser is to end.
    ///
    /// What else the device has said stays.
    mutating func completeSession(_ code: String, _ mvpd: String, domainName: String, _ redirectURL: String) {
        guard var record = codes[code], var session = record.session else { return }
        session.domainName = session.domainName ?? domainName
        session.redirectURL = redirectURL
        (record.session, record.mvpd) = (session, record.mvpd ?? mvpd)
        codes[code] = record
    }

    /// `GET /api/v2/{sp}/sessions/{code}`.
    func tellSession(_ call: ApplicationCall) throws(EnhancedError) -> ServerReply {
        let (_, record) = try session(call)
        var existing: JSONObject = [:]
        existing["mvpd"] = record.mvpd.map(JSON.string)
        existing["domainName"] = (record.session?.domainName).map(JSON.string)
        existing["redirectUrl"] = (record.session?.redirectURL).map(JSON.string)
        existing["serviceProvider"] = .string(call.told)
        var members: JSONObject = ["existingParameters": .object(existing)]
        if !record.isWhole { members["missingParameters"] = .strings(record.missing) }
        members["device"] = DeviceDescription(record, of: call.incoming).json
        members["notBefore"] = .string(String(record.generated.milliseconds))
        members["notAfter"] = .string(String(record.expires.milliseconds))
        return .json(.object(members))
    }

    /// `GET /api/v2/authenticate/{sp}/{code}`: by way of the native generations' login.
    func sendUserAgent(_ incoming: Incoming) -> ServerReply {
        let code = incoming.place("code")
        guard let record = validCode(code, at: incoming.now), record.requestor == incoming.place("requestor"),
            let session = record.session, let mvpd = record.mvpd, let redirectURL = session.redirectURL
        else {
            return .html(
                Page.message("Bad request", "This sign-in is unknown or over, or not all that it needs is known."),
                status: 400)
        }
        var address = "/adobe-services/authenticate/saml?noflash=true&no_iframe=false"
        for (name, value) in [
            ("mso_id", mvpd), ("requestor_id", record.requestor), ("domain_name", session.domainName ?? ""),
            ("redirect_url", redirectURL), ("reg_code", code),
        ] {
            address = URLText.adding(name, value, to: address)
        }
        return .redirect(to: address)
    }

    /// The session whose code the path names.
    func session(_ call: ApplicationCall) throws(EnhancedError) -> (code: String, record: RegistrationCode) {
        let code = call.incoming.place("code")
        guard (6...7).contains(code.utf8.count), code.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
            throw EnhancedError(.invalidCode)
        }
        guard let record = validCode(code, at: call.now), record.requestor == call.requestor, record.session != nil
        else { throw EnhancedError(.invalidSession) }
        return (code, record)
    }

    /// Where the browser is to end, if it is said and may be.
    func redirectURL(_ call: ApplicationCall) throws(EnhancedError) -> String? {
        guard let address = call["redirectUrl"] else { return nil }
        guard mayRedirect(to: address, of: call.requestor, call.incoming) else {
            throw EnhancedError(.invalidRedirectURL, "'\(address)' is not the application's or the requestor's")
        }
        return address
    }

    /// Why nobody has to sign in; nil where somebody has to.
    ///
    /// - Parameter knowsIdentities: whether the call comes from the device itself, with what it knows of the user.
    func reasonForNoLogin(
        _ mvpd: String, _ call: ApplicationCall, device: String, knowsIdentities: Bool = true
    ) -> LoginReason? {
        if isDegraded(mvpd, call, .authNAll) { return .degraded }
        if self.mvpd(mvpd, of: call.requestor, at: call.endpoint)?.isTempPass ?? false { return .temporary }
        let found = profile(of: mvpd, call, device: device)
        guard let found, knowsIdentities || !found.kind.isByIdentity else { return nil }
        return found.kind.isByIdentity ? .authenticatedSSO : .authenticated
    }

    mutating func newCode(
        _ call: ApplicationCall, device: String, mvpd: String?, redirectURL: String?
    ) -> RegistrationCode {
        var record = RegistrationCode(
            id: random.uuid(), requestor: call.requestor, device: device, mvpd: mvpd, generated: call.now,
            expires: call.now + scenario.lifetimes.registrationCode, deviceInfo: call.incoming.header("X-Device-Info"),
            userAgent: call.incoming.header("user-agent"))
        record.base = call.incoming.base
        record.session = AuthenticationSession(
            client: call.client, domainName: call["domainName"], redirectURL: redirectURL,
            identities: identities(call).map(\.text))
        return record
    }

    /// Enters a session, which ends the former one of the device; gives its code.
    mutating func keep(_ record: RegistrationCode) -> String {
        let code = random.registrationCode()
        codes[code] = record
        if let owner = record.owner, let former = sessionCodes.updateValue(code, forKey: owner) { codes[former] = nil }
        freshCanaries.append(code)
        return code
    }

    /// That somebody has to sign in, or (`missing`) that not all is known that it takes.
    func tell(
        _ record: RegistrationCode, code: String, _ call: ApplicationCall, missing word: String,
        reason: LoginReason = .none
    ) -> ServerReply {
        let isWhole = word == "authenticate" || record.isWhole
        var members: JSONObject = [
            "actionName": .string(isWhole ? "authenticate" : word),
            "actionType": .string(isWhole ? "interactive" : "direct"), "reasonType": .string(reason.rawValue),
        ]
        members["url"] = .string(
            isWhole
                ? "/api/v2/authenticate/\(PercentEncoding.encode(call.told))/\(code)" : "\(call.path)/sessions/\(code)")
        if !isWhole { members["missingParameters"] = .strings(record.missing) }
        members["code"] = .string(code)
        members["sessionId"] = .string(record.id)
        members["mvpd"] = record.mvpd.map(JSON.string)
        members["serviceProvider"] = .string(call.told)
        members["notBefore"] = .string(String(record.generated.milliseconds))
        members["notAfter"] = .string(String(record.expires.milliseconds))
        return .json(.object(members))
    }

    /// That nobody has to sign in.
    mutating func tellNoLogin(_ mvpd: String, _ reason: LoginReason, _ call: ApplicationCall) -> ServerReply {
        .json([
            "actionName": "authorize", "actionType": "direct", "reasonType": .string(reason.rawValue),
            "url": .string("\(call.path)/decisions/authorize/\(PercentEncoding.encode(mvpd))"),
            "sessionId": .string(random.uuid()), "mvpd": .string(mvpd), "serviceProvider": .string(call.told),
        ])
    }
}

extension RegistrationCode {
    /// The parameters that a login needs and that nobody has said.
    var missing: [String] {
        [
            mvpd == nil ? "mvpd" : nil, session?.domainName == nil ? "domainName" : nil,
            session?.redirectURL == nil ? "redirectUrl" : nil,
        ].compactMap(\.self)
    }

    var isWhole: Bool { missing.isEmpty }
}
