internal import Documents
internal import Encodings
internal import HTTPServer
internal import ServiceProtocol
internal import Timing
internal import Tokens

/// Authorization for devices that leave their tokens to the service (service-protocol.md 4.7 to 4.10).
extension SessionState {
    /// Answers `GET /api/v1/authorize`, which decides, and `tokens/authz`, which tells what was decided.
    mutating func authorizeDevice(_ incoming: Incoming, onlyTells: Bool) -> ServerReply {
        if let refusal = refusal(of: incoming) { return refusal }
        let format = incoming.format
        guard let resource = incoming["resource"] else { return Self.missing("resource", format) }
        guard let index = standingLogin(of: incoming) else {
            return onlyTells
                ? .status(412, "User not authenticated", format: format)
                : .status(403, "User not Authenticated", format: format)
        }
        let login = logins[index]
        let grant = Grant(login: index, resource: resource)
        if !onlyTells {
            if case .denied(let message) = rule(for: resource, login) {
                return .status(403, "User not authorized", details: message.isEmpty ? nil : message, format: format)
            }
            logins[index].hasAuthorized = true
            // A pass and what is authorized with it end together (AE-STO-031).
            grants[grant] = login.isPass ? login.expires : incoming.now + scenario.lifetimes.authorization
        }
        guard let expires = endOfGrant(of: resource, to: index) else {
            return .status(404, "Not Found", format: format)
        }
        if onlyTells, expires <= incoming.now { return .status(410, "Gone", format: format) }
        switch format {
        case .json:
            var members: JSONObject = [
                "mvpd": .string(login.mvpd), "resource": .string(resource), "requestor": .string(login.requestor),
                "expires": .string(String(expires.milliseconds)),
            ]
            if let proxy = login.proxyMVPD { members["proxyMvpd"] = .string(proxy) }
            return .json(.object(members))
        case .xml:
            let proxy: Markup = login.proxyMVPD.map { "<proxyMvpd>\($0)</proxyMvpd>" } ?? ""
            return .xml(
                """
                <authorization><expires>\(Int(expires.milliseconds))</expires><mvpd>\(login.mvpd)</mvpd>\(proxy)\
                <requestor>\(login.requestor)</requestor><resource>\(resource)</resource></authorization>
                """)
        }
    }

    /// Answers `GET /api/v1/mediatoken` and `tokens/media`.
    mutating func issueDeviceMediaToken(_ incoming: Incoming) -> ServerReply {
        if let refusal = refusal(of: incoming) { return refusal }
        let format = incoming.format
        guard let resource = incoming["resource"] else { return Self.missing("resource", format) }
        guard let index = standingLogin(of: incoming), let until = endOfGrant(of: resource, to: index),
            incoming.now < until
        else { return .status(403, "User not authorized", format: format) }
        let login = logins[index]
        let token = mediaToken(
            of: login.guid, at: login.mvpd, proxyMVPD: login.proxyMVPD, for: resource, requestor: login.requestor,
            now: incoming.now)
        let serialized = token.serialize(signedBy: signer.key)
        let user = Base64.encode(Array(login.guid.utf8))
        switch format {
        case .json:
            return .json([
                "resource": .string(resource), "requestor": .string(login.requestor),
                "expires": .string(String(token.expires.milliseconds)), "serializedToken": .string(serialized),
                "userId": .string(user), "mvpdId": .string(login.mvpd),
            ])
        case .xml:
            return .xml(
                """
                <play><expires>\(Int(token.expires.milliseconds))</expires><mvpdId>\(login.mvpd)</mvpdId>\
                <requestor>\(login.requestor)</requestor><resource>\(resource)</resource>\
                <serializedToken>\(serialized)</serializedToken><userId>\(user)</userId></play>
                """)
        }
    }

    /// Answers `DELETE /api/v1/logout`, for one requestor or for all, or only of one
    /// resource; a device nobody knows is logged out already.
    mutating func logOutDevice(_ incoming: Incoming) -> ServerReply {
        if let refusal = refusal(of: incoming) { return refusal }
        guard let device = incoming.device, !device.isEmpty else { return Self.missing("deviceId", incoming.format) }
        func isMeant(_ login: Login) -> Bool {
            login.device == device && (incoming.requestor == nil || login.requestor == incoming.requestor)
        }
        if let resource = incoming["resource"] {
            grants = grants.filter { grant, _ in grant.resource != resource || !isMeant(logins[grant.login]) }
        } else {
            logOut(where: isMeant)
        }
        return .empty(status: 204)
    }

    /// Until when a resource is authorized: what a user was granted outlasts another login with the same MVPD.
    private func endOfGrant(of resource: String, to index: Int) -> WallTime? {
        if let end = grants[Grant(login: index, resource: resource)] { return end }
        let login = logins[index]
        return grants.filter { grant, _ in
            let other = logins[grant.login]
            return grant.resource == resource && other.standing == .active && other.device == login.device
                && other.requestor == login.requestor && other.mvpd == login.mvpd
                && other.user?.name == login.user?.name
        }.values.max()
    }

    func standingLogin(of incoming: Incoming) -> Int? {
        guard let index = login(of: incoming), logins[index].standing == .active,
            incoming.now < logins[index].expires
        else { return nil }
        return index
    }

    static func missing(_ name: String, _ format: ServerReply.Format) -> ServerReply {
        .status(400, "Required String parameter '\(name)' is not present", format: format)
    }
}
