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
        var end = bytes.count
        while end > 0, unsafe bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
        let line = unsafe String(decoding: UnsafeRawBufferPointer(rebasing: bytes[..<end]), as: UTF8.self)
        receive(line)
        return true
    }

    private mutating func receive(_ line: String) {
        if line.isEmpty {
            hasAllHeaders = true
        } else if line.hasPrefix("HTTP/") {
            // A new head: what came before belonged to a 1xx reply or to a redirect.
            headers = []
            hasAllHeaders = false
        } else if line.hasPrefix(" ") || line.hasPrefix("\t") {
            guard let last = headers.indices.last else { return }
            headers[last].value += " " + trimmed(line[...])
        } else if let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) {
            headers.append((String(line[..<colon]), trimmed(line[colon...].dropFirst())))
        }
    }

    private func trimmed(_ text: Substring) -> String {
        var text = text
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}
