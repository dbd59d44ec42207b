internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping
internal import Synchronization

/// Calls that wait until a request has been answered, and all that come after them behind them.
final class CallsBehindRequests: Sendable {
    private struct Line {
        var network: (any Network)?
        var waiting: [(call: Message, request: NetworkRequest?)] = []
        var isBusy = false
    }

    private let stage: Stage
    private let line = Mutex(Line())

    init(_ stage: Stage) {
        self.stage = stage
    }

    func connect(_ network: any Network) {
        line.withLock { $0.network = network }
    }

    /// What can be called at once.
    func take(_ call: Message, after request: NetworkRequest? = nil) -> [Message] {
        let isFree = line.withLock { line in
            if line.isBusy || request != nil { line.waiting.append((call, request)) }
            return !line.isBusy && request == nil
        }
        if isFree { return [call] }
        serveNext()
        return []
    }

    private func serveNext() {
        let next = line.withLock { line -> (request: NetworkRequest, network: any Network)? in
            guard !line.isBusy, let request = line.waiting.first?.request, let network = line.network else {
                return nil
            }
            line.isBusy = true
            return (request, network)
        }
        guard let next else { return }
        _ = next.network.send(next.request) { [self] _ in
            let calls = line.withLock { line -> [Message] in
                var calls = [line.waiting.removeFirst().call]
                while let first = line.waiting.first, first.request == nil {
                    calls.append(first.call)
                    line.waiting.removeFirst()
                }
                line.isBusy = false
                return calls
            }
            for call in calls { stage.call(call) }
            serveNext()
        }
    }
}
