internal import AccessEnabler
internal import POSIX
internal import PortWrapping
internal import Synchronization

/// Tells the application a while later, piece after piece.
final class LateDelivery: Delivery {
    private struct Line {
        var waiting: [(due: ContinuousClock.Instant, work: @Sendable () -> Void)] = []
        var isServed = false
    }

    private let delay: Duration
    /// Whether all that is there is told at once when the first of it is due.
    private let isInBatches: Bool
    private let line = Mutex(Line())

    init(_ delay: Duration, isInBatches: Bool = false) {
        self.delay = delay
        self.isInBatches = isInBatches
    }

    func deliver(_ work: @escaping @Sendable () -> Void) {
        let isFirst = line.withLock { line in
            line.waiting.append((.now + delay, work))
            defer { line.isServed = true }
            return !line.isServed
        }
        if isFirst { serveNext() }
    }

    private func serveNext() {
        let due = line.withLock { line -> ContinuousClock.Instant? in
            line.isServed = !line.waiting.isEmpty
            return line.waiting.first?.due
        }
        guard let due else { return }
        _ = Environment.sleep(max(.zero, due - .now)) { [self] in
            let works = line.withLock { line in
                let count = isInBatches ? line.waiting.count : line.waiting.isEmpty ? 0 : 1
                defer { line.waiting.removeFirst(count) }
                return line.waiting.prefix(count).map(\.work)
            }
            for work in works { work() }
            serveNext()
        }
    }
}

/// Tells the application on another thread each time.
final class ThreadedDelivery: Delivery {
    private struct Line {
        var waiting: [@Sendable () -> Void] = []
        var isServed = false
    }

    private let line = Mutex(Line())

    func deliver(_ work: @escaping @Sendable () -> Void) {
        let isFirst = line.withLock { line in
            line.waiting.append(work)
            defer { line.isServed = true }
            return !line.isServed
        }
        if isFirst { serveNext() }
    }

    private func serveNext() {
        let next = line.withLock { line -> (@Sendable () -> Void)? in
            line.isServed = !line.waiting.isEmpty
            return line.waiting.isEmpty ? nil : line.waiting.removeFirst()
        }
        guard let next else { return }
        startThread { [self] in
            next()
            serveNext()
        }
    }
}

/// A network that does work on the calling thread, so that an instance that takes its turns there acts inside the call.
struct InPlaceNetwork: Network {
    let base: any Network

    func send(
        _ request: NetworkRequest, completion: @escaping @Sendable (Result<NetworkReply, NetworkFailure>) -> Void
    ) -> Cancellation {
        base.send(request, completion: completion)
    }

    func run(_ work: @escaping @Sendable () -> Void) {
        work()
    }
}

/// A storage that takes its time.
struct SlowStorage: TokenStorage {
    let base: any TokenStorage
    let pause: @Sendable () -> Void

    func load(_ key: String) -> [UInt8]? {
        pause()
        return base.load(key)
    }

    func store(_ value: [UInt8], for key: String) -> Bool {
        pause()
        return base.store(value, for: key)
    }

    func remove(_ key: String) {
        pause()
        base.remove(key)
    }

    func keys() -> [String] {
        pause()
        return base.keys()
    }
}
