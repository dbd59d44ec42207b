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
