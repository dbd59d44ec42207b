import Synchronization

/// The request line and header fields of one request, checked as RFC 9112 demands of a server.
///
/// One object may stand for many requests with the same bytes.
package final class RequestHead: Sendable {
    /// How the body is framed.
    package enum Framing: Sendable, Hashable {
        case length(Int)
        case chunked
    }

    package let method: String
    package let target: String
    /// The target's path with repeated slashes folded and percent escapes resolved.
    package let path: String
    package let query: FormFields
    /// The digit after `HTTP/1.`.
    package let minorVersion: UInt8
    package let headers: HeaderFields
    package let framing: Framing
    package let expectsContinue: Bool
    /// Whether the client lets the connection stay open after the reply.
    package let keepsConnection: Bool
    private let kept = Mutex<(any AnyObject & Sendable)?>(nil)

    /// Reads a head that ends with its empty line; lines end in CR LF and nothing else.
    init(parsing bytes: [UInt8], limits: Limits) throws(Refusal) {
        var scanner = HeadScanner(bytes: bytes)
        method = try scanner.method()
        target = try scanner.target()
        guard RequestTarget.isProper(target, method: method) else { throw .bad("the request target is no path") }
        minorVersion = try scanner.minorVersion()

        var facts = HeadFacts()
        var positions: [HeaderFields.Position] = []
        positions.reserveCapacity(12)
        while let position = try scanner.field() {
            guard positions.count < limits.headers else { throw .tooManyHeaders }
            try facts.note(position, in: bytes)
            positions.append(position)
        }
        framing = try facts.framing(minorVersion: minorVersion, limits: limits)
        expectsContinue = facts.expectsContinue && minorVersion >= 1
        keepsConnection = minorVersion >= 1 ? !facts.saysClose : facts.saysKeepAlive && !facts.saysClose
        headers = HeaderFields(bytes: bytes, positions: positions)
        (path, query) = RequestTarget.split(target)
    }

    /// What a handler works out from this head alone, kept for the next request with the same.
    package func facts<Facts: AnyObject & Sendable>(_ make: () -> Facts) -> Facts {
        kept.withLock { kept in
            if let known = kept as? Facts { return known }
            let made = make()
            kept = made
            return made
        }
    }

    /// A head that never was on a wire.
    init(method: String, target: String, headers: HeaderFields) {
        self.method = method
        self.target = target
        self.headers = headers
        (path, query) = RequestTarget.split(target)
        (minorVersion, framing, expectsContinue, keepsConnection) = (1, .length(0), false, true)
    }
}

/// What the server itself has to know from the header fields.
private struct HeadFacts {
    var hosts = 0
    var length: Int?
    var hasTransferCoding = false
    var expectsContinue = false
    var saysClose = false
    var saysKeepAlive = false

    mutating func note(_ position: HeaderFields.Position, in bytes: [UInt8]) throws(Refusal) {
        let name = Int(position.name.lowerBound)..<Int(position.name.upperBound)
        let value = Int(position.value.lowerBound)..<Int(position.value.upperBound)
        // Few names have one of these lengths, so that most fields are not compared at all.
        switch name.count {
        case 4 where bytes.hasLowercased("host", in: name):
            guard RequestTarget.isAuthority(bytes[value]) else { throw .bad("the Host field is no host") }
            hosts += 1
        case 6 where bytes.hasLowercased("expect", in: name):
            guard bytes.hasLowercased("100-continue", in: value) else { throw .unknownExpectation }
            expectsContinue = true
        case 10 where bytes.hasLowercased("connection", in: name):
            saysClose = saysClose || bytes.lists("close", in: value)
            saysKeepAlive = saysKeepAlive || bytes.lists("keep-alive", in: value)
        case 14 where bytes.hasLowercased("content-length", in: name):
            try note(length: bytes[value])
        case 17 where bytes.hasLowercased("transfer-encoding", in: name):
            guard !hasTransferCoding, bytes.hasLowercased("chunked", in: value) else { throw .unknownCoding }
            hasTransferCoding = true
        default:
            break
        }
    }

    private mutating func note(length digits: ArraySlice<UInt8>) throws(Refusal) {
        var number = 0
        guard !digits.isEmpty else { throw .bad("Content-Length is empty") }
        for digit in digits {
            guard digit &- UInt8(ascii: "0") < 10 else { throw .bad("Content-Length is not a number") }
            guard number < Int.max / 20 else { throw .bodyTooLarge }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        guard length == nil || length == number else { throw .bad("there are two different Content-Length fields") }
        length = number
    }

    func framing(minorVersion: UInt8, limits: Limits) throws(Refusal) -> RequestHead.Framing {
        guard hosts == 1 || (hosts == 0 && minorVersion == 0) else {
            throw .bad(hosts == 0 ? "there is no Host field" : "there is more than one Host field")
        }
        if hasTransferCoding {
            // Two framings, or one the version does not have: whoever reads the other one sees other requests.
            guard length == nil else { throw .bad("there are both Content-Length and Transfer-Encoding") }
            guard minorVersion >= 1 else { throw .bad("HTTP/1.0 has no Transfer-Encoding") }
            return .chunked
        }
        guard (length ?? 0) <= limits.bodyBytes else { throw .bodyTooLarge }
        return .length(length ?? 0)
    }
}

extension [UInt8] {
    /// Whether `word` is an element of the comma-separated list in `range`.
    fileprivate func lists(_ word: String, in range: Range<Int>) -> Bool {
        var start = range.lowerBound
        while start <= range.upperBound {
            let end = self[start..<range.upperBound].firstIndex(of: UInt8(ascii: ",")) ?? range.upperBound
            var element = start..<end
            while let first = element.first, self[first].isBlank { element = (first + 1)..<end }
            while let last = element.last, self[last].isBlank { element = element.lowerBound..<last }
            if hasLowercased(word, in: element) { return true }
            start = end + 1
        }
        return false
    }
}
