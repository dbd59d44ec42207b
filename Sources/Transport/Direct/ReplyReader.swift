#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Takes one reply apart, however its bytes are cut (RFC 9112).
///
/// As lenient as libcurl with the ends of lines, and as strict with lengths.
struct ReplyReader {
    enum Progress {
        case underWay
        /// Another request may follow on a connection that is reusable.
        case complete(isReusable: Bool)
        case failed(TransportError)
    }

    private enum Stage {
        case head
        case length(Int)
        case chunks(ChunkReader)
        case untilEnd
    }

    private var stage = Stage.head
    /// Of the head, where it did not come as a whole.
    private var gathered: [UInt8] = []
    private var headBytes = 0
    private var status = 0
    private var headers: HeaderBlock
    private var body: [UInt8]
    private var isReusable = true
    /// Whether nothing of a reply has come.
    private(set) var isUntouched = true
    private let isBodyless: Bool
    private let maximumBytes: Int
    private static let maximumHeaderBytes = 256 << 10

    /// - Parameter memory: empty, to be used for the reply.
    init(
        isBodyless: Bool = false, maximumBytes: Int = 0,
        memory: (headers: HeaderBlock, body: [UInt8]) = (HeaderBlock(), [])
    ) {
        (headers, body) = memory
        self.isBodyless = isBodyless
        self.maximumBytes = maximumBytes
    }

    /// Takes the first `count` of the bytes.
    mutating func read(_ bytes: [UInt8], _ count: Int) -> Progress {
        isUntouched = false
        do throws(TransportError) {
            return try unsafe bytes.withUnsafeBufferPointer { bytes throws(TransportError) in
                try unsafe read(UnsafeBufferPointer(rebasing: bytes[..<count]))
            }
        } catch {
            return .failed(error)
        }
    }

    /// The peer has ended its half; ``Progress/underWay`` where it had not begun.
    func end() -> Progress {
        switch stage {
        case .untilEnd: .complete(isReusable: false)
        case .head where isUntouched: .underWay
        case .head, .length, .chunks: .failed(TransportError(.truncated, message: "the reply was cut short"))
        }
    }

    /// What the reply was, with its body for good.
    mutating func take() -> HTTPResponse {
        defer { (headers, body) = (HeaderBlock(), []) }
        return HTTPResponse(status: status, block: headers, body: body)
    }

    // MARK: - Parts

    private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(TransportError) -> Progress {
        var rest = unsafe bytes
        while case .head = stage {
            guard let end = try unsafe takeHead(rest) else { return .underWay }
            unsafe rest = UnsafeBufferPointer(rebasing: rest[end...])
        }
        switch stage {
        case .head: return .underWay
        case .length(let missing):
            let count = min(missing, rest.count)
            try unsafe add(UnsafeBufferPointer(rebasing: rest[..<count]))
            stage = .length(missing - count)
            // What comes after the end answers nothing.
            return missing > count ? .underWay : .complete(isReusable: isReusable && count == rest.count)
        case .chunks(var chunks):
            // Held once, so that it is not copied for every piece.
            stage = .untilEnd
            let end = try unsafe chunks.read(rest, into: &body, limit: maximumBytes)
            stage = .chunks(chunks)
            return end.map { .complete(isReusable: isReusable && $0 == rest.count) } ?? .underWay
        case .untilEnd:
            try unsafe add(rest)
            return .underWay
        }
    }

    private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) throws(TransportError) {
        guard bytes.count <= maximumBytes - body.count else { throw Self.tooLarge }
        unsafe body.append(contentsOf: bytes)
    }

    /// Takes a head, or what there is of it; where it ends in `bytes`, or nil where it goes on.
    private mutating func takeHead(_ bytes: UnsafeBufferPointer<UInt8>) throws(TransportError) -> Int? {
        let before = gathered.count
        if before == 0, let end = unsafe Self.endOfHead(bytes, from: 0) {
            try unsafe readHead(UnsafeBufferPointer(rebasing: bytes[..<end]))
            return end
        }
        unsafe gathered.append(contentsOf: bytes)
        guard headBytes + gathered.count <= Self.maximumHeaderBytes else { throw Self.tooLarge }
        let whole = gathered
        let end = try unsafe whole.withUnsafeBufferPointer { whole throws(TransportError) -> Int? in
            // What is no HTTP need not have a head that ends.
            if whole.count >= 5, unsafe !whole.starts(with: Self.protocolName) { throw Self.malformed("it is no HTTP") }
            guard let end = unsafe Self.endOfHead(whole, from: max(0, before - 3)) else { return nil }
            try unsafe readHead(UnsafeBufferPointer(rebasing: whole[..<end]))
            return end - before
        }
        if end != nil { gathered = [] }
        return end
    }

    /// The byte after the empty line.
    private static func endOfHead(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        var position = start
        while position < bytes.count, let found = unsafe memchr(base + position, 0x0A, bytes.count - position) {
            position = unsafe base.distance(to: found.assumingMemoryBound(to: UInt8.self)) + 1
            if position < bytes.count, unsafe bytes[position] == 0x0A { return position + 1 }
            if position + 1 < bytes.count, unsafe bytes[position] == 0x0D, unsafe bytes[position + 1] == 0x0A {
                return position + 2
            }
        }
        return nil
    }

    private mutating func readHead(_ head: UnsafeBufferPointer<UInt8>) throws(TransportError) {
        headBytes += head.count
        guard headBytes <= Self.maximumHeaderBytes else { throw Self.tooLarge }
        guard let base = head.baseAddress, let first = unsafe memchr(base, 0x0A, head.count) else {
            throw Self.malformed("it has no status line")
        }
        let lineEnd = unsafe base.distance(to: first.assumingMemoryBound(to: UInt8.self)) + 1
        let minor = try unsafe readStatus(UnsafeBufferPointer(rebasing: head[..<lineEnd]))
        var fields = ReplyFields(keepsAlive: minor > 0)
        let lines = unsafe UnsafeBufferPointer(rebasing: head[lineEnd...])
        try unsafe fields.read(lines)
        guard status >= 200 else {
            // The reply proper is still to come.
            guard status != 101 else { throw Self.unaskedProtocol }
            return
        }
        headers.removeAll()
        unsafe headers.append(UnsafeRawBufferPointer(lines))
        isReusable = fields.keepsAlive
        if isBodyless || status == 204 || status == 304 {
            stage = .length(0)
        } else if fields.isChunked {
            stage = .chunks(ChunkReader())
        } else if let length = fields.length {
            guard length <= maximumBytes else { throw Self.tooLarge }
            stage = .length(length)
        } else {
            stage = .untilEnd
        }
    }

    /// The number after `HTTP/1.`, once the status is read.
    private mutating func readStatus(_ line: UnsafeBufferPointer<UInt8>) throws(TransportError) -> UInt8 {
        guard line.count >= 13, unsafe line.starts(with: Self.protocolName), unsafe line[5] == UInt8(ascii: "1"),
            unsafe line[6] == UInt8(ascii: "."), unsafe 0x30...0x39 ~= line[7], unsafe line[8] == UInt8(ascii: " ")
        else { throw Self.malformed("its status line is not of HTTP/1") }
        var number = 0
        for index in 9..<12 {
            let byte = unsafe line[index]
            guard 0x30...0x39 ~= byte else { throw Self.malformed("its status is no number") }
            number = number * 10 + Int(byte & 15)
        }
        guard number >= 100, unsafe line[12] == UInt8(ascii: " ") || line[12] == 0x0D || line[12] == 0x0A else {
            throw Self.malformed("its status is no number of three digits")
        }
        status = number
        return unsafe line[7] & 15
    }

    private static let protocolName = Array("HTTP/".utf8)
    static let tooLarge = TransportError(.replyTooLarge, message: "the reply is larger than allowed")

    static let unaskedProtocol = malformed("it changes the protocol without being asked")

    static func malformed(_ what: String) -> TransportError {
        TransportError(.malformedReply, message: "the reply cannot be read: \(what)")
    }
}
