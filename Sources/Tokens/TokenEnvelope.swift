package import Cryptography
internal import Encodings
internal import XML

/// A token's text taken apart: the signature, and the exact bytes it is over.
package struct TokenEnvelope: Sendable, Hashable {
    package var framing: TokenFraming
    package var wrappings: [TokenWrapping]
    /// The element of the service's answer that held the token, if one did.
    var holder: String?
    /// The text between the two tags, as it came: base64, if all is well.
    package var signature: String
    /// What the signature is over: everything after the second tag.
    package var payload: [UInt8]
    /// The whole token without what was wrapped around it; positions are counted in this text.
    package var text: [UInt8]

    /// More than this is no token; the longest seen have about a thousand bytes.
    package static let sizeLimit = 256 * 1024

    /// Unwraps and cuts; nothing of the payload is looked at.
    package init(parsing text: [UInt8]) throws(TokenError) {
        guard text.count <= Self.sizeLimit else {
            throw .framing("\(text.count) bytes are too many for a token")
        }
        let (bytes, wrappings, holder) = try Self.unwrap(text)
        let parts = try unsafe bytes.withUnsafeBufferPointer { bytes throws(TokenError) in
            try unsafe TokenRanges(bytes)
        }
        framing = parts.framing
        self.wrappings = wrappings
        self.holder = holder
        signature = String(decoding: bytes[parts.signature], as: UTF8.self)
        payload = Array(bytes[parts.payload])
        self.text = Array(bytes[..<parts.payload.upperBound])
    }

    package init(parsing text: String) throws(TokenError) {
        try self.init(parsing: Array(text.utf8))
    }

    private static let startTag = Array("<signatureInfo>".utf8)

    private static func unwrap(_ text: [UInt8]) throws(TokenError) -> ([UInt8], [TokenWrapping], holder: String?) {
        var bytes = text
        var wrappings: [TokenWrapping] = []
        var holder: String?
        // An envelope may hold an escaped token and that may be base64; nothing is wrapped more often.
        for _ in 0..<4 {
            if let trimmed = trimmed(bytes) {
                if bytes.contains(where: { $0 > 0x20 }) && !wrappings.contains(.whiteSpace) {
                    wrappings.append(.whiteSpace)
                }
                bytes = trimmed
            }
            if bytes.starts(with: startTag) { return (bytes, wrappings, holder) }
            if bytes.starts(with: "&lt;".utf8) {
                bytes = unescaped(bytes)
                wrappings.append(.escaped)
            } else if bytes.first == UInt8(ascii: "<") {
                guard let element = try Self.holder(inEnvelope: bytes) else { return (bytes, wrappings, holder) }
                bytes = Array(element.text.utf8)
                holder = element.name
                wrappings.append(.envelope)
            } else if let decoded = Base64.decode(bytes: bytes), !decoded.isEmpty {
                bytes = decoded
                wrappings.append(.base64)
            } else {
                return (bytes, wrappings, holder)
            }
        }
        return (bytes, wrappings, holder)
    }

    /// The bytes without white space around them; nil when there is none.
    private static func trimmed(_ bytes: [UInt8]) -> [UInt8]? {
        guard let first = bytes.first, let last = bytes.last, first <= 0x20 || last <= 0x20 else { return nil }
        let start = bytes.firstIndex { !isXMLSpace($0) } ?? bytes.endIndex
        let end = bytes.lastIndex { !isXMLSpace($0) } ?? bytes.startIndex
        guard start <= end else { return [] }
        return start == 0 && end == bytes.count - 1 ? nil : Array(bytes[start...end])
    }

    /// The one element that holds a token; nil when the document holds none.
    ///
    /// No other text, attribute or comment may hold one: another reader might take that one.
    private static func holder(inEnvelope bytes: [UInt8]) throws(TokenError) -> XMLElement? {
        guard !TokenKind.allCases.flatMap(\.roots).contains(where: { bytes.starts(with: "<\($0)".utf8) }) else {
            return nil
        }
        guard let root = try? XMLReader.read(bytes) else { return nil }
        let holders = holders(in: root)
        guard let holder = holders.first else { return nil }
        guard holders.count == 1 else { throw .framing("there are \(holders.count) tokens in the text") }
        guard holder.elements.isEmpty else { throw .framing("there are elements in \(holder.name), which is text") }
        let own = signatures(in: Array(holder.text.utf8))
        guard signatures(in: root) == own, signatures(in: bytes) <= own else {
            throw .framing("there is another token beside the one in \(holder.name)")
        }
        return holder
    }

    private static func holders(in element: XMLElement) -> [XMLElement] {
        TokenKind(holder: element.name) != nil && element.namespace == nil
            ? [element] : element.elements.flatMap(holders)
    }

    private static func signatures(in element: XMLElement) -> Int {
        element.children.reduce(element.attributes.reduce(0) { $0 + signatures(in: Array($1.value.utf8)) }) {
            sum, child in
            switch child {
            case .element(let element): sum + signatures(in: element)
            case .text(let text): sum + signatures(in: Array(text.utf8))
            }
        }
    }

    /// How often the name of a signature is in the bytes, or in what they are the base64 of.
    private static func signatures(in bytes: [UInt8]) -> Int {
        let name = Array("signatureInfo".utf8)
        let plain = Base64.decode(bytes: trimmed(bytes) ?? bytes) ?? bytes
        return plain.indices.count { plain[$0] == name[0] && plain[$0...].starts(with: name) }
    }

    /// Resolves the five predefined entities, once.
    private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
        let entities: [(name: [UInt8], byte: UInt8)] = [
            (Array("&lt;".utf8), UInt8(ascii: "<")), (Array("&gt;".utf8), UInt8(ascii: ">")),
            (Array("&amp;".utf8), UInt8(ascii: "&")), (Array("&quot;".utf8), UInt8(ascii: "\"")),
            (Array("&apos;".utf8), UInt8(ascii: "'")),
        ]
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "&"),
                let entity = entities.first(where: { bytes[index...].starts(with: $0.name) })
            {
                result.append(entity.byte)
                index += entity.name.count
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }
}

/// Any of the three tokens.
package protocol SignedToken {
    /// The element that is signed.
    var payload: String { get }
}

extension SignedToken {
    /// The token's text, on one line: the payload, signed, with the signature before it.
    package func issue(signedBy key: PrivateKey, framing: TokenFraming = .reopened) -> String {
        "\(TokenRanges.startTag)" + Base64.encode(key.sign(Array(payload.utf8))) + "\(framing.endTag)" + payload
    }
}
