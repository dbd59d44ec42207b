internal import AccessEnabler
internal import PortWrapping
internal import Synchronization

/// Answers a request that was answered with success before with the same reply, without asking.
final class CachedReplies: Network {
    private let base: any Network
    private let path: String
    /// Whether only the same request is answered; otherwise all to the path are answered alike.
    private let isByBody: Bool
    private let known = Mutex<[[UInt8]: NetworkReply]>([:])

    init(_ base: any Network, path: String, isByBody: Bool = false) {
        self.base = base
        self.path = path
        self.isByBody = isByBody
    }

    func send(
        _ request: NetworkRequest, completion: @escaping @Sendable (Result<NetworkReply, NetworkFailure>) -> Void
    ) -> Cancellation {
        guard request.path.hasSuffix(path) else { return base.send(request, completion: completion) }
        let key = isByBody ? request.body ?? [] : []
        if let reply = known.withLock({ $0[key] }) {
            completion(.success(reply))
            return Cancellation()
        }
        return base.send(request) { [self] outcome in
            if case .success(let reply) = outcome, reply.status == 200 { known.withLock { $0[key] = reply } }
            completion(outcome)
        }
    }
}
