internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping

/// Wrong preauthorizations.
extension Mutant {
    static let preauthorization: [Mutant] = [
        .onCallback(
            "preauthorization-is-silent", "does not answer checkPreauthorizedResources", ["AE-PRE-003", "AE-PRE-024"],
            .preauthorizedResources
        ) { _, _ in [] },
        .onCallback(
            "preauthorization-twice", "answers checkPreauthorizedResources twice", ["AE-PRE-024"],
            .preauthorizedResources
        ) { _, callback in [callback, callback] },
        .onReply(
            "preauthorizes-all", "reports denied resources as authorized", ["AE-PRE-004", "AE-PRE-006"],
            to: "/preauthorize"
        ) { _, outcome in
            outcome.changingText { $0.replacing("false", with: "true") }
        },
        .onCallback(
            "preauthorizes-nothing", "reports no resource as authorized", ["AE-PRE-004"], .preauthorizedResources
        ) { _, callback in [callback.with("resources", [])] },
        .onCallback(
            "preauthorizes-a-stranger", "reports a resource that nobody asked for", ["AE-PRE-005"],
            .preauthorizedResources
        ) { _, callback in
            [callback.with("resources", .array((callback["resources"]?.arrayValue ?? []) + ["stranger"]))]
        },
        .onCall(
            "cache-no-is-ignored", "uses the cache although it is switched off", ["AE-PRE-007", "AE-PRE-022"]
        ) { _, call in
            switch call.selector {
            case .checkPreauthorizedResourcesCache: [call.with("cache", true)]
            case .preauthorize: [call.with("disabledFeatures", [])]
            default: [call]
            }
        },
        .onCall(
            "bypasses-the-cache", "asks the service although the cache is to be used", ["AE-PRE-008"],
            .checkPreauthorizedResourcesCache
        ) { _, call in [call.with("cache", false)] },
        .mutant(
            "cache-outlives-logout", "answers from the cache after a logout",
            ["AE-PRE-014", "AE-PRE-007", "AE-PRE-013"]
        ) { _, mutation in
            mutation.repeatAnswers(to: "/preauthorize") { _ in "" }
        },
        .mutant(
            "cache-outlives-programmer", "answers one programmer from the cache of another, until a logout",
            ["AE-PRE-004", "AE-PRE-006"]
        ) { stage, mutation in
            mutation.repeatAnswers(to: "/preauthorize") { request in
                let fields = String(decoding: request.body ?? [], as: UTF8.self).split(separator: "&")
                let resources = fields.filter { $0.hasPrefix("resource_id=") }.joined(separator: "&")
                return "\(stage.count(of: .logout)) \(resources)"
            }
        },
        .mutant(
            "cache-keeps-every-answer", "keeps the answers about other resources when a new one comes", ["AE-PRE-013"]
        ) { _, mutation in
            mutation.repeatAnswers(to: "/preauthorize") { String(decoding: $0.body ?? [], as: UTF8.self) }
        },
        .mutant(
            "cache-by-number", "answers from the cache where as many other resources are asked about",
            ["AE-PRE-013", "AE-PRE-004"]
        ) { _, mutation in
            mutation.repeatAnswers(to: "/preauthorize") { request in
                let text = String(decoding: request.body ?? [], as: UTF8.self)
                return String(text.split(separator: "resource_id=").count)
            }
        },
        .onCall("preauthorization-never-cached", "keeps no answer about resources", ["AE-PRE-008"]) { _, call in
            switch call.selector {
            case .checkPreauthorizedResources, .checkPreauthorizedResourcesCache: [call.with("cache", false)]
            case .preauthorize: [call.with("disabledFeatures", ["LOCAL_CACHE"])]
            default: [call]
            }
        },
        .onCall(
            "preauthorization-splits-at-commas", "takes a comma in a resource for the end of it",
            ["AE-PRE-004", "AE-PRE-005"]
        ) { _, call in
            guard let resources = call["resources"]?.arrayValue?.compactMap(\.stringValue) else { return [call] }
            let parts = resources.flatMap { $0.split(separator: ",") }.map { Value.string(String($0)) }
            return [call.with("resources", .array(parts))]
        },
        .changeRequests(
            "ids-in-preauthorization-are-not-escaped",
            "writes the resources of a preauthorization without escaping them", ["AE-PRE-004"], to: "/preauthorize"
        ) { _, request in request.changeBody { $0.replacing("%26", with: "&").replacing("\\\"", with: "\"") } },
        .mutant(
            "one-preauthorization-at-a-time", "loses what is asked while a preauthorization is under way",
            ["AE-PRE-003", "AE-PRE-024"]
        ) { _, mutation in
            let isAsking = Kept(false)
            mutation.onCall(.checkPreauthorizedResourcesCache) { call in
                isAsking.change { exchange(&$0, with: true) } ? [] : [call]
            }
            mutation.onCallback(.preauthorizedResources) { callback in
                isAsking.value = false
                return [callback]
            }
        },
        .mutant(
            "equal-preauthorizations-share-a-request",
            "does not ask again what is being asked already, although the cache is switched off", ["AE-PRE-007"]
        ) { _, mutation in
            let waiting = Kept<[[UInt8]: [NetworkCompletion]]>([:])
            mutation.interpose { request, base, completion in
                guard request.names("/preauthorize") else { return base.send(request, completion: completion) }
                let question = Array(request.url.utf8) + (request.body ?? [])
                let isAsked = waiting.change { waiting in
                    defer { waiting[question, default: []].append(completion) }
                    return waiting[question] != nil
                }
                guard !isAsked else { return Cancellation() }
                return base.send(request) { outcome in
                    for completion in waiting.change({ $0.removeValue(forKey: question) ?? [] }) { completion(outcome) }
                }
            }
        },
        .mutant(
            "empty-answers-are-cached", "answers with nothing again where it had no answer before",
            ["AE-PRE-003", "AE-PRE-004"]
        ) { stage, mutation in
            let asked = Kept<Value>(.null)
            let empty = Kept<[Value]>([])
            mutation.onCall(.checkPreauthorizedResourcesCache) { call in
                let resources = call["resources"] ?? .null
                asked.value = resources
                guard call["cache"] == true, empty.value.contains(resources) else { return [call] }
                stage.tell(Message(.preauthorizedResources, [.init("resources", [])]))
                return []
            }
            mutation.onCallback(.preauthorizedResources) { callback in
                let resources = asked.value
                if callback["resources"]?.arrayValue?.isEmpty ?? true { empty.change { $0.append(resources) } }
                return [callback]
            }
        },
        .mutant(
            "preauthorized-for-good", "lists what it has listed once, although it is denied now",
            ["AE-PRE-004", "AE-PRE-006"]
        ) { _, mutation in
            let asked = Kept<[Value]>([])
            let listed = Kept<Set<Value>>([])
            mutation.onCall { call in
                if let resources = call["resources"]?.arrayValue { asked.value = resources }
                return [call]
            }
            mutation.onCallback(.preauthorizedResources) { callback in
                listed.change { $0.formUnion(callback["resources"]?.arrayValue ?? []) }
                return [callback.with("resources", .array(asked.value.filter(listed.value.contains)))]
            }
        },
        .onCall(
            "preauthorization-logs-in", "starts a login in checkPreauthorizedResources", ["AE-PRE-010", "AE-DPD-004"]
        ) { _, call in
            let asks: [Selector] = [.checkPreauthorizedResources, .checkPreauthorizedResourcesCache]
            return asks.contains(call.selector) ? [call, Message(.getAuthentication)] : [call]
        },
        .onCallback(
            "preauthorization-gives-tokens", "delivers media tokens in checkPreauthorizedResources",
            ["AE-PRE-010", "AE-TOK-003"], .preauthorizedResources
        ) { _, callback in
            [callback] + (callback["resources"]?.arrayValue ?? []).map(Message.madeUpToken)
        },
        .onCallback(
            "preauthorize-both", "answers preauthorize with onResponse and onFailure", ["AE-PRE-018"], .onResponse
        ) { _, callback in [callback, Message(.onFailure, [.init("failure", [:])])] },
        .onCallback("decision-is-missing", "leaves a decision out", ["AE-PRE-019"], .onResponse) { _, callback in
            let changed = callback.changingMembers("response") { response in
                response["decisions"] = .array((response["decisions"]?.arrayValue ?? []).dropLast())
            }
            return [changed]
        },
        .onCallback(
            "failure-of-the-service", "calls its own failures failures of the service", ["AE-PRE-020"], .onFailure
        ) { _, callback in
            [callback.changingMembers("failure") { $0["status"] = ["status": 500, "code": "internal_server_error"] }]
        },
        .onCallback(
            "failure-has-decisions", "decides although the request failed", ["AE-PRE-021"], .onFailure
        ) { _, callback in
            [callback.changingMembers("failure") { $0["decisions"] = [["id": "r", "authorized": false]] }]
        },
    ]
}
