internal import Synchronization

/// What passes between the owners of a child process and its thread.
final class ChildMailbox: Sendable {
    enum Order: Sendable, Hashable {
        case endInput
        case terminate(grace: Duration)
        case signal(Signal)
    }

    private struct State {
        var unsent: [[UInt8]] = []
        /// Bytes accepted and not yet written.
        var queuedBytes = 0
        var orders: [Order] = []
        var isReading = true
        var errorLines: [String] = []
    }

    private let state = Mutex(State())
    private let status = FirstResult<ExitStatus>()
    private let waker: Waker
    private let maxQueueLength: Int

    init(waker: Waker, maxQueueLength: Int) {
        self.waker = waker
        self.maxQueueLength = maxQueueLength
    }

    // MARK: - For the owners

    func send(_ bytes: [UInt8]) -> Bool {
        let isAccepted = state.withLock { state in
            guard state.isReading, state.queuedBytes + bytes.count <= maxQueueLength else { return false }
            state.queuedBytes += bytes.count
            state.unsent.append(bytes)
            return true
        }
        if isAccepted { waker.wake() }
        return isAccepted
    }

    func post(_ order: Order) {
        state.withLock { state in
            state.orders.append(order)
            if order == .endInput { state.isReading = false }
        }
        waker.wake()
    }

    var lastErrorLines: [String] {
        state.withLock { $0.errorLines }
    }

    func exit() async -> ExitStatus { await status.value() }

    // MARK: - For the child's thread

    func take() -> (bytes: [[UInt8]], orders: [Order]) {
        state.withLock { state in
            defer { (state.unsent, state.orders) = ([], []) }
            return (state.unsent, state.orders)
        }
    }

    func noteWritten(bytes: Int) {
        state.withLock { $0.queuedBytes -= bytes }
    }

    /// The program reads no more.
    func noteInputClosed() {
        state.withLock { state in
            state.isReading = false
            state.unsent = []
        }
    }

    func note(errorLine: String) {
        state.withLock { state in
            if state.errorLines.count == 64 { state.errorLines.removeFirst() }
            state.errorLines.append(errorLine)
        }
    }

    func note(_ status: ExitStatus) { self.status.give(status) }
}
