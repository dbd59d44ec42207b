/// Reads the lines of one pipe.
final class LineReader {
    enum Progress: Sendable, Hashable {
        /// There may be more already.
        case goesOn
        case blocked
        /// Nothing more will come.
        case ended
    }

    private(set) var pipe: FileDescriptor
    private var lines: LineSplitter
    private var buffer = [UInt8](repeating: 0, count: 65_536)
    private let body: (LineSplitter.Line) -> Void

    /// `body` is called for each line of at most `maximum` bytes, and told of longer ones.
    init(
        _ pipe: consuming FileDescriptor, maximum: Int, skipsEmpty: Bool = false,
        body: @escaping (LineSplitter.Line) -> Void
    ) {
        pipe.setNonblocking()
        self.pipe = pipe
        lines = LineSplitter(maximum: maximum, skipsEmpty: skipsEmpty)
        self.body = body
    }

    /// Reads at most so many buffers full.
    func read(times: Int) -> Progress {
        for _ in 0..<times {
            switch pipe.read(into: &buffer) {
            case .bytes(let count): lines.read(buffer[..<count], body)
            case .blocked: return .blocked
            case .ended, .failed: return .ended
            }
        }
        return .goesOn
    }

    /// Gives what follows the last newline, and closes the pipe.
    func end() {
        lines.end(body)
        pipe.close()
    }
}
