package import Evidence
import ServiceProtocol
import Timing

/// Turns what a backend records of configuration requests into exchanges, and passes on the rest.
///
/// Used by one thread at a time.
package struct ExchangeCollector: Sendable {
    /// Those whose reply has not come to its end.
    private var pending: [UInt64: FeedExchange] = [:]

    package init() {}

    /// What is to be told because of an observation; nil where nothing is, or not yet.
    package mutating func take(_ observation: Observation) -> FeedNews? {
        switch observation.event {
        case .request(let request)
        where request.purpose == .configuration && request.fields["crossed"] == nil:
            guard let session = LoadUsers.number(of: observation.session),
                let provider = ProviderName.index(of: request.provider)
            else { return .observation(observation) }
            pending[request.exchange] = FeedExchange(
                session: session, exchange: request.exchange, provider: provider, status: 0, asked: request.firstByte,
                received: observation.time, answered: observation.time, left: observation.time, isBroken: true)
            return nil
        case .replyLeft(let reply):
            guard var own = pending.removeValue(forKey: reply.exchange) else { return .observation(observation) }
            (own.status, own.answered, own.left, own.isBroken) = (reply.status, reply.firstByte, reply.lastByte, false)
            return .exchange(own)
        case .replyBroken(let exchange, _):
            guard var own = pending.removeValue(forKey: exchange) else { return .observation(observation) }
            (own.answered, own.left) = (observation.time, observation.time)
            return .exchange(own)
        case .runStarted, .runEnded:
            return nil
        default:
            return .observation(observation)
        }
    }
}
