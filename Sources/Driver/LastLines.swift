/// The last lines of a stream, each cut where it is long.
struct LastLines: Sendable {
    static let count = 64

    private var lines: [String] = []
    private var next = 0

    /// From the oldest.
    var all: [String] {
        lines.count < Self.count ? lines : Array(lines[next...] + lines[..<next])
    }

    mutating func add(_ line: String) {
        if lines.count < Self.count {
            lines.append(line)
        } else {
            lines[next] = line
            next = (next + 1) % Self.count
        }
    }
}
