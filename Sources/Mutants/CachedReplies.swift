internal import AccessEnabler
internal import PortWrapping
internal import Synchronization

/// Answers a request that was answered with success before with the same reply, without asking.
final class CachedReplies: Network {
    private let base: any Network
    private let path: String
    /// What requests that are answered alike have in common; by default all to the path.
    private let key: @Sendable (_ body: [UInt8]) -> [UInt8]
    private let known = Mutex<[[UInt8]: NetworkReply]>([:])

    init(_ base: any Network, path: String, by key: @escaping @Sendable (_ body: [UInt8]) -> [UInt8] = { _ in [] }) {
        self.base = base
        self.path = path
        self.key = key
    }

    func send(
        _ request: NetworkRequest, completion: @escaping @Sendable (Result<NetworkReply, NetworkFailure>) -> Void
    ) -> Cancellation {
        guard request.path.hasSuffix(path) else { return base.send(request, completion: completion) }
        let key = key(request.body ?? [])
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
