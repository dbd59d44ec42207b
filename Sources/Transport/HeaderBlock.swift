/// The header lines of a reply as they arrived, which are taken apart when somebody asks.
///
/// Most replies are judged by their status and their body alone.
struct HeaderBlock: Sendable {
    /// Whole lines with their ends, without the status line and the empty one.
    private var bytes: [UInt8] = []

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    mutating func append(_ line: UnsafeRawBufferPointer) {
        unsafe bytes.append(contentsOf: line)
    }

    /// Refuses what libcurl lets pass: lengths that are no numbers, or that contradict each other.
    func check() throws(TransportError) {
        var fields = ReplyFields(keepsAlive: true)
        try unsafe bytes.withUnsafeBufferPointer { lines throws(TransportError) in try unsafe fields.read(lines) }
    }

    /// In the order they arrived; a line that begins with white space continues the one before.
    var fields: [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        for var line in bytes.split(separator: UInt8(ascii: "\n")) {
            while line.last == UInt8(ascii: "\r") { line.removeLast() }
            guard let first = line.first else { continue }
            if Self.isBlank(first) {
                guard let last = fields.indices.last else { continue }
                fields[last].value += " " + Self.trimmed(line)
            } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
                fields.append((String(decoding: line[..<colon], as: UTF8.self), Self.trimmed(line[(colon + 1)...])))
            }
        }
        return fields
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> String {
        var text = text
        while let first = text.first, isBlank(first) { text.removeFirst() }
        while let last = text.last, isBlank(last) { text.removeLast() }
        return String(decoding: text, as: UTF8.self)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
