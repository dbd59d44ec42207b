internal import AccessEnabler
internal import AccessEnablerAPI
internal import Documents
internal import PortWrapping
internal import Synchronization

/// Other ways to ask what the user may see.
extension Variant {
    static let authorization: [Variant] = [
        .interpose(
            "preauthorizes-one-by-one", "asks for the preauthorization of each resource by itself",
            because: "how many requests a preauthorization takes is not documented", ["AE-PRE-001"]
        ) { _, request, base, completion in
            var form = FormText(request.body)
            let resources = form.fields.filter { $0.name == "resource_id" }
            guard request.path.hasSuffix("/preauthorize"), resources.count > 1 else {
                return base.send(request, completion: completion)
            }
            form.fields.removeAll { $0.name == "resource_id" }
            let answers = GatheredReplies(resources.count, completion)
            let sent = resources.enumerated().map { place, resource in
                var one = request
                var fields = form
                fields.fields.append(resource)
                one.body = Array(fields.text.utf8)
                return base.send(one) { answers.take($0, at: place) }
            }
            return Cancellation { for one in sent { one.cancel() } }
        },
        .changeRequests(
            "data-in-fields", "sends each pair of the data as a field of its own",
            because: "the pairs are sent to the service; the documents do not say how", ["AE-AUTHN-016", "AE-CHKZ-002"]
        ) { _, request in
            var form = FormText(request.body)
            guard request.header("Content-Type")?.contains("form") ?? false, let text = form["generic_data"],
                let pairs = (try? JSON.parse(Array(text.utf8)))?.object
            else { return }
            form.fields.removeAll { $0.name == "generic_data" }
            for pair in pairs.members {
                let text = pair.value.string ?? pair.value.text
                form.add("data.\(pair.key)", text)
            }
            request.body = Array(form.text.utf8)
        },
        Variant(
            "checks-one-at-a-time", "begins a checkAuthorization when the one before it has been answered",
            because: "the documents do not say that authorizations overlap", ["AE-CHKZ-006"]
        ) { stage, mutation in
            let line = ChecksInLine(stage)
            mutation.call = line.take
            mutation.callback = line.pass
        },
        Variant(
            "preauthorizes-before-it-authorizes", "asks for a preauthorization before each authorization",
            because: "the documents forbid no further request", ["AE-GETZ-005", "AE-CHKZ-006"]
        ) { stage, mutation in
            mutation.sendFirst { request in
                guard request.path.hasSuffix("/authorize") else { return nil }
                var question = request
                question.url = request.base + "/adobe-services/1.0/preauthorize"
                question.addToQuery(request.queryFields)
                return question
            }
        },
    ]
}

/// Lets one checkAuthorization go on at a time; whatever else is called goes on at once, and ends the waiting.
private final class ChecksInLine: Sendable {
    private struct State {
        /// The resource of the check under way.
        var current: Value?
        var waiting: [Message] = []
    }

    private let stage: Stage
    private let state = Mutex(State())

    init(_ stage: Stage) {
        self.stage = stage
    }

    @Sendable
    func take(_ call: Message) -> [Message] {
        state.withLock { state in
            guard [.checkAuthorization, .checkAuthorizationWithData].contains(call.selector), stage.hasSucceeded else {
                defer { state = State() }
                return state.waiting + [call]
            }
            guard state.current != nil else {
                state.current = call["resource"]
                return [call]
            }
            state.waiting.append(call)
            return []
        }
    }

    @Sendable
    func pass(_ callback: Message) -> [Message] {
        guard [.setToken, .tokenRequestFailed].contains(callback.selector) else { return [callback] }
        let next = state.withLock { state -> Message? in
            guard callback["resource"] == state.current else { return nil }
            let next = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
            state.current = next?["resource"]
            return next
        }
        if let next { stage.call(next) }
        return [callback]
    }
}

/// The replies to several requests as one.
private final class GatheredReplies: Sendable {
    private let replies: Mutex<[Mutation.Outcome?]>
    private let completion: NetworkCompletion

    init(_ count: Int, _ completion: @escaping NetworkCompletion) {
        replies = Mutex(Array(repeating: nil, count: count))
        self.completion = completion
    }

    func take(_ outcome: Mutation.Outcome, at place: Int) {
        let all = replies.withLock { replies -> [Mutation.Outcome]? in
            replies[place] = outcome
            let known = replies.compactMap(\.self)
            return known.count == replies.count ? known : nil
        }
        guard let all else { return }
        var list = ""
        for outcome in all {
            guard case .success(let reply) = outcome, reply.status == 200 else { return completion(outcome) }
            let text = String(decoding: reply.body, as: UTF8.self)
            guard let start = text.firstRange(of: "<resource>")?.lowerBound,
                let end = text.ranges(of: "</resource>").last?.upperBound
            else { return completion(outcome) }
            list += text[start..<end]
        }
        completion(.success(NetworkReply(status: 200, body: Array("<resources>\(list)</resources>".utf8))))
    }
}
