internal import AccessEnablerAPI
internal import Encodings

/// One question which resources the user may see.
///
///     asked ── nobody logged in ──▶ answered: no list, or a failure
///       │ ──── same resources as in the cache ──▶ answered
///       ▼
///     waiting for the service ──▶ answered, and the cache replaced; or a failure
struct PreauthorizationFlow: Sendable {
    enum Asker: Sendable, Hashable {
        /// checkPreauthorizedResources.
        case list
        /// preauthorize (3.6 and later).
        case decisions
    }

    var resources: [String]
    var asker: Asker
    /// The token of the login.
    var token: String
}

/// The answer to the last question; another set of resources replaces it as a whole (AE-PRE-013).
struct PreauthorizationCache: Sendable, Hashable {
    /// Of the login: the answer may come after a logout, and the next user's would be another (AE-PRE-004).
    var token: String
    var resources: Set<ExactText>
    var authorized: Set<ExactText>
}

extension EnablerState {
    /// AE-PRE-003; the answer is a list, empty where nothing is known (AE-PRE-017).
    mutating func checkPreauthorized(_ resources: [String], cache: Bool) {
        guard let held = validAuthentication(), !resources.isEmpty else {
            return callBack(.preauthorizedResources([]))
        }
        askPreauthorization(resources, .list, held, mayUseCache: cache)
    }

    mutating func preauthorize(_ question: PreauthorizeRequest) {
        guard phase.configuration != nil, phase.isSettled else {
            return failPreauthorization("requestor_not_configured", "the requestor is not configured", "retry")
        }
        guard let held = validAuthentication() else {
            return failPreauthorization(
                "authentication_session_missing", "the user is not authenticated", "authentication")
        }
        askPreauthorization(
            question.resources, .decisions, held,
            mayUseCache: !question.disabledFeatures.contains("LOCAL_CACHE"))  // AE-PRE-022
    }

    private mutating func askPreauthorization(
        _ resources: [String], _ asker: PreauthorizationFlow.Asker, _ held: ValidAuthentication, mayUseCache: Bool
    ) {
        let flow = PreauthorizationFlow(resources: resources, asker: asker, token: held.stored.token)
        if mayUseCache, let cache = preauthorizationCache, cache.token == flow.token,
            cache.resources == Set(resources.map(ExactText.init))
        {
            return answer(flow, cache.authorized)
        }
        let id = PreauthorizationID(number: nextNumber())
        preauthorizations[id] = flow
        let ask = wire.preauthorizationRequest(of: resources, with: held, for: self)
        request(ask, of: held.mvpd.provider, for: .preauthorization(id))
    }

    mutating func takePreauthorization(_ reply: ServiceReply, for id: PreauthorizationID) {
        guard let flow = preauthorizations.removeValue(forKey: id) else { return }
        let failure: (code: String, message: String)
        switch reply {
        case .success(let reply):
            if let known = wire.preauthorized(in: reply) {
                preauthorizationCache = PreauthorizationCache(
                    token: flow.token, resources: Set(flow.resources.map(ExactText.init)), authorized: known)
                return self.answer(flow, known)
            }
            failure = ("server_response_format_unknown", "the service answered \(reply.status)")
        case .failure(.network(let trouble)):
            failure = ("network_error", trouble.message)
        case .failure(let trouble):
            failure = ("access_token_unavailable", trouble.explanation)
        }
        report(.preauthorizationFailed(failure.message))
        failPreauthorization(flow, failure.code, failure.message)
    }

    mutating func failPreauthorization(_ flow: PreauthorizationFlow, _ code: String, _ message: String) {
        switch flow.asker {
        case .list: callBack(.preauthorizedResources([]))
        case .decisions: failPreauthorization(code, message, "retry")
        }
    }

    /// Only what was asked for, in the order of the question (AE-PRE-005, AE-PRE-006, AE-PRE-019).
    private mutating func answer(_ flow: PreauthorizationFlow, _ authorized: Set<ExactText>) {
        switch flow.asker {
        case .list:
            callBack(.preauthorizedResources(flow.resources.filter { authorized.contains(ExactText($0)) }))
        case .decisions:
            let decisions = flow.resources.map { resource -> Value in
                ["id": .string(resource), "authorized": .bool(authorized.contains(ExactText(resource)))]
            }
            callBack(.preauthorizeResponse(["status": nil, "decisions": .array(decisions)]))
        }
    }

    /// AE-Q-010, AE-PRE-020, AE-PRE-021.
    private mutating func failPreauthorization(_ code: String, _ message: String, _ action: String) {
        callBack(
            .preauthorizeFailure([
                "status": [
                    "status": 0, "code": .string(code), "message": .string(message), "action": .string(action),
                ],
                "decisions": [],
            ]))
    }
}
