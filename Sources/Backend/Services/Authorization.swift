internal import HTTPServer
internal import ServiceProtocol
internal import Timing
internal import Tokens
internal import XML

/// Authorization and media tokens (service-protocol.md 3.5 to 3.7).
extension SessionState {
    /// Answers `POST /adobe-services/authorize` and `authorizeDevice`.
    mutating func authorize(_ incoming: Incoming, alias: String?) -> ServerReply {
        if let refusal = refusal(of: incoming) { return refusal }
        guard accepts(requestor: incoming.requestor), let resource = incoming["resource_id"],
            let text = incoming["authentication_token"]
        else { return .xmlError("A required parameter is not present", status: 400) }
        if let header = missingHeader(incoming) {
            return .xmlError("The header \(header) is not present", status: 400)
        }
        guard let index = standingLogin(of: text, incoming) else { return .pendingLogout }
        let login = logins[index]
        if case .denied(let message) = rule(for: resource, login) {
            return .xml("<error><notAuthorized/><details>\(message)</details></error>")
        }
        // A pass and what is authorized with it end together (AE-STO-031).
        let expires = login.isPass ? login.expires : incoming.now + scenario.lifetimes.authorization
        var granted = AuthorizationToken(
            requestor: alias ?? incoming.requestor ?? login.requestor, resource: resource, expires: expires,
            mvpd: login.mvpd, fingerprint: fingerprint(for: incoming, of: login))
        granted.offsetMinutes = scenario.tokenOffsetMinutes
        let token = granted.issue(signedBy: signer.key)
        logins[index].hasAuthorized = true
        authorizations[token] = Authorization(login: index, resource: resource, expires: expires)
        freshCanaries.append(token)
        let metadata = incoming["userMeta"] == "1" ? userMetadata(of: logins[index], at: incoming.now) : ""
        return .xml("<result><authzToken>\(token)</authzToken>\(metadata)</result>")
    }

    /// `POST /adobe-services/shortAuthorize` and `deviceShortAuthorize`: the body is the token and nothing else.
    mutating func issueMediaToken(_ incoming: Incoming, alias: String?) -> ServerReply {
        if let refusal = refusal(of: incoming) { return refusal }
        guard accepts(requestor: incoming.requestor), let text = incoming["authz_token"] else {
            return .xmlError("A required parameter is not present", status: 400)
        }
        guard let authorization = authorizations[text], incoming.now < authorization.expires,
            logins[authorization.login].standing == .active
        else { return .pendingLogout }
        let login = logins[authorization.login]
        let token = mediaToken(
            of: login.guid, at: login.mvpd, proxyMVPD: login.proxyMVPD, for: authorization.resource,
            requestor: alias ?? incoming.requestor ?? login.requestor, now: incoming.now)
        return .text(token.issue(signedBy: signer.key))
    }

    /// - Parameter guid: of the login.
    mutating func mediaToken(
        of guid: String, at mvpd: String, proxyMVPD: String?, for resource: String, requestor: String, now: WallTime
    ) -> MediaToken {
        MediaToken(
            sessionGUID: guid, requestor: requestor, resource: resource,
            lifetimeMilliseconds: scenario.lifetimes.media.wholeMilliseconds,
            issued: mediaTokenTimes.next(for: "\(guid) \(resource)", at: now), mvpd: mvpd, proxyMVPD: proxyMVPD)
    }

    /// `POST /adobe-services/preauthorize`, with the resource repeated (service-protocol.md 3.8).
    func preauthorize(_ incoming: Incoming) -> ServerReply {
        if let refusal = refusal(of: incoming) { return refusal }
        guard accepts(requestor: incoming.requestor), let text = incoming["authentication_token"] else {
            return .xmlError("A required parameter is not present", status: 400)
        }
        let resources = incoming.all("resource_id") + incoming.all("resource")
        guard !resources.isEmpty else {
            return .xmlError("Required String[] parameter 'resource' is not present", status: 400)
        }
        guard resources.count <= scenario.preauthorizationLimit else {
            return .xmlError("Too many resources", status: 400)
        }
        guard let index = standingLogin(of: text, incoming) else { return .pendingLogout }
        // Decisions are told by their ids: in which order they come nobody says.
        var answer: Markup = "<resources>"
        for id in resources.reversed() where !scenario.leftOut.contains(id) {
            let word = rule(for: id, logins[index]) == .granted ? "true" : "false"
            answer += "<resource><id>\(id)</id><authorized>\(word)</authorized></resource>"
        }
        answer += "</resources>"
        return .xml(answer)
    }

    /// The rule for a resource; for an MRSS document without one of its own, that for the title of its channel.
    ///
    /// What was decided later goes before all, and the user's own rules before everybody's.
    func rule(for resource: String, _ login: Login) -> ResourceRule {
        let user = login.user
        func known(_ name: String) -> ResourceRule? {
            laterRules[name] ?? user?.resources[name] ?? scenario.resources[name]
        }
        if let rule = known(resource) { return rule }
        if resource.hasPrefix("<"), let document = try? XMLReader.read(Array(resource.utf8)),
            let channel = document.elements.first(where: { $0.name == "channel" }),
            let title = channel.elements.first(where: { $0.name == "title" })?.text,
            let rule = known(title)
        {
            return rule
        }
        return user?.otherResources ?? scenario.otherResources
    }

    /// The login that an authentication token proves, unless the token is not ours or has expired, the user has
    /// logged out, or another device than the token's asks (service-protocol.md 3.5).
    private func standingLogin(of token: String, _ incoming: Incoming) -> Int? {
        guard let proof = authentications[token], logins[proof.login].standing == .active,
            incoming.now < logins[proof.login].expires
        else { return nil }
        if let device = incoming.device, !proof.fingerprint.isEmpty,
            proof.fingerprint != Self.fingerprint(of: device)
        {
            return nil
        }
        return proof.login
    }
}
