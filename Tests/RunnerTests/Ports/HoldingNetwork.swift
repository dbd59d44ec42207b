import AccessEnabler
import Synchronization

/// Holds configurations for a while, and hands over the newest first.
///
/// Registers slowly, so that its requests for configurations come long after the call.
struct HoldingNetwork: Network {
    typealias Completion = NetworkCompletion

    let base: any Network
    private let held = Held()

    init(base: any Network) {
        self.base = base
    }

    func send(_ request: NetworkRequest, completion: @escaping Completion) -> Cancellation {
        if request.url.hasSuffix("/o/client/token") {
            return Environment.sleep(.milliseconds(480)) { _ = base.send(request, completion: completion) }
        }
        guard request.url.contains("/adobe-services/config/") else {
            return base.send(request, completion: completion)
        }
        return base.send(request) { outcome in
            guard held.add({ completion(outcome) }) else { return }
            _ = Environment.sleep(.milliseconds(280)) { held.letGo() }
        }
    }

    private final class Held: Sendable {
        private let replies = Mutex<[@Sendable () -> Void]>([])

        /// Whether it is the first.
        func add(_ reply: @escaping @Sendable () -> Void) -> Bool {
            replies.withLock { replies in
                replies.append(reply)
                return replies.count == 1
            }
        }

        func letGo() {
            let all = replies.withLock { replies in
                defer { replies = [] }
                return replies
            }
            for reply in all.reversed() { reply() }
        }
    }
}
