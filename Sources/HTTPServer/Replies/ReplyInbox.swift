internal import POSIX
internal import Synchronization
internal import Timing

/// The one way into the server's thread: first in, first out.
///
/// Sendable although unchecked because what is not atomic or behind a lock is touched by the server's thread only.
@safe final class ReplyInbox: @unchecked Sendable {
    enum Message: Sendable {
        case reply(ServerReply, exchange: UInt64, connection: Int32, at: MonotonicTime?)
        case later(@Sendable () -> ServerReply, exchange: UInt64, connection: Int32, at: MonotonicTime)
        /// A streamed body has bytes to write, or takes bytes again.
        case moved(exchange: UInt64, connection: Int32)
        case stop
    }

    enum Sender {
        /// The server's thread, since it last looked.
        case server
        case anyThread
    }

    private struct State {
        var messages: [Message] = []
        /// A wake is on its way.
        var isAwaited = false
        var isClosed = false
    }

    /// What the server's thread sends itself; all of it was sent before what is in the state.
    private var own: [Message] = []
    private let state = Mutex(State())
    /// Whether there are messages in the state, or nothing must come any more.
    private let isGuarded = Atomic(false)
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
        if isOurs, !isGuarded.load(ordering: .acquiring) { return own.append(message) }
        let needsWake = state.withLock { state in
            guard !state.isClosed else { return false }
            state.messages.append(message)
            isGuarded.store(true, ordering: .releasing)
            guard !isOurs, !state.isAwaited else { return false }
            state.isAwaited = true
            return true
        }
        if needsWake { waker.wake() }
    }

    /// Drops what has come and what will come; called on the server's thread, or when there is none.
    func close() {
        own = []
        state.withLock { state in
            state.isClosed = true
            state.messages = []
            isGuarded.store(true, ordering: .releasing)
        }
    }

    /// Moves what has come into `messages`, which must be empty, and says from whom; nil when there was nothing.
    ///
    /// Called on the server's thread.
    func take(into messages: inout [Message]) -> Sender? {
        guard own.isEmpty else {
            swap(&own, &messages)
            return .server
        }
        guard isGuarded.load(ordering: .acquiring) else { return nil }
        return state.withLock { state in
            state.isAwaited = false
            guard !state.isClosed else { return nil }
            isGuarded.store(false, ordering: .relaxed)
            guard !state.messages.isEmpty else { return nil }
            swap(&state.messages, &messages)
            return .anyThread
        }
    }
}
