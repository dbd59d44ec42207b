package import Evidence
import ServiceProtocol
import Timing

/// Turns what a backend records of configuration requests into exchanges, and passes on the rest.
///
/// Used by one thread at a time.
package struct ExchangeCollector: Sendable {
    private struct Pending {
        var session: Int
        var provider: Int
        var asked: MonotonicTime
        var received: MonotonicTime
    }

    private var pending: [UInt64: Pending] = [:]

    package init() {}

    /// What is to be told because of an observation; nil where nothing is, or not yet.
    package mutating func take(_ observation: Observation) -> FeedNews? {
        switch observation.event {
        case .request(let request)
        where request.purpose == .configuration && request.fields["crossed"] == nil:
            guard let session = LoadUsers.number(of: observation.session),
                let provider = ProviderName.index(of: request.provider)
            else { return .observation(observation) }
            pending[request.exchange] = Pending(
                session: session, provider: provider, asked: request.firstByte, received: observation.time)
            return nil
        case .replyLeft(let reply):
            guard let request = pending.removeValue(forKey: reply.exchange) else { return .observation(observation) }
            return .exchange(
                FeedExchange(
                    session: request.session, exchange: reply.exchange, provider: request.provider,
                    status: reply.status, asked: request.asked, received: request.received,
                    answered: reply.firstByte, left: reply.lastByte, isBroken: false))
        case .replyBroken(let exchange, _):
            guard let request = pending.removeValue(forKey: exchange) else { return .observation(observation) }
            return .exchange(
                FeedExchange(
                    session: request.session, exchange: exchange, provider: request.provider, status: 0,
                    asked: request.asked, received: request.received, answered: observation.time,
                    left: observation.time, isBroken: true))
        case .runStarted, .runEnded:
            return nil
        default:
            return .observation(observation)
        }
    }
}
