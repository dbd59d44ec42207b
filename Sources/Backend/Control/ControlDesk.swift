internal import Cryptography
internal import Documents
internal import Evidence
internal import HTTPServer
internal import ServiceProtocol
internal import Timing

/// Answers the calls of the control API.
struct ControlDesk: Sendable {
    let backend: Backend
    let log: RequestLog
    private let session = SessionID.none

    /// Nil: the answer comes later.
    func answer(_ request: ServerRequest, _ handle: ReplyHandle) -> ServerReply? {
        if let problem = Self.problem(ofOrigin: request) { return Self.problem(problem, status: 403) }
        let path = request.path.split(separator: "/").map(String.init)
        guard path.first == "v1", path.count > 1 else { return Self.unknown(request.path) }
        let method = request.method == "HEAD" ? "GET" : request.method
        switch (method, path.dropFirst().joined(separator: "/")) {
        case ("GET", "status"): return status()
        case ("GET", "requests"): return requests(request, handle)
        case ("GET", "trace"): return trace(request)
        case ("GET", "gates"): return .json(["held": .array(backend.held(session).map(Self.json))])
        case ("PUT", "gates"): return closeGates(request)
        case ("DELETE", "gates"): return openGates(request)
        case ("POST", "gates/release"): return release(request)
        case ("PUT", "latency"): return setLatency(request)
        case ("PUT", "faults"): return setFault(request)
        case ("DELETE", "latency"): return change { $0.latencies.removeAll() }
        case ("DELETE", "faults"): return change { $0.faults.removeAll() }
        case ("PUT", "degradations"): return setDegradation(request)
        case ("DELETE", "degradations"): return change { $0.degradations = [] }
        case ("POST", "logout"): return logOut(request)
        case ("POST", "reset"): return reset()
        case (_, let name):
            guard let methods = Self.methods.first(where: { $0.key == name })?.value else {
                return Self.unknown(request.path)
            }
            var reply = Self.problem("\(name) does not take \(request.method)", status: 405)
            reply.headers.append(("Allow", methods))
            return reply
        }
    }

    private static let methods: KeyValuePairs = [
        "status": "GET, HEAD", "requests": "GET, HEAD", "trace": "GET, HEAD", "gates": "GET, HEAD, PUT, DELETE",
        "gates/release": "POST", "latency": "PUT, DELETE", "faults": "PUT, DELETE", "degradations": "PUT, DELETE",
        "logout": "POST", "reset": "POST",
    ]

    private static func unknown(_ path: String) -> ServerReply {
        let hint = suggestion(for: path, among: methods.map { "/v1/" + $0.key })
        return problem("there is no \(path)\(hint)", status: 404)
    }

    /// The header that every request has: a page in a browser can add it only with the leave of this server, which it asks
    /// for with OPTIONS, and never gets.
    static let header = "assay-control"

    /// What shows that a request may be the doing of a page, or of a name that was made to lead here; nil for none.
    private static func problem(ofOrigin request: ServerRequest) -> String? {
        let headers = request.headers
        let ofPages = ["origin", "referer", "sec-fetch-site", "sec-fetch-mode"]
        let host = headers["host"]?.prefix { $0 != ":" } ?? ""
        guard ofPages.allSatisfy({ headers[$0] == nil }), ["127.0.0.1", "localhost"].contains(host.lowercased()) else {
            return "this is for programs on this machine, not for pages"
        }
        return headers[header] == nil
            ? "a request must have the header 'Assay-Control: 1', which no page can send" : nil
    }

    // MARK: - Looking

    private func status() -> ServerReply {
        let providers = zip(backend.providerNames, backend.baseURLs)
            .map { JSON.object(["name": .string($0), "url": .string($1)]) }
        return .json([
            "providers": .array(providers), "held": .int(Int64(backend.held(session).count)),
            "unanswered": .bool(!backend.isIdle(session)), "publicKey": .string(backend.publicKey.pem),
        ])
    }

    private static func json(_ held: HeldReply) -> JSON {
        [
            "exchange": .int(Int64(held.exchange)), "provider": .string(held.provider),
            "purpose": .string(held.purpose.rawValue),
        ]
    }

    /// Tells of requests: `GET /v1/requests?after=N&provider=P&purpose=P&outcome=O&count=N&wait=5s`.
    private func requests(_ request: ServerRequest, _ handle: ReplyHandle) -> ServerReply? {
        var filter = RequestLog.Filter()
        var count = 0
        var wait = Duration.zero
        for field in request.query.fields {
            switch field.name {
            case "after":
                guard let number = UInt64(field.value) else { return Self.wrong(field, "a number") }
                filter.after = number
            case "count":
                guard let number = Int(field.value), number >= 0 else { return Self.wrong(field, "a number") }
                count = number
            case "wait":
                guard let time = try? DurationText.parse(field.value), time <= .seconds(600) else {
                    return Self.wrong(field, "a duration up to 10m")
                }
                wait = time
            case "provider": filter.provider = field.value
            case "purpose":
                guard let purpose = Purpose(rawValue: field.value) else {
                    return Self.problem(ControlMembers.problem(ofPurpose: field.value))
                }
                filter.purpose = purpose
            case "outcome":
                guard let outcome = RequestLog.Entry.Outcome(rawValue: field.value) else {
                    return Self.wrong(field, "open, held, answered or broken")
                }
                filter.outcome = outcome
            default:
                return Self.unknown(field, among: ["after", "count", "wait", "provider", "purpose", "outcome"])
            }
        }
        if wait > .zero, count == 0 { count = 1 }
        let until = MonotonicTime.now() + wait
        let (found, isEnough, mayWait) = log.find(filter, count: count, until: until, for: request.exchange) {
            handle.send(Self.reply($0, true))
        }
        guard !isEnough, wait > .zero else { return Self.reply(found, isEnough) }
        guard mayWait else { return Self.problem("\(RequestLog.maxWaiters) requests wait already", status: 503) }
        // Whichever comes first is the answer.
        handle.send(at: until) { [filter, count] in
            let (found, isEnough, _) = log.find(filter, count: count, until: until) { _ in }
            return Self.reply(found, isEnough)
        }
        return nil
    }

    private static func reply(_ entries: [RequestLog.Entry], _ isEnough: Bool) -> ServerReply {
        .json(["complete": .bool(isEnough), "requests": .array(entries.map(\.json))])
    }

    /// Gives observations as in a trace file, one to a line: `GET /v1/trace?from=N`.
    private func trace(_ request: ServerRequest) -> ServerReply {
        var writer = JSONWriter()
        var from = 0
        for field in request.query.fields {
            guard field.name == "from" else { return Self.unknown(field, among: ["from"]) }
            guard let number = Int(field.value) else { return Self.wrong(field, "a number") }
            from = number
        }
        for observation in log.observations(from: from) { ObservationRecord.write(observation, into: &writer) }
        return ServerReply(status: 200, headers: [("Content-Type", "application/x-ndjson")], body: writer.bytes)
    }

    // MARK: - Gates

    private func closeGates(_ request: ServerRequest) -> ServerReply {
        gates(request) { providers, purposes in
            for purpose in purposes { backend.hold(session, providers: providers, purpose: purpose) }
        }
    }

    private func openGates(_ request: ServerRequest) -> ServerReply {
        guard !request.body.isEmpty else {
            backend.releaseAll(session)
            return .empty(status: 204)
        }
        return gates(request) { providers, purposes in
            for purpose in purposes { backend.openGate(session, providers: providers, purpose: purpose) }
        }
    }

    private func gates(
        _ request: ServerRequest, _ act: ([String], [Purpose]) -> Void
    ) -> ServerReply {
        var members = ControlMembers(request.body)
        let providers = members.texts("providers")
        for provider in providers ?? [] { members.check(provider: provider, among: backend.providerNames) }
        let purpose = members.purpose()
        if let problem = members.problem { return Self.problem(problem) }
        let services = Purpose.allCases.filter(\.isService)
        act(providers ?? backend.providerNames, purpose.map { [$0] } ?? services)
        return .empty(status: 204)
    }

    private func release(_ request: ServerRequest) -> ServerReply {
        var members = ControlMembers(request.body)
        let provider = members.text("provider")
        members.check(provider: provider, among: backend.providerNames)
        let purpose = members.purpose()
        if let problem = members.problem { return Self.problem(problem) }
        let held = backend.held(session).first { held in
            provider.map { $0 == held.provider } ?? true && purpose.map { $0 == held.purpose } ?? true
        }
        guard let held, backend.release(session, provider: held.provider, purpose: held.purpose) else {
            return Self.problem("nothing is held there", status: 409)
        }
        return .json(Self.json(held))
    }

    // MARK: - Latency and faults

    private func setLatency(_ request: ServerRequest) -> ServerReply {
        var members = ControlMembers(request.body)
        let provider = members.text("provider")
        members.check(provider: provider, among: backend.providerNames)
        let purpose = members.purpose()
        let latency = members.parsed("latency", { Latency($0) }, problem: Latency.problem)
        if let problem = members.problem { return Self.problem(problem) }
        backend.setLatency(session, provider: provider, purpose: purpose, latency)
        return .empty(status: 204)
    }

    private func setFault(_ request: ServerRequest) -> ServerReply {
        var members = ControlMembers(request.body)
        let provider = members.text("provider")
        members.check(provider: provider, among: backend.providerNames)
        let purpose = members.purpose()
        let fault = members.parsed("fault", { Fault($0) }, problem: Fault.problem)
        let times = members.number("times", in: 1...1_000_000).map { Int($0) }
        let chance = members.number("chance", in: 0...1) ?? 1
        if let problem = members.problem { return Self.problem(problem) }
        backend.setFault(session, provider: provider, purpose: purpose, fault: fault, times: times, chance: chance)
        return .empty(status: 204)
    }

    private func setDegradation(_ request: ServerRequest) -> ServerReply {
        var members = ControlMembers(request.body)
        let words = Degradation.Rule.allCases.map(\.rawValue)
        let rule = members.parsed("rule", { Degradation.Rule(rawValue: $0) }) { text in
            words.contains(text) ? nil : "unknown rule '\(text)'; expected one of \(words.joined(separator: ", "))"
        }
        let mvpd = members.parsed("mvpd", { $0 }) { $0.isEmpty ? "the mvpd is empty" : nil }
        let requestor = members.text("requestor")
        let details = members.text("details") ?? ""
        if let problem = members.problem { return Self.problem(problem) }
        guard let rule, let mvpd else { return Self.problem("'rule' and 'mvpd' cannot be null here") }
        return change { state in
            state.degradations.append(Degradation(rule, requestor: requestor, mvpd: mvpd, details: details))
        }
    }

    private func logOut(_ request: ServerRequest) -> ServerReply {
        var members = ControlMembers(request.body)
        let user = members.text("user")
        if let problem = members.problem { return Self.problem(problem) }
        backend.logOutRemotely(session, user: user)
        return .empty(status: 204)
    }

    private func reset() -> ServerReply {
        backend.releaseAll(session)
        return change { state in
            state.faults.removeAll()
            state.latencies.removeAll()
            state.degradations = state.scenario.degradations
            state.forget()
        }
    }

    private func change(_ body: (inout SessionState) -> Void) -> ServerReply {
        backend.change(session, body)
        return .empty(status: 204)
    }

    private static func unknown(_ field: FormFields.Field, among names: [String]) -> ServerReply {
        problem("unknown parameter '\(field.name)'" + suggestion(for: field.name, among: names))
    }

    private static func wrong(_ field: FormFields.Field, _ expected: String) -> ServerReply {
        problem("expected \(expected) as '\(field.name)', found '\(field.value)'")
    }

    /// The answer to what is no acceptable request, after which the connection ends.
    static func reply(to refusal: Refusal) -> ServerReply {
        var reply = problem(refusal.reason, status: refusal.status)
        reply.headers.append(("Connection", "close"))
        return reply
    }

    private static func problem(_ message: String, status: Int = 400) -> ServerReply {
        .json(["error": .string(message)], status: status)
    }
}
