internal import Documents
internal import HTTPServer
internal import ServiceProtocol
internal import Timing
internal import Tokens

/// What may be seen (service-protocol.md 7.6).
private struct Decision {
    /// Who decided.
    enum Source: String {
        case mvpd, degradation, temppass
    }

    var resource: String
    var source = Source.mvpd
    /// Nil: it may be seen.
    var error: EnhancedError?
    var token: MediaToken?
    /// How long nobody is asked again.
    var standing: (notBefore: WallTime, notAfter: WallTime)?
}

extension SessionState {
    /// Each permit has a media token, which is signed.
    private static let maxPermits = 100
    private static let maxDecisions = 10_000

    /// `POST /api/v2/{sp}/decisions/authorize/{mvpd}` and, where it is not final, `…/preauthorize/{mvpd}`.
    ///
    /// Whatever is wrong with the user is told of each resource, in an answer with status 200.
    mutating func decide(_ call: ApplicationCall, isFinal: Bool) throws(EnhancedError) -> ServerReply {
        let device = try call.device()
        let listed = call.incoming.document?["resources"]?.array ?? []
        let resources = listed.compactMap(\.string)
        guard !resources.isEmpty, resources.count <= Self.maxDecisions, resources.count == listed.count,
            !resources.contains("")
        else {
            throw EnhancedError(.invalidResources)
        }
        let mvpd = try integratedMVPD(call)
        let trace = random.uuid()
        var decisions: [Decision]
        let limit = isFinal ? Self.maxPermits : scenario.preauthorizationLimit
        if resources.count > limit {
            let error = EnhancedError(.tooManyResources, "at most \(limit)")
            decisions = resources.map { Decision(resource: $0, error: error) }
        } else if isDegraded(mvpd.id, call, .authNAll) {
            decisions = resources.map { resource in
                var decision = Decision(resource: resource, source: .degradation)
                guard isFinal else { return decision }
                decision.token = mediaToken(for: resource, mvpd, call, guid: Self.fingerprint(of: device))
                decision.standing = (call.now, call.now + scenario.lifetimes.authorization)
                return decision
            }
        } else if mvpd.isTempPass {
            decisions = decide(resources, byPassOf: mvpd, call, device: device, isFinal: isFinal)
        } else {
            decisions = try decide(resources, bySignInAt: mvpd, call, device: device, isFinal: isFinal)
        }
        if !isFinal, !isOpen { decisions = decisions.reversed().filter { !scenario.leftOut.contains($0.resource) } }
        return .json([
            "decisions": .array(
                decisions.map { $0.json(told: call.told, mvpd: mvpd.id, isFinal: isFinal, trace: trace, signer) })
        ])
    }

    private mutating func decide(
        _ resources: [String], bySignInAt mvpd: MVPDScript, _ call: ApplicationCall, device: String, isFinal: Bool
    ) throws(EnhancedError) -> [Decision] {
        guard let profile = profile(of: mvpd.id, call, device: device), let index = profile.login else {
            let error = EnhancedError(reasonForNoProfile(of: mvpd.id, call, device: device))
            return resources.map { Decision(resource: $0, error: error) }
        }
        if profile.kind == .appleSSO { _ = try partnerMVPD(call, naming: mvpd.id) }
        let degradation = degradation(of: mvpd.id, for: call.requestor)
        return resources.map { resource in
            var decision = Decision(resource: resource)
            if let degradation {
                decision.source = .degradation
                if degradation.rule == .authZNone {
                    decision.error = EnhancedError(.deniedByDegradation, degradation.details)
                }
            } else if case .denied(let message) = rule(for: resource, logins[index]) {
                decision.error = EnhancedError(isFinal ? .authorizationDenied : .preauthorizationDenied, message)
            }
            guard isFinal, decision.error == nil else { return decision }
            decision.token = mediaToken(for: resource, mvpd, call, guid: logins[index].guid)
            guard degradation == nil else { return decision }
            logins[index].hasAuthorized = true
            let grant = Grant(login: index, resource: resource)
            let lifetime = scenario.lifetimes.authorization
            let end = grants[grant].flatMap { $0 > call.now ? $0 : nil } ?? call.now + lifetime
            grants[grant] = end
            decision.standing = (end + (.zero - lifetime), end)
            return decision
        }
    }

    private mutating func decide(
        _ resources: [String], byPassOf mvpd: MVPDScript, _ call: ApplicationCall, device: String, isFinal: Bool
    ) -> [Decision] {
        let access: TemporaryAccess
        do throws(EnhancedError) {
            access = try temporaryAccess(mvpd, call, device: device, for: resources)
        } catch {
            return resources.map { Decision(resource: $0, source: .temppass, error: error) }
        }
        return resources.map { resource in
            var decision = Decision(resource: resource, source: .temppass)
            guard isFinal else {
                if !access.covers(resource) { decision.error = EnhancedError(.passUsedUp) }
                return decision
            }
            do throws(EnhancedError) {
                try use(access, for: resource, of: mvpd.id, call, device: device)
                decision.token = mediaToken(for: resource, mvpd, call, guid: Self.fingerprint(of: device))
                decision.standing = (call.now, access.notAfter)
            } catch {
                decision.error = error
            }
            return decision
        }
    }

    private func reasonForNoProfile(
        of mvpd: String, _ call: ApplicationCall, device: String
    ) -> EnhancedError.Code {
        guard let login = ownLogin(of: mvpd, call, device: device).map({ logins[$0] }) else { return .profileMissing }
        switch login.standing {
        case .active: return .profileExpired
        case .endedElsewhere: return .profileInvalidated
        case .refused, .loggedOut: return .profileMissing
        }
    }

    private mutating func mediaToken(
        for resource: String, _ mvpd: MVPDScript, _ call: ApplicationCall, guid: String
    ) -> MediaToken {
        mediaToken(
            of: guid, at: mvpd.id, proxyMVPD: mvpd.proxyMVPD, for: resource, requestor: call.told, now: call.now)
    }
}

extension Decision {
    func json(told: String, mvpd: String, isFinal: Bool, trace: String, _ signer: Signer) -> JSON {
        var members: JSONObject = [
            "resource": .string(resource), "serviceProvider": .string(told), "mvpd": .string(mvpd),
            "source": .string(source.rawValue), "authorized": .bool(error == nil),
        ]
        if let error { members["error"] = error.json(trace: trace) }
        guard isFinal else { return .object(members) }
        if let token {
            members["token"] = [
                "notBefore": .int(token.issued.milliseconds), "notAfter": .int(token.expires.milliseconds),
                "serializedToken": .string(token.serialize(signedBy: signer.key)),
            ]
        }
        if let standing {
            members["notBefore"] = .int(standing.notBefore.milliseconds)
            members["notAfter"] = .int(standing.notAfter.milliseconds)
        }
        return .object(members)
    }
}
