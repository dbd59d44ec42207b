internal import POSIX

/// What the connection demands of a reply's head.
struct ReplyFraming {
    /// No body is sent: the request was a HEAD.
    var omitsBody: Bool
    /// The connection ends after the reply.
    var closes: Bool
    /// The client has to be told that the connection stays open (HTTP/1.0).
    var saysKeepAlive: Bool
    /// The client knows bodies in chunks (HTTP/1.1).
    var takesChunks = true

    /// Whether the reply needs nothing that the connection demands.
    var isPlain: Bool { !omitsBody && !closes && !saysKeepAlive }
}

extension [UInt8] {
    mutating func appendStatusLine(_ status: Int) {
        if status == 200 {
            append(contentsOf: "HTTP/1.1 200 OK\r\n".utf8)
        } else {
            append(contentsOf: "HTTP/1.1 ".utf8)
            append(decimal: status)
            append(UInt8(ascii: " "))
            append(contentsOf: statusPhrase(status).utf8)
            append(contentsOf: "\r\n".utf8)
        }
    }

    /// Appends the header fields, with their empty line.
    mutating func appendFields(of reply: ServerReply, framing: ReplyFraming) {
        var saysLength = !reply.mayHaveBody
        var saysConnection = false
        for (name, value) in reply.headers {
            append(line: name)
            append(contentsOf: ": ".utf8)
            append(line: value)
            append(contentsOf: "\r\n".utf8)
            saysLength =
                saysLength || name.isSameFieldName("content-length") || name.isSameFieldName("transfer-encoding")
            saysConnection = saysConnection || name.isSameFieldName("connection")
        }
        if !saysLength { appendLength(of: reply, framing: framing) }
        if !saysConnection {
            if framing.closes {
                append(contentsOf: "Connection: close\r\n".utf8)
            } else if framing.saysKeepAlive {
                append(contentsOf: "Connection: keep-alive\r\n".utf8)
            }
        }
        append(contentsOf: "\r\n".utf8)
    }

    private mutating func appendLength(of reply: ServerReply, framing: ReplyFraming) {
        if let length = reply.rest.map(\.length) ?? reply.body.count {
            append(contentsOf: "Content-Length: ".utf8)
            append(decimal: length)
            append(contentsOf: "\r\n".utf8)
        } else if framing.takesChunks {
            append(contentsOf: "Transfer-Encoding: chunked\r\n".utf8)
        }
    }

    /// Appends text in which no byte can end the line.
    private mutating func append(line text: String) {
        let start = count
        append(contentsOf: text.utf8)
        for index in start..<count where self[index] < 0x20 && !self[index].isBlank { self[index] = UInt8(ascii: " ") }
    }

    private mutating func append(decimal number: Int) {
        guard number >= 10 else { return append(UInt8(ascii: "0") + UInt8(number)) }
        append(decimal: number / 10)
        append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}

extension ServerReply {
    /// Whether the status allows a body (RFC 9110, 6.4.1).
    var mayHaveBody: Bool { status >= 200 && status != 204 && status != 304 }

    /// Whether the headers themselves end the connection.
    var saysClose: Bool {
        // One that does is never prepared.
        guard !isPrepared else { return false }
        return headers.contains { $0.name.isSameFieldName("connection") && $0.value.isSameFieldName("close") }
    }
}

extension String {
    /// Whether the text is `name`, which is in lower case, when case is ignored in ASCII letters.
    fileprivate func isSameFieldName(_ name: String) -> Bool {
        utf8.count == name.utf8.count && zip(utf8, name.utf8).allSatisfy { $0.asciiLowercased == $1 }
    }
}
