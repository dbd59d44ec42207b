import Evidence
import ServiceProtocol

/// The replies to some kind of request that are being held, as the events of a session tell.
struct HeldReplies: Sendable {
    private let purposes: [Purpose]
    private var asked: [UInt64: String] = [:]
    private var held: [UInt64: String] = [:]

    init(purposes: [Purpose]) {
        self.purposes = purposes
    }

    /// Whose replies are held now.
    var providers: Set<String> { Set(held.values) }

    /// Whether the port had closed its connection when the reply was let go.
    static func wasGivenUp(_ exchange: UInt64, in observations: [Observation]) -> Bool {
        let before = observations.prefix { observation in
            if case .replyReleased(exchange, _) = observation.event { false } else { true }
        }
        return before.contains { $0.event == .givenUp(exchange: exchange) }
    }

    mutating func take(_ event: Event) {
        switch event {
        case .request(let request) where purposes.contains(request.purpose): asked[request.exchange] = request.provider
        case .replyHeld(let exchange): held[exchange] = asked[exchange]
        case .replyReleased(let exchange, _), .replyBroken(let exchange, _): held[exchange] = nil
        case .replyLeft(let reply): held[reply.exchange] = nil
        default: break
        }
    }
}
