import Backend
import Evidence
import Gate
import HTTPServer
import POSIX
import ServiceProtocol
import Transport

/// A real provider, a gate before it, and a client of the gate.
final class GateBench: Sendable {
    typealias Answer = @Sendable (ServerRequest) -> ServerReply

    let upstreams: [HTTPServer]
    let backend: Backend
    let client: HTTPClient
    private let observations = Monitor<[Observation]>([])
    /// What the providers were asked.
    let asked = Monitor<[ServerRequest]>([])

    let providers: [String]
    var gates: [String] { backend.baseURLs }

    /// Of the providers: what they are asked is there as a whole.
    private static var whole: Limits {
        var limits = Limits()
        limits.bodyBytes = 256 << 20
        return limits
    }

    /// Two places, each with a gate before every provider.
    convenience init(
        providers: Int = 1, places: Int = 2, limits: CareLimits = CareLimits(), redactor: Redactor? = nil,
        tls: TLSIdentity? = nil, authorities: String? = nil, exhausted: @escaping @Sendable () -> Void = {},
        answer: @escaping Answer
    ) throws {
        try self.init(
            providers: providers, places: places, limits: limits, redactor: redactor, tls: tls,
            authorities: authorities, exhausted: exhausted, handler: { $1.send(answer($0)) })
    }

    /// The same, with providers that answer when they like.
    init(
        providers: Int = 1, places: Int = 2, limits: CareLimits = CareLimits(), redactor: Redactor? = nil,
        upstreamLimits: Limits = whole, tls: TLSIdentity? = nil, authorities: String? = nil,
        exhausted: @escaping @Sendable () -> Void = {},
        handler: @escaping @Sendable (ServerRequest, ReplyHandle) -> Void
    ) throws {
        let (observations, asked) = (observations, asked)
        upstreams = try (0..<providers).map { _ in
            try HTTPServer.start([SocketAddress()], limits: upstreamLimits, tls: tls) { request, handle in
                asked.change { $0.append(request) }
                handler(request, handle)
            }
        }
        let urls = upstreams.map { "\(tls == nil ? "http" : "https")://\($0.addresses[0])" }
        self.providers = urls
        client = try HTTPClient.start(.init(certificateAuthorities: authorities))
        let forwarder = Forwarder(
            client, providers: urls, limits: limits, exhausted: exhausted)
        var options = BackendOptions()
        options.upstream = forwarder.upstream
        backend = try Backend.start(
            endpoints: providers * places,
            recorder: Recorder(sinks: [{ seen in observations.change { $0.append(seen) } }], redactor: redactor),
            limits: Forwarder.serverLimits, options: options)
        forwarder.announce(backend.baseURLs)
    }

    deinit {
        backend.stop()
        for upstream in upstreams { upstream.stop() }
        client.stop()
    }

    /// Opens a session in a place, whose providers list these MVPDs.
    func open(_ session: String, place: Int = 0, listing mvpds: [String] = ["A"], requestor: String = "REF30") {
        let count = upstreams.count
        backend.open(
            Scenario(
                session: SessionID(session), requestor: requestor, softwareStatement: "s",
                providers: (0..<count).map { index in
                    ProviderScript(
                        name: "sp\(index + 1)", endpoint: place * count + index,
                        mvpds: mvpds.map { MVPDScript(id: $0, displayName: $0, logoURL: "") })
                }))
    }

    func get(_ target: String, at gate: Int = 0, headers: [(name: String, value: String)] = []) async throws
        -> HTTPResponse
    {
        // On a busy machine a large body takes its time in a debug build.
        try await client.send(
            HTTPRequest(url: gates[gate] + target, headers: headers, timeout: .seconds(300), usesOwnConnection: true))
    }

    /// What was recorded of the session, when it is so much.
    func events(_ session: String = "s1", _ isEnough: ([Event]) -> Bool) -> [Event] {
        observations.wait { seen in
            let events = seen.filter { $0.session == SessionID(session) }.map(\.event)
            return isEnough(events) ? events : nil
        }
    }

    func left(_ count: Int, of session: String = "s1") -> [Event] {
        events(session) { $0.count(where: \.hasEnded) >= count }
    }
}

extension Event {
    var hasEnded: Bool {
        switch self {
        case .replyLeft, .replyBroken: true
        default: false
        }
    }

    var isHeld: Bool { if case .replyHeld = self { true } else { false } }

    /// In a word, for comparisons.
    var word: String {
        switch self {
        case .request(let request): "request \(request.provider) \(request.purpose.rawValue)"
        case .replyHeld: "held"
        case .replyReleased(_, let order): "released \(order)"
        case .replyLeft(let reply): "left \(reply.status)"
        case .replyBroken: "broken"
        case .fault(let fault): "fault of the \(fault.party.rawValue)"
        default: "other"
        }
    }
}
