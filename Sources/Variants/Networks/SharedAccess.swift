internal import AccessEnabler
internal import PortWrapping
internal import Synchronization

/// One registration and one access token, which serve at every provider.
///
/// A provider that asks again after it was served gets new ones: the old were refused.
final class SharedAccess: Sendable {
    private struct Waiting {
        var request: NetworkRequest
        var completion: NetworkCompletion
    }

    private enum Standing {
        case unknown
        case asked([Waiting])
        case known(NetworkReply, servedTo: Set<String>)
    }

    private enum Step {
        case send
        case wait
        case serve(NetworkReply)
    }

    private let standings = Mutex<[String: Standing]>([:])

    @Sendable
    func exchange(
        _ request: NetworkRequest, _ network: any Network, _ completion: @escaping NetworkCompletion
    ) -> Cancellation {
        guard request.isRegistration else { return network.send(request, completion: completion) }
        let step = standings.withLock { standings -> Step in
            switch standings[request.path] ?? .unknown {
            case .known(let reply, let served) where !served.contains(request.base):
                standings[request.path] = .known(reply, servedTo: served.union([request.base]))
                return .serve(reply)
            case .asked(let waiting):
                standings[request.path] = .asked(waiting + [Waiting(request: request, completion: completion)])
                return .wait
            case .known, .unknown:
                standings[request.path] = .asked([])
                return .send
            }
        }
        switch step {
        case .wait: return Cancellation()
        case .serve(let reply):
            network.run { completion(.success(reply)) }
            return Cancellation()
        case .send:
            return network.send(request) { [self] outcome in
                let waiting = settle(request, outcome)
                completion(outcome)
                for other in waiting {
                    if case .success(let reply) = outcome, reply.status < 300 {
                        other.completion(outcome)
                    } else {
                        _ = exchange(other.request, network, other.completion)
                    }
                }
            }
        }
    }

    private func settle(_ request: NetworkRequest, _ outcome: Mutation.Outcome) -> [Waiting] {
        standings.withLock { standings in
            var waiting: [Waiting] = []
            if case .asked(let others)? = standings[request.path] { waiting = others }
            if case .success(let reply) = outcome, reply.status < 300 {
                let served = Set(waiting.map(\.request.base)).union([request.base])
                standings[request.path] = .known(reply, servedTo: served)
            } else {
                standings[request.path] = .unknown
            }
            return waiting
        }
    }
}
