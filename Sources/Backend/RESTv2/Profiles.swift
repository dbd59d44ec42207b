internal import Documents
internal import HTTPServer
internal import Timing

/// The profiles of a device (service-protocol.md 7.4).
extension SessionState {
    /// `GET /api/v2/{sp}/profiles`: those that somebody has signed in for.
    func tellProfiles(_ call: ApplicationCall) throws(EnhancedError) -> ServerReply {
        let device = try call.device()
        let identities = identities(call).map(\.text)
        var mvpds: [String] = []
        for login in logins where login.application != nil && login.isValid(at: call.now) {
            let isOwn = login.application == call.client && login.device == device
            let isKnown = isOwn || !identities.isEmpty && login.identities.contains(where: identities.contains)
            if isKnown, !mvpds.contains(login.mvpd) { mvpds.append(login.mvpd) }
        }
        var profiles: [Profile] = []
        for mvpd in mvpds where self.mvpd(mvpd, of: call.requestor, at: call.endpoint) != nil {
            guard let profile = profile(of: mvpd, call, device: device) else { continue }
            // What Apple vouched for is shown while it goes on doing so.
            if profile.kind == .appleSSO, (try? partnerMVPD(call, naming: mvpd)) == nil { continue }
            profiles.append(profile)
        }
        return tell(profiles, device: device)
    }

    /// `GET /api/v2/{sp}/profiles/{mvpd}`.
    mutating func tellProfile(_ call: ApplicationCall) throws(EnhancedError) -> ServerReply {
        try tellProfile(of: integratedMVPD(call), call, device: call.device())
    }

    /// `GET /api/v2/{sp}/profiles/code/{code}`: what has come of a login; nothing as long as nobody has signed in.
    mutating func tellProfileOfCode(_ call: ApplicationCall) throws(EnhancedError) -> ServerReply {
        let (code, record) = try session(call)
        if let mvpd = record.mvpd.flatMap({ mvpd($0, of: call.requestor, at: call.endpoint) }),
            mvpd.isTempPass || isDegraded(mvpd.id, call, .authNAll)
        {
            return try tellProfile(of: mvpd, call, device: record.device)
        }
        let login = logins.lastIndex { $0.key == .code(code) && $0.isValid(at: call.now) }
        return tell(login.map { [profile(of: $0, .regular)] } ?? [], device: record.device)
    }

    private mutating func tellProfile(
        of mvpd: MVPDScript, _ call: ApplicationCall, device: String
    ) throws(EnhancedError) -> ServerReply {
        if isDegraded(mvpd.id, call, .authNAll) {
            return tell([degradedProfile(of: mvpd.id, at: call.now)], device: device)
        }
        if mvpd.isTempPass {
            let access = try temporaryAccess(mvpd, call, device: device)
            if mvpd.tempPass == nil {
                passes[Pass(requestor: call.requestor, mvpd: mvpd.id, device: device)] = access.begin
            }
            return tell([mvpd.id: access.profile(of: mvpd.id).json(access.attributes(device: device))])
        }
        guard let profile = profile(of: mvpd.id, call, device: device) else { return tell([], device: device) }
        if profile.kind == .appleSSO { _ = try partnerMVPD(call, naming: mvpd.id) }
        return tell([profile], device: device)
    }

    func tell(_ profiles: [Profile], device: String, status: Int = 200) -> ServerReply {
        var members: JSONObject = [:]
        for profile in profiles { members[profile.mvpd] = profile.json(attributes(of: profile, device: device)) }
        return tell(members, status: status)
    }

    private func tell(_ members: JSONObject, status: Int = 200) -> ServerReply {
        .json(["profiles": .object(members)], status: status)
    }
}

extension ServerReply {
    /// Whether it tells that nobody has signed in yet (service-protocol.md 3.3, 7.4).
    var isNotYet: Bool { status >= 400 || body == Self.noProfiles }

    private static let noProfiles = Array(#"{"profiles":{}}"#.utf8)
}
