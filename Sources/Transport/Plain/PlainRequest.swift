/// A request as the bytes that go over a connection without TLS, and where they go.
///
/// Most requests of a load run are such; what needs more than to be written and read is left to libcurl.
struct PlainRequest {
    let target: PlainTarget
    let head: [UInt8]
    let body: [UInt8]

    /// Nil for what is not plain: TLS, a name to look up, a reply without its body, redirects, a connection of its own,
    /// or a header that has to do with the connection.
    init?(_ request: HTTPRequest) {
        guard !request.followRedirects, !request.usesOwnConnection, request.method != "HEAD",
            request.method != "CONNECT"
        else { return nil }
        var url = request.url
        guard let place = url.withUTF8({ unsafe PlainTarget.read($0) }) else { return nil }
        var accepts = false
        for header in request.headers {
            switch Meaning(header.name) {
            case .ofTheConnection: return nil
            case .accept: accepts = true
            case .other: break
            }
            // Libcurl leaves out what is blank, and other white space would have to be looked at, too.
            if let first = header.value.utf8.first, first <= 0x20 { return nil }
        }
        target = place.target
        body = request.body ?? []
        let sendsBody = request.body != nil || ["POST", "PUT", "PATCH"].contains(request.method)
        let length = sendsBody ? "Content-Length: \(body.count)\r\n" : ""
        var room = request.method.utf8.count + url.utf8.count + length.utf8.count + 64
        for header in request.headers { room += header.name.utf8.count + header.value.utf8.count + 4 }
        let path = place.path
        let authority = place.authority
        head = unsafe [UInt8](unsafeUninitializedCapacity: room) { bytes, count in
            var writer = unsafe HeadWriter(bytes)
            writer.put(request.method)
            writer.put(path.isEmpty ? " /" : " ")
            writer.put(url, path)
            writer.put(" HTTP/1.1\r\nHost: ")
            writer.put(url, authority)
            writer.put(accepts ? "\r\n" : "\r\nAccept: */*\r\n")
            for header in request.headers {
                writer.put(header.name)
                writer.put(header.value.isEmpty ? ":" : ": ")
                writer.put(header.value)
                writer.put("\r\n")
            }
            writer.put(length)
            writer.put("\r\n")
            count = writer.count
        }
    }

    /// What a header is about.
    private enum Meaning {
        case ofTheConnection, accept, other

        init(_ name: String) {
            // Told apart by their lengths and their first letters: no other is looked at closely.
            switch (name.utf8.count, (name.utf8.first ?? 0) | 0x20) {
            case (2, UInt8(ascii: "t")), (4, UInt8(ascii: "h")), (6, UInt8(ascii: "e")), (7, UInt8(ascii: "u")),
                (7, UInt8(ascii: "t")), (10, UInt8(ascii: "c")), (14, UInt8(ascii: "c")), (17, UInt8(ascii: "t")):
                let known = [
                    "te", "host", "expect", "upgrade", "trailer", "connection", "content-length", "transfer-encoding",
                ]
                self = known.contains(name.lowercased()) ? .ofTheConnection : .other
            case (6, UInt8(ascii: "a")): self = name.lowercased() == "accept" ? .accept : .other
            default: self = .other
            }
        }
    }
}

/// An IPv4 address and a port.
struct PlainTarget: Hashable, Sendable {
    private let address: UInt32
    let port: UInt16

    /// Four decimal numbers with dots.
    var host: String { "\(address >> 24).\(address >> 16 & 255).\(address >> 8 & 255).\(address & 255)" }

    /// Finds in `http://127.0.0.1:8080/path?query` where the request goes and what it asks for.
    ///
    /// Nil for any other form: then somebody has to think about it.
    static func read(
        _ url: UnsafeBufferPointer<UInt8>
    ) -> (target: PlainTarget, authority: Range<Int>, path: Range<Int>)? {
        let start = "http://".utf8.count
        guard url.count > start, unsafe url[..<start].elementsEqual("http://".utf8) else { return nil }
        var offset = start
        func number(upTo most: UInt32) -> UInt32? {
            let first = offset
            var value: UInt32 = 0
            while offset < url.count, case let digit = unsafe url[offset], 0x30...0x39 ~= digit {
                value = value * 10 + UInt32(digit - 0x30)
                guard value <= most else { return nil }
                offset += 1
            }
            // A number that begins with a zero may be octal to others.
            guard offset > first, unsafe offset == first + 1 || url[first] != 0x30 else { return nil }
            return value
        }
        func take(_ byte: UInt8) -> Bool {
            guard offset < url.count, unsafe url[offset] == byte else { return false }
            offset += 1
            return true
        }
        var address: UInt32 = 0
        for part in 0..<4 {
            guard part == 0 || take(UInt8(ascii: ".")), let value = number(upTo: 255) else { return nil }
            address = address << 8 | value
        }
        var port: UInt32 = 80
        if take(UInt8(ascii: ":")) {
            guard let value = number(upTo: 65_535), value != 0, value != 80 else { return nil }
            port = value
        }
        let end = offset
        guard end == url.count || (unsafe url[end] == UInt8(ascii: "/")) else { return nil }
        for index in end..<url.count {
            guard unsafe url[index] > 0x20, unsafe url[index] < 0x7F, unsafe url[index] != UInt8(ascii: "#") else {
                return nil
            }
        }
        return (PlainTarget(address: address, port: UInt16(port)), start..<end, end..<url.count)
    }

    private init(address: UInt32, port: UInt16) {
        self.address = address
        self.port = port
    }
}

/// Puts texts one behind the other, where there must be room for them.
@safe
private struct HeadWriter {
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
        unsafe self.bytes = bytes
    }

    mutating func put(_ text: String) {
        put(text, 0..<text.utf8.count)
    }

    /// A part of the text, by its bytes.
    mutating func put(_ text: String, _ range: Range<Int>) {
        let room = unsafe UnsafeMutableBufferPointer(rebasing: bytes[count...])
        let put: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { text in
            _ = unsafe room.update(fromContentsOf: text[range])
        }
        precondition(put != nil, "a text of Swift's own is in one piece")
        count += range.count
    }

    mutating func put(_ text: StaticString) {
        let room = unsafe UnsafeMutableBufferPointer(rebasing: bytes[count...])
        _ = unsafe room.update(
            fromContentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        count += text.utf8CodeUnitCount
    }
}
