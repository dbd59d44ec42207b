internal import POSIX
internal import Synchronization
internal import Timing

/// A connection that an adapter opened to us.
///
/// One thread reads; what is sent is written by another, so that an adapter that does not read keeps nobody.
final class DialedLink: AdapterLink {
    typealias Hearing = @Sendable (LineSplitter.Line) -> Void

    private struct State {
        var hear: Hearing?
        var ended: (@Sendable () -> Void)?
        var isOpen = true
    }

    private let socket: FileDescriptor
    private let writer = SerialWork()
    private let state = Mutex(State())
    private let closed = FirstResult<Void>()

    /// `socket` blocks in reading and writing.
    init(_ socket: consuming FileDescriptor) {
        self.socket = socket
    }

    /// The most bytes, and the most time, until the first line is there.
    private static let maxGreetingLength = 4_096
    private static let greetingTime = Duration.seconds(10)

    /// Reads until the other side hangs up; `isGreeting` says of the first line whether the rest is for us.
    ///
    /// `greeted` is told once: true after such a line, and false where it is certain that none will come.
    func read(maxLineLength: Int, isGreeting: (LineSplitter.Line) -> Bool, greeted: (Bool) -> Void) {
        var lines = LineSplitter(maximum: maxLineLength)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var isGreeted = false
        var goesOn = true
        var unheard = 0
        let start = MonotonicTime.now()
        while goesOn, case .bytes(let count) = socket.read(into: &buffer) {
            lines.read(buffer[..<count]) { line in
                if isGreeted {
                    state.withLock { $0.hear }?(line)
                } else if goesOn, isGreeting(line) {
                    isGreeted = true
                    socket.setReceiveTimeout()
                    greeted(true)
                } else {
                    goesOn = false
                }
            }
            unheard += count
            if !isGreeted, unheard > Self.maxGreetingLength || MonotonicTime.now() - start > Self.greetingTime { break }
        }
        if !isGreeted { greeted(false) }
        socket.shutDown()
        let ended = state.withLock { state in
            state.isOpen = false
            state.hear = nil
            return state.ended
        }
        ended?()
        closed.give(())
    }

    /// From now on lines, and the end, are reported; the end at once, if it has come already.
    func attach(_ hear: @escaping Hearing, ended: @escaping @Sendable () -> Void) {
        let isOpen = state.withLock { state in
            (state.hear, state.ended) = (hear, ended)
            return state.isOpen
        }
        if !isOpen { ended() }
    }

    var isOpen: Bool { state.withLock { $0.isOpen } }

    func send(line: [UInt8]) -> Bool {
        guard isOpen else { return false }
        let bytes = line + [UInt8(ascii: "\n")]
        writer.add { [self] in
            var written = 0
            while written < bytes.count, case .bytes(let count) = socket.send(bytes, [], secondEnd: 0, from: written) {
                written += count
            }
        }
        return true
    }

    func endInput() {
        writer.add { [self] in socket.shutDownWriting() }
    }

    /// Another machine's processes are out of our reach.
    func signal(_ signal: Signal) {}

    func terminate(grace: Duration) {
        socket.shutDown()
    }

    var lastErrorLines: [String] { [] }

    func hasEnded() async { await closed.value() }
}
