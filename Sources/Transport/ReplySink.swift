/// Where the parts of one reply collect, on the loop's thread.
struct ReplySink {
    private(set) var headers: [(name: String, value: String)] = []
    private(set) var body: [UInt8] = []
    /// Whether the empty line after the headers has come.
    private(set) var hasAllHeaders = false
    private(set) var isTooLarge = false
    private var headerBytes = 0
    private let maximumBytes: Int
    private static let maximumHeaderBytes = 256 << 10

    init(maximumBytes: Int) {
        self.maximumBytes = maximumBytes
    }

    /// Takes a piece of the body; false ends the transfer.
    mutating func receiveBody(_ chunk: UnsafeRawBufferPointer) -> Bool {
        guard chunk.count <= maximumBytes - body.count else {
            isTooLarge = true
            return false
        }
        unsafe body.append(contentsOf: chunk)
        return true
    }

    /// Takes one line of the head, its line end included; false ends the transfer.
    mutating func receiveLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
        headerBytes += bytes.count
        guard headerBytes <= Self.maximumHeaderBytes else {
            isTooLarge = true
            return false
        }
        var line = unsafe bytes[...]
        while let last = unsafe line.last, last == 0x0A || last == 0x0D { unsafe line.removeLast() }
        unsafe receive(line)
        return true
    }

    private mutating func receive(_ line: Slice<UnsafeRawBufferPointer>) {
        guard let first = unsafe line.first else {
            hasAllHeaders = true
            return
        }
        if unsafe line.starts(with: "HTTP/".utf8) {
            // A new head: what came before belonged to a 1xx reply or to a redirect.
            headers.removeAll(keepingCapacity: true)
            hasAllHeaders = false
        } else if Self.isBlank(first) {
            guard let last = headers.indices.last else { return }
            headers[last].value += unsafe " " + Self.trimmed(line)
        } else if let colon = unsafe line.firstIndex(of: UInt8(ascii: ":")) {
            let name = unsafe String(decoding: line[..<colon], as: UTF8.self)
            unsafe headers.append((name, Self.trimmed(line[(colon + 1)...])))
        }
    }

    private static func trimmed(_ text: Slice<UnsafeRawBufferPointer>) -> String {
        var text = unsafe text
        while let first = unsafe text.first, isBlank(first) { unsafe text.removeFirst() }
        while let last = unsafe text.last, isBlank(last) { unsafe text.removeLast() }
        return unsafe String(decoding: text, as: UTF8.self)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
