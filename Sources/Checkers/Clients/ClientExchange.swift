import Evidence
import ServiceProtocol
import Timing

/// One request of a client of the services, and what became of it, as a trace tells.
struct ClientExchange: Sendable {
    let request: RequestEvent
    /// When the request had arrived.
    let time: MonotonicTime
    /// The places of the request and of what followed, by sequence number.
    var observations: [Int]
    /// Nil where no reply left.
    var status: Int?
    /// When the reply had left; nil where none did.
    var left: MonotonicTime?
    /// What the reply said was wrong.
    var reason = ""
    /// Whether the service was told to break its reply: what it says is no word of the service then.
    var isFaulty = false
    /// The tokens that the request carried.
    var carried: [TokenSighting] = []
    /// The tokens that the reply handed out.
    var issued: [TokenSighting] = []
    /// What the reply says; nil where that was not kept.
    var content: ReplyContent?

    /// The first value among those fields.
    func field(_ names: String...) -> String? {
        names.lazy.compactMap { request.fields[$0] }.first
    }

    var requestor: String? { Self.said(request[.requestor]) }
    var mvpd: String? { Self.said(request[.mvpd]) }
    var device: String? { Self.said(request[.device]) }

    /// By what it can be told who asks: the device, and the digest of a browser's cookies.
    var callers: Set<String> { Set([device.map { "device " + $0 }, field("cookie")].compactMap(\.self)) }

    /// What is said in the query and in the form alike is said once.
    private static func said(_ values: String?) -> String? {
        guard let values, let first = values.split(separator: ",").first else { return values }
        return values.split(separator: ",").allSatisfy { $0 == first } ? String(first) : values
    }

    /// What proves the application: a digest, unless secrets are shown.
    var credentials: String? { field("authorization", "access_token") }

    /// Whether it is a call of a service, and no page.
    var isServiceCall: Bool { request.purpose.isService && !isFaulty }

    /// `POST /adobe-services/authorize: 400 Invalid requestor`.
    var words: String {
        let answer = status.map { ": \($0)" } ?? ""
        let isRefused = (status ?? 0) >= 400 && !reason.isEmpty
        return "\(request.method) \(request.path)\(answer)" + (isRefused ? " \(reason)" : "")
    }

    func finding(_ message: String, expected: String) -> Finding {
        Finding(message: message, expected: expected, seen: words, observations: observations)
    }
}

/// All exchanges of a trace in the order in which the requests came.
struct ClientExchanges: Sendable {
    var all: [ClientExchange] = []
    /// What arrived and was no acceptable request: the place and the words of the note.
    var refused: [(sequence: Int, words: String)] = []
    /// Whether the service knew of clients, logins and authorizations that the trace does not tell of.
    var hasHistory = false

    init(_ observations: [Observation]) {
        var places: [UInt64: Int] = [:]
        func change(_ exchange: UInt64?, _ observation: Observation, _ body: (inout ClientExchange) -> Void) {
            guard let exchange, let place = places[exchange] else { return }
            all[place].observations.append(observation.sequence)
            body(&all[place])
        }
        for observation in observations {
            switch observation.event {
            case .request(let request):
                places[request.exchange] = all.count
                all.append(
                    ClientExchange(request: request, time: observation.time, observations: [observation.sequence]))
            case .replyLeft(let reply):
                change(reply.exchange, observation) { exchange in
                    exchange.status = reply.status
                    exchange.left = reply.lastByte
                    exchange.reason = reply.reason
                    exchange.isFaulty = !reply.fault.isEmpty
                }
            case .replyBroken(let exchange, _): change(exchange, observation) { $0.isFaulty = true }
            case .tokenSeen(let sighting) where sighting.place == .request:
                change(sighting.exchange, observation) { $0.carried.append(sighting) }
            case .tokenSeen(let sighting) where sighting.place == .reply:
                change(sighting.exchange, observation) { $0.issued.append(sighting) }
            case .replySeen(let content): change(content.exchange, observation) { $0.content = content }
            case .note(Event.earlierState): hasHistory = true
            case .refused(let request): refused.append((observation.sequence, request.description))
            default: break
            }
        }
        for place in all.indices {
            guard let other = all[place].content?.sameAs else { continue }
            // Where the other is in a part of the trace that is lost, it is not known what was said.
            guard let content = places[other].flatMap({ all[$0].content }), content.sameAs == nil else {
                all[place].content = nil
                continue
            }
            all[place].content?.body = content.body
        }
    }
}
