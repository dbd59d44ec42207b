internal import AccessEnablerAPI
internal import Documents
internal import Encodings
internal import Timing

extension EnablerState {
    /// Authorizes only who is authenticated already (AE-CHKZ-003 to AE-CHKZ-006).
    mutating func checkAuthorization(_ resource: String, data: Value.Members?) {
        let flow = AuthorizationFlow(resource: resource, data: data)
        if let held = checkAndTrack() {
            authorize(flow, with: held)
        } else {
            report(.notAuthenticated)
            failAuthorization(flow, .userNotAuthenticated, "")
        }
    }

    /// Starts a login where there is none (AE-GETZ-003); joins the one under way.
    mutating func getAuthorization(_ resource: String, data: Value.Members?) {
        let flow = AuthorizationFlow(resource: resource, data: data)
        guard phase.configuration != nil else {
            return failAuthorization(flow, .userNotAuthenticated, "the requestor is not configured")
        }
        if let held = checkAndTrack() {
            authorize(flow, with: held)
        } else if authentication.state != .idle {
            authentication.waiting.append(flow)
        } else {
            startAuthentication(data: nil, filter: nil, for: flow)
        }
    }

    /// The request for authorization, unless one is cached (AE-GETZ-005, AE-GETZ-006).
    mutating func authorize(_ flow: AuthorizationFlow, with held: ValidAuthentication) {
        let id = AuthorizationID(number: nextNumber())
        if let cached = cachedAuthorization(flow.resource, held),
            let ask = wire.mediaTokenRequest(flow, with: held, authorization: cached, for: self)
        {
            callBack(.sendTrackingData(tracking.authorization(held, isCached: true), .authorization))
            return fetchMediaToken(flow, id, held, ask)
        }
        // Where it is asked for anew each time, what stands is the service's own.
        let isCached = cachedAuthorization(flow.resource, held) != nil
        authorizations[id] = flow.entering(.authorizing(held, isCached: isCached))
        let ask = wire.authorizationRequest(flow, with: held, for: self)
        request(ask, of: held.mvpd.provider, for: .authorization(id))
    }

    mutating func takeAuthorization(_ reply: ServiceReply, for id: AuthorizationID) {
        guard let flow = authorizations.removeValue(forKey: id),
            case .authorizing(let held, let isCached) = flow.state
        else { return }
        switch reply {
        case .failure(let failure):
            denyAuthorization(flow, failure.explanation)
        case .success(let reply):
            switch wire.authorization(in: reply, for: flow.resource, with: held, for: self) {
            case .refused(let refusal):
                refuse(flow, held, refusal)
            case .permitted(let text, let mediaToken, let metadata):
                // Nothing is kept for a user who has logged out since (AE-LOG-008).
                if isStored(held) { store.store(authorization: text, bucket(of: held.mvpd), flow.resource) }
                if let metadata { keepMetadata(metadata, of: held) }
                if held.mvpd.isTempPass { report(.tempPassAuthorized) }
                callBack(.sendTrackingData(tracking.authorization(held, isCached: isCached), .authorization))
                obtainMediaToken(flow, id, held, authorization: text, mediaToken, isCached: isCached)
            }
        }
    }

    /// Asked for every time, and never kept (AE-GETZ-007, AE-STO-008).
    private mutating func obtainMediaToken(
        _ flow: AuthorizationFlow, _ id: AuthorizationID, _ held: ValidAuthentication, authorization: String,
        _ mediaToken: String?, isCached: Bool
    ) {
        if let ask = wire.mediaTokenRequest(flow, with: held, authorization: authorization, for: self) {
            fetchMediaToken(flow, id, held, ask)
        } else if !isCached, let ask = wire.metadataRequest(of: held, for: self) {
            authorizations[id] = flow.entering(.refreshing(held, mediaToken: mediaToken))
            request(ask, of: held.mvpd.provider, for: .metadata(id))
        } else {
            deliver(mediaToken, for: flow)
        }
    }

    private mutating func fetchMediaToken(
        _ flow: AuthorizationFlow, _ id: AuthorizationID, _ held: ValidAuthentication, _ ask: ServiceRequest
    ) {
        authorizations[id] = flow.entering(.fetchingMediaToken(held))
        request(ask, of: held.mvpd.provider, for: .mediaToken(id))
    }

    mutating func takeMediaToken(_ reply: ServiceReply, for id: AuthorizationID) {
        guard let flow = authorizations.removeValue(forKey: id),
            case .fetchingMediaToken(let held) = flow.state
        else { return }
        switch reply {
        case .failure(let failure):
            failAuthorization(flow, .userNotAuthorized, failure.explanation)  // AE-GETZ-011
        case .success(let reply):
            guard let mediaToken = wire.mediaToken(in: reply) else {
                let refusal = wire.refusal(in: reply)
                dropIfLoggedOut(held, refusal)
                return failAuthorization(flow, .userNotAuthorized, refusal.details)
            }
            deliver(mediaToken, for: flow)
        }
    }

    /// What the MVPD tells of the user now; the application gets its token whatever came of that.
    mutating func takeMetadata(_ reply: ServiceReply, for id: AuthorizationID) {
        guard let flow = authorizations.removeValue(forKey: id), case .refreshing(let held, let mediaToken) = flow.state
        else { return }
        if case .success(let reply) = reply,
            let fresh = readAuthentication(reply, of: held.mvpd, code: held.stored.registrationCode)
        {
            // When a pass ends may be known only once it has begun, with its first authorization (AE-STO-031).
            if held.mvpd.isTempPass, isStored(held) { store.store(fresh.stored, bucket(of: held.mvpd)) }
            fresh.stored.userMetadata.flatMap { try? JSON.parse($0) }.map { keepMetadata($0, of: held) }
        }
        deliver(mediaToken, for: flow)
    }

    /// AE-GETZ-009, AE-TOK-002.
    private mutating func deliver(_ mediaToken: String?, for flow: AuthorizationFlow) {
        guard let mediaToken else { return failAuthorization(flow, .userNotAuthorized, "") }
        callBack(.setToken(mediaToken, resource: flow.resource))
    }

    // MARK: - Ends

    private mutating func refuse(_ flow: AuthorizationFlow, _ held: ValidAuthentication, _ refusal: Refusal) {
        dropIfLoggedOut(held, refusal)
        report(.authorizationDenied(refusal.details))
        denyAuthorization(flow, refusal.details)
    }

    private mutating func denyAuthorization(_ flow: AuthorizationFlow, _ details: String) {
        callBack(
            .sendTrackingData(tracking.failedAuthorization(.userNotAuthorized, details), .authorization))
        failAuthorization(flow, .userNotAuthorized, details)
    }

    /// AE-FAIL-001 to AE-FAIL-005.
    mutating func failAuthorization(_ flow: AuthorizationFlow, _ code: ErrorCode, _ details: String) {
        callBack(.tokenRequestFailed(resource: flow.resource, code, description: details))
    }

    /// The service does not know the authentication any more; keeping it would fail every call to come.
    private func dropIfLoggedOut(_ held: ValidAuthentication, _ refusal: Refusal) {
        if refusal.isLoggedOut, isStored(held) { store.removeAuthentication(bucket(of: held.mvpd)) }
    }

    // MARK: - Reading

    /// AE-STO-026: an expired authorization does not count.
    private func cachedAuthorization(_ resource: String, _ held: ValidAuthentication) -> String? {
        guard let text = store.authorization(bucket(of: held.mvpd), resource),
            isUsable(text, resource, held)
        else { return nil }
        return text
    }

    /// An MVPD may tell something of the user with an authorization, too (AE-META-024); the login's is kept beside it.
    private func keepMetadata(_ told: JSON, of held: ValidAuthentication) {
        let bucket = bucket(of: held.mvpd)
        guard isStored(held), var stored = store.authentication(bucket) else { return }
        let known = stored.userMetadata.flatMap { try? JSON.parse($0) }
        let members = told["data"]?.object?.members ?? []
        var data = known?["data"]?.object ?? [:]
        guard members.contains(where: { data[$0.key] != $0.value }) else { return }
        for member in members { data[member.key] = member.value }
        // Of what is told anew, the new answer says whether it is encrypted (AE-META-011).
        let kept = (known?["encrypted"]?.array ?? []).filter { key in !members.contains { $0.key == key.string } }
        let encrypted = kept + (told["encrypted"]?.array ?? [])
        let both: JSON = ["encrypted": .array(encrypted), "data": .object(data)]
        stored.userMetadata = both.text
        store.store(stored, bucket)
    }

    func isUsable(_ text: String, _ resource: String, _ held: ValidAuthentication) -> Bool {
        guard let authorization = wire.readAuthorization(text) else { return false }
        return authorization.expires.milliseconds > now && authorization.resource.isExactly(resource)
            && authorization.mvpd.isExactly(held.mvpd.id) && authorization.requestor.isExactly(requestor)
    }
}

extension AuthorizationFlow {
    fileprivate func entering(_ state: State) -> AuthorizationFlow {
        var flow = self
        flow.state = state
        return flow
    }
}
