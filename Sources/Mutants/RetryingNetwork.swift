internal import AccessEnabler
internal import PortWrapping
internal import Synchronization

/// Sends requests to one path a second time when they fail, and remembers that it did.
struct RetryingNetwork: Network {
    final class Memory: Sendable {
        private let hasRetried = Mutex(false)

        func noteRetry() {
            hasRetried.withLock { $0 = true }
        }

        /// Whether there was a retry since the last question.
        func takeRetry() -> Bool {
            hasRetried.withLock { retried in
                defer { retried = false }
                return retried
            }
        }
    }

    let base: any Network
    let path: String
    let memory: Memory

    func send(
        _ request: NetworkRequest, completion: @escaping @Sendable (Result<NetworkReply, NetworkFailure>) -> Void
    ) -> Cancellation {
        guard request.path.hasSuffix(path) else { return base.send(request, completion: completion) }
        return base.send(request) { outcome in
            if case .success(let reply) = outcome, reply.status == 200 { return completion(outcome) }
            memory.noteRetry()
            _ = base.send(request, completion: completion)
        }
    }
}
