/// The bytes of one request, in memory that serves one request after the other.
@safe struct RequestText: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private var room = 4_096
    private(set) var count = 0

    init() {
        unsafe start = .allocate(capacity: room)
    }

    deinit {
        unsafe start.deallocate()
    }

    /// All of it.
    var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: start, count: count) }

    /// Writes a request; false for one with header lines that libcurl has to look at, or nobody can send.
    ///
    /// - Parameter lines: what follows the path, down to the lines that every request has.
    mutating func write(_ request: borrowing HTTPRequest, _ target: DirectTarget, lines: [UInt8]) -> Bool {
        count = 0
        append(request.method, from: 0)
        append(UInt8(ascii: " "))
        let path = count
        append(request.url, from: target.pathStart)
        if count == path { append(UInt8(ascii: "/")) }
        append(lines)
        guard let headers = request.headers.text else { return false }
        append(headers)
        if request.body != nil || Self.announcesBody(request.method) {
            append("Content-Length: \(request.body?.count ?? 0)", from: 0)
            endLine()
        }
        endLine()
        if let body = request.body { append(body) }
        return true
    }

    /// Whether requests of the method say how long their body is even without one.
    private static func announcesBody(_ method: String) -> Bool {
        switch method {
        case "POST", "PUT", "PATCH": true
        default: false
        }
    }

    // MARK: - Header lines

    /// These lines; nil where one is for libcurl to look at, or nobody can send it.
    static func lines(_ fields: [RequestHeaders.Field]) -> [UInt8]? {
        var text = RequestText()
        for field in fields {
            guard text.write(field.name, field.value) else { return nil }
        }
        return unsafe Array(text.bytes)
    }

    private mutating func write(_ name: String, _ value: String) -> Bool {
        let nameStart = count
        append(name, from: 0)
        guard isPlainName(from: nameStart) else { return false }
        append(UInt8(ascii: ":"))
        if !value.isEmpty { append(UInt8(ascii: " ")) }
        let valueStart = count
        append(value, from: 0)
        // A line end would let a value write lines of its own. Written so that many bytes are looked at at once.
        var ends: UInt8 = 0
        for index in valueStart..<count {
            let byte = unsafe start[index]
            ends |= (byte == 0x0D ? 1 : 0) | (byte == 0x0A ? 1 : 0) | (byte == 0 ? 1 : 0)
        }
        endLine()
        return ends == 0
    }

    /// Whether what was written last is a token, and none that changes how a request is sent or stands in for a line that
    /// every request has.
    private func isPlainName(from first: Int) -> Bool {
        guard count > first else { return false }
        for index in first..<count {
            guard HTTPRequest.isOfToken(unsafe start[index]) else { return false }
        }
        switch (count - first, unsafe start[first] | 0x20) {
        case (4, UInt8(ascii: "h")): return !isName("host", from: first)
        case (6, UInt8(ascii: "a")): return !isName("accept", from: first)
        case (6, UInt8(ascii: "e")): return !isName("expect", from: first)
        case (10, UInt8(ascii: "c")): return !isName("connection", from: first)
        case (14, UInt8(ascii: "c")): return !isName("content-length", from: first)
        case (17, UInt8(ascii: "t")): return !isName("transfer-encoding", from: first)
        default: return true
        }
    }

    /// Whether the name was written last, in letters of any case; what was written is as long.
    private func isName(_ name: StaticString, from first: Int) -> Bool {
        for index in 0..<name.utf8CodeUnitCount
        where unsafe start[first + index] | 0x20 != name.utf8Start[index] | 0x20 {
            return false
        }
        return true
    }

    private mutating func endLine() {
        append(0x0D)
        append(0x0A)
    }

    // MARK: - Bytes

    private mutating func append(_ byte: UInt8) {
        reserve(1)
        unsafe start[count] = byte
        count += 1
    }

    private mutating func append(_ bytes: [UInt8]) {
        reserve(bytes.count)
        unsafe bytes.withUnsafeBufferPointer { unsafe append($0) }
    }

    /// The text's bytes from that one on.
    private mutating func append(_ text: String, from first: Int) {
        let isWritten: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
            unsafe append(UnsafeBufferPointer(rebasing: bytes[first...]))
        }
        if isWritten == nil { append(Array(text.utf8.dropFirst(first))) }
    }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        reserve(bytes.count)
        guard let source = bytes.baseAddress else { return }
        unsafe (start + count).update(from: source, count: bytes.count)
        count += bytes.count
    }

    private mutating func reserve(_ more: Int) {
        guard count + more > room else { return }
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * (count + more))
        unsafe larger.update(from: start, count: count)
        unsafe start.deallocate()
        unsafe start = larger
        room = 2 * (count + more)
    }
}
