internal import AdapterProtocol
internal import Encodings
internal import POSIX
internal import Synchronization
internal import Timing

/// Waits on the loopback interface for adapters that dial in, and lets in those that know the token.
///
/// The first line of an adapter is the notification `hello` with that token (adapter-protocol.md, 1.9). A connection
/// that begins otherwise, or with nothing for ten seconds, is closed.
package final class AdapterListener: Sendable {
    private struct State {
        var ready: [DialedLink] = []
        var waiting: [FirstResult<DialedLink?>] = []
        /// Connections that have not said the token yet.
        var strangers = 0
        var isStopped = false
    }

    /// More strangers at a time are not listened to.
    private static let maxStrangers = 64

    /// 32 hexadecimal digits, different in each run.
    package let token: String
    package let port: UInt16
    private let tell: @Sendable (String) -> Void
    private let waker: Waker
    private let state = Mutex(State())

    /// Listens at `port`, or at any that is free where it is 0; `tell` is told whenever an adapter is waited for.
    package init(
        port: UInt16, tell: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(DriverError) {
        let listener: FileDescriptor
        do throws(SystemError) {
            listener = try FileDescriptor.listening(on: SocketAddress(port: port))
        } catch {
            throw DriverError(.couldNotStart, "\(error)")
        }
        guard let watch = SocketWatch() else {
            throw DriverError(.couldNotStart, "the system has no descriptors left")
        }
        token = Hex.encode((0..<16).map { _ in UInt8.random(in: .min ... .max) })
        self.port = listener.localPort
        self.tell = tell
        waker = watch.waker
        let entrance = Entrance(listener, watch)
        guard startThread({ [self] in accept(entrance) }) else {
            throw DriverError(.couldNotStart, "the system has no thread for \(SocketAddress(port: port))")
        }
    }

    /// What the accepting thread has to itself.
    private final class Entrance: @unchecked Sendable {
        // Because it is handed to one thread, and nobody else keeps it.
        let listener: FileDescriptor
        let watch: SocketWatch

        init(_ listener: consuming FileDescriptor, _ watch: SocketWatch) {
            self.listener = listener
            self.watch = watch
        }
    }

    private func accept(_ entrance: Entrance) {
        entrance.watch.watch(entrance.listener.raw, for: .reading, owner: 0)
        while !state.withLock({ $0.isStopped }) {
            let socket: FileDescriptor
            switch entrance.listener.accept() {
            case .connection(let raw): socket = FileDescriptor(owning: raw)
            case .noneWaiting:
                _ = entrance.watch.wait(until: nil)
                continue
            case .noDescriptors:
                // Whoever waits is reported until it is taken.
                pauseThread(.milliseconds(20))
                continue
            }
            socket.setBlocking()
            socket.disableDelay()
            socket.setReceiveTimeout(seconds: 10)
            let isWelcome = state.withLock { state in
                guard state.strangers < Self.maxStrangers else { return false }
                state.strangers += 1
                return true
            }
            guard isWelcome else { continue }
            let link = DialedLink(socket)
            let isStarted = startThread { [self] in
                link.read(maxLineLength: ProcessLimits().lineBytes, isGreeting: isGreeting) { isKnown in
                    state.withLock { $0.strangers -= 1 }
                    if isKnown { admit(link) }
                }
            }
            if !isStarted { state.withLock { $0.strangers -= 1 } }
        }
    }

    private func isGreeting(_ line: LineSplitter.Line) -> Bool {
        guard case .whole(let bytes) = line, let hello = try? Hello(line: bytes) else { return false }
        return Self.areEqual(Array(hello.token.utf8), Array(token.utf8))
    }

    /// Takes as long for a token that is nearly right as for any other.
    private static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private func admit(_ link: DialedLink) {
        let waiting = state.withLock { state -> FirstResult<DialedLink?>? in
            if state.waiting.isEmpty {
                state.ready.append(link)
                return nil
            }
            return state.waiting.removeFirst()
        }
        if let waiting, !waiting.give(link) { admit(link) }
    }

    /// The next adapter that has dialed in; nil where none does in time.
    func connection(within limit: Duration, sleep: @escaping Sleep) async -> DialedLink? {
        let result = FirstResult<DialedLink?>()
        let (ready, isStopped) = state.withLock { state -> (DialedLink?, Bool) in
            while let link = state.ready.first {
                state.ready.removeFirst()
                if link.isOpen { return (link, false) }
            }
            if !state.isStopped { state.waiting.append(result) }
            return (nil, state.isStopped)
        }
        if ready != nil || isStopped { return ready }
        tell("listening at 127.0.0.1:\(port) for an adapter with the token \(token)")
        return await result.value(within: limit, otherwise: nil, sleep: sleep)
    }

    /// Lets nobody in any more.
    package func stop() {
        let (ready, waiting) = state.withLock { state in
            state.isStopped = true
            defer { (state.ready, state.waiting) = ([], []) }
            return (state.ready, state.waiting)
        }
        waker.wake()
        for link in ready { link.terminate(grace: .zero) }
        for result in waiting { result.give(nil) }
    }
}
