import Evidence
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
    /// The tokens that the request carried.
    var carried: [TokenSighting] = []
    /// The tokens that the reply handed out.
    var issued: [TokenSighting] = []

    /// The first value among those fields.
    func field(_ names: String...) -> String? {
        names.lazy.compactMap { request.fields[$0] }.first
    }

    var requestor: String? { request[.requestor] }
    var mvpd: String? { request[.mvpd] }

    /// What proves the application: a digest, unless secrets are shown.
    var credentials: String? { field("authorization", "access_token") }

    /// Whether it is a call of a service, and no page.
    var isServiceCall: Bool { request.purpose.isService }

    /// `POST /adobe-services/authorize: 403`.
    var words: String {
        "\(request.method) \(request.path)" + (status.map { ": \($0)" } ?? "")
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
            case .replyLeft(let reply): change(reply.exchange, observation) { $0.status = reply.status }
            case .tokenSeen(let sighting) where sighting.place == .request:
                change(sighting.exchange, observation) { $0.carried.append(sighting) }
            case .tokenSeen(let sighting) where sighting.place == .reply:
                change(sighting.exchange, observation) { $0.issued.append(sighting) }
            case .refused(let request): refused.append((observation.sequence, request.description))
            default: break
            }
        }
    }
}
