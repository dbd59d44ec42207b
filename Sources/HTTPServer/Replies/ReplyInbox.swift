internal import POSIX
internal import Synchronization
internal import Timing

/// The one way into the server's thread: first in, first out.
final class ReplyInbox: Sendable {
    enum Message: Sendable {
        case reply(ServerReply, exchange: UInt64, connection: Int32, at: MonotonicTime?)
        case later(@Sendable () -> ServerReply, exchange: UInt64, connection: Int32, at: MonotonicTime)
        /// A streamed body has bytes to write, or takes bytes again.
        case moved(exchange: UInt64, connection: Int32)
        case stop
    }

    private struct State {
        var messages: [Message] = []
        /// A wake is on its way.
        var isAwaited = false
        var isClosed = false
    }

    private let state = Mutex(State())
    private let serverThread = Atomic<UInt>(0)
    private let waker: Waker

    init(waker: Waker) {
        self.waker = waker
    }

    /// Called on the server's thread, which from then on looks into the inbox after everything it does.
    func belongsToCurrentThread() {
        serverThread.store(currentThread(), ordering: .relaxed)
    }

    func send(_ message: Message) {
        let isOurs = serverThread.load(ordering: .relaxed) == currentThread()
        let needsWake = state.withLock { state in
            guard !state.isClosed else { return false }
            state.messages.append(message)
            guard !isOurs, !state.isAwaited else { return false }
            state.isAwaited = true
            return true
        }
        if needsWake { waker.wake() }
    }

    /// Drops what has come and what will come; called on the server's thread, or when there is none.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.messages = []
        }
    }

    /// Moves what has come into `messages`, which must be empty; false when there was nothing.
    func take(into messages: inout [Message]) -> Bool {
        state.withLock { state in
            state.isAwaited = false
            guard !state.isClosed, !state.messages.isEmpty else { return false }
            swap(&state.messages, &messages)
            return true
        }
    }
}
