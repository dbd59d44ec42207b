internal import AccessEnabler
internal import POSIX
internal import PortWrapping

/// Tells the application a while later, piece after piece.
struct LateDelivery: Delivery {
    let delay: Duration
    private let line = WorkLine()

    init(_ delay: Duration) {
        self.delay = delay
    }

    func deliver(_ work: @escaping @Sendable () -> Void) {
        let due = ContinuousClock.now + delay
        line.add { end in
            _ = Environment.sleep(max(.zero, due - .now)) {
                work()
                end()
            }
        }
    }
}

/// Gathers for 50 ms what there is to tell, and tells it all together.
struct BatchedDelivery: Delivery {
    private let gathered = Kept<[@Sendable () -> Void]>([])
    private let line = WorkLine()

    func deliver(_ work: @escaping @Sendable () -> Void) {
        let isFirst = gathered.change { works in
            works.append(work)
            return works.count == 1
        }
        guard isFirst else { return }
        let due = ContinuousClock.now + .milliseconds(50)
        line.add { [gathered] end in
            _ = Environment.sleep(max(.zero, due - .now)) {
                for work in gathered.change({ exchange(&$0, with: []) }) { work() }
                end()
            }
        }
    }
}

/// Tells the application on another thread each time.
struct ThreadedDelivery: Delivery {
    private let line = WorkLine()

    func deliver(_ work: @escaping @Sendable () -> Void) {
        line.add { end in
            startThread {
                work()
                end()
            }
        }
    }
}

/// A network that does work on the calling thread, so that an instance that takes its turns there acts inside the call.
struct InPlaceNetwork: Network {
    let base: any Network

    func send(_ request: NetworkRequest, completion: @escaping NetworkCompletion) -> Cancellation {
        base.send(request, completion: completion)
    }

    func run(_ work: @escaping @Sendable () -> Void) {
        work()
    }
}
