internal import AccessEnablerAPI
internal import Documents
internal import Timing
internal import Tokens
internal import XML

extension EnablerState {
    /// Authorizes only who is authenticated already (AE-CHKZ-003 to AE-CHKZ-006).
    mutating func checkAuthorization(_ resource: String, data: [String: Value]?) {
        let flow = AuthorizationFlow(resource: resource, data: data)
        if let held = checkAndTrack() {
            authorize(flow, with: held)
        } else {
            report(.notAuthenticated)
            failAuthorization(flow, .userNotAuthenticated, "")
        }
    }

    /// Starts a login where there is none (AE-GETZ-003); joins the one under way.
    mutating func getAuthorization(_ resource: String, data: [String: Value]?) {
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
        if let cached = cachedAuthorization(flow.resource, held) {
            callBack(.sendTrackingData(tracking.authorization(held, isCached: true), .authorization))
            return fetchMediaToken(flow, id, held, authorization: cached)
        }
        authorizations[id] = flow.entering(.authorizing(held))
        var form = [
            FormField("resource_id", flow.resource), FormField("requestor_id", requestor),
            FormField("authentication_token", held.stored.token), FormField("mso_id", held.mvpd.id),
            FormField("userMeta", "1"),
            FormField("device_id", client.deviceID),  // AE-DEV-003
        ]
        form += Value.genericData(flow.data).map { [FormField("generic_data", $0)] } ?? []
        let path = self.path("authorize", ofDevices: "authorizeDevice")
        request(held.request(path, form + proofFields), of: held.mvpd.provider, for: .authorization(id))
    }

    mutating func takeAuthorization(_ reply: ServiceReply, for id: AuthorizationID) {
        guard let flow = authorizations.removeValue(forKey: id), case .authorizing(let held) = flow.state else {
            return
        }
        switch reply {
        case .failure(let failure):
            denyAuthorization(flow, failure.explanation)
        case .success(let reply):
            guard let text = readAuthorization(reply, flow.resource, held) else {
                return refuse(flow, held, reply)
            }
            store.store(authorization: text, bucket(of: held.mvpd), flow.resource)
            keepMetadata(reply, of: held)
            if held.mvpd.isTempPass { report(.tempPassAuthorized) }
            callBack(.sendTrackingData(tracking.authorization(held, isCached: false), .authorization))
            fetchMediaToken(flow, id, held, authorization: text)
        }
    }

    /// Asked for every time, and never kept (AE-GETZ-007, AE-STO-008).
    private mutating func fetchMediaToken(
        _ flow: AuthorizationFlow, _ id: AuthorizationID, _ held: ValidAuthentication, authorization: String
    ) {
        authorizations[id] = flow.entering(.fetchingMediaToken(held))
        let form = [
            FormField("authz_token", authorization), FormField("requestor_id", requestor),
            FormField("session_guid", held.token.guid), FormField("hashed_guid", "false"),
            FormField("generic_data", Value.genericData(flow.data) ?? "{}"),
            FormField("mso_id", held.mvpd.id), FormField("device_id", client.deviceID),
        ]
        let path = self.path("shortAuthorize", ofDevices: "deviceShortAuthorize")
        request(held.request(path, form + proofFields), of: held.mvpd.provider, for: .mediaToken(id))
    }

    mutating func takeMediaToken(_ reply: ServiceReply, for id: AuthorizationID) {
        guard let flow = authorizations.removeValue(forKey: id),
            case .fetchingMediaToken(let held) = flow.state
        else { return }
        switch reply {
        case .failure(let failure):
            failAuthorization(flow, .userNotAuthorized, failure.explanation)  // AE-GETZ-011
        case .success(let reply):
            guard reply.isSuccess, (try? MediaToken(parsing: reply.text)) != nil else {
                dropIfLoggedOut(held, reply)
                return failAuthorization(flow, .userNotAuthorized, refusalDetails(reply))
            }
            callBack(.setToken(reply.text, resource: flow.resource))  // AE-GETZ-009, AE-TOK-002
        }
    }

    // MARK: - Ends

    private mutating func refuse(_ flow: AuthorizationFlow, _ held: ValidAuthentication, _ reply: NetworkReply) {
        dropIfLoggedOut(held, reply)
        let details = refusalDetails(reply)
        report(.authorizationDenied(details))
        denyAuthorization(flow, details)
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
    private func dropIfLoggedOut(_ held: ValidAuthentication, _ reply: NetworkReply) {
        guard reply.text.contains("<pendingLogout") else { return }
        store.removeAuthentication(bucket(of: held.mvpd))
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
    private func keepMetadata(_ reply: NetworkReply, of held: ValidAuthentication) {
        let bucket = bucket(of: held.mvpd)
        guard let result = try? XMLReader.read(reply.body, limits: .token), let text = result.text(of: "userMeta"),
            let told = try? JSON.parse(text), var stored = store.authentication(bucket)
        else { return }
        let known = stored.userMetadata.flatMap { try? JSON.parse($0) }
        let members = told["data"]?.object?.members ?? []
        var data = known?["data"]?.object ?? [:]
        guard members.contains(where: { data[$0.key] != $0.value }) else { return }
        for member in members { data[member.key] = member.value }
        let encrypted = (known?["encrypted"]?.array ?? []) + (told["encrypted"]?.array ?? [])
        let both: JSON = ["encrypted": .array(encrypted), "data": .object(data)]
        stored.userMetadata = String(decoding: both.compact, as: UTF8.self)
        store.store(stored, bucket)
    }

    private func readAuthorization(
        _ reply: NetworkReply, _ resource: String, _ held: ValidAuthentication
    ) -> String? {
        guard reply.isSuccess, let result = try? XMLReader.read(reply.body, limits: .token),
            let text = result.text(of: "authzToken"), isUsable(text, resource, held)
        else { return nil }
        return text
    }

    private func isUsable(_ text: String, _ resource: String, _ held: ValidAuthentication) -> Bool {
        guard let token = try? AuthorizationToken(parsing: text) else { return false }
        return token.expires.milliseconds > now && token.resource == resource && token.mvpd == held.mvpd.id
            && token.requestor == requestor
    }

    /// The MVPD's text for the user, unchanged (AE-FAIL-005); empty where there is none (AE-FAIL-004).
    private func refusalDetails(_ reply: NetworkReply) -> String {
        guard let answer = try? XMLReader.read(reply.body, limits: .token), answer.name == "error" else { return "" }
        return answer.text(of: "details") ?? ""
    }
}

extension AuthorizationFlow {
    fileprivate func entering(_ state: State) -> AuthorizationFlow {
        var flow = self
        flow.state = state
        return flow
    }
}

extension ValidAuthentication {
    /// A request that presents the login: NameID and session index go back as they came.
    func request(_ path: String, _ form: [FormField]) -> ServiceRequest {
        var request = ServiceRequest.post(path, form)
        if let nameID = token.nameID { request.headers.append(.init("ap_19", nameID)) }
        if let sessionIndex = token.sessionIndex { request.headers.append(.init("ap_23", sessionIndex)) }
        return request
    }
}
