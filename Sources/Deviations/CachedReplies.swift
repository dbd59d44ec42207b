internal import AccessEnabler
internal import Synchronization

/// Answers a request that was answered with success before with the same reply, without asking.
final class CachedReplies: Network {
    private let base: any Network
    private let path: String
    private let known = Mutex<NetworkReply?>(nil)

    init(_ base: any Network, path: String) {
        self.base = base
        self.path = path
    }

    func send(
        _ request: NetworkRequest, completion: @escaping @Sendable (Result<NetworkReply, NetworkFailure>) -> Void
    ) -> Cancellation {
        guard request.path.hasSuffix(path) else { return base.send(request, completion: completion) }
        if let reply = known.withLock({ $0 }) {
            completion(.success(reply))
            return Cancellation()
        }
        return base.send(request) { [self] outcome in
            if case .success(let reply) = outcome, reply.status == 200 { known.withLock { $0 = reply } }
            completion(outcome)
        }
    }
}
