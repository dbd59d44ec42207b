package import Timing
package import XML

/// What a token is, and everything that was found about it.
package struct TokenReport: Sendable, Hashable {
    package struct Field: Sendable, Hashable {
        package var name: String
        package var value: Substring
        /// Identifies a person or a session: show it only when asked for.
        package var isSecret: Bool

        @inlinable init(_ label: TokenLayout.Label, _ value: Substring) {
            name = label.name
            self.value = value
            isSecret = label.isSecret
        }
    }

    /// What became of the signature.
    package enum Signature: Sendable, Hashable {
        /// No key was given, or there was nothing to check.
        case unchecked
        case holds(algorithm: String, keyBits: Int)
        case broken
    }

    /// Nil when the payload's root is none of the known ones.
    package var kind: TokenKind?
    package var root: String?
    package var framing: TokenFraming?
    package var wrappings: [TokenWrapping] = []
    /// Bytes of the signature; nil when it is not base64.
    package var signatureBytes: Int?
    package var signature = Signature.unchecked
    package var findings: [TokenFinding] = []
    /// In the order they were found; `TokenLayout` has the names.
    var values = XMLSchema.Values()

    /// The first word that applies.
    package var result: TokenResult {
        var result = TokenResult.valid
        for finding in findings where finding.severity == .error { result = min(result, finding.result) }
        return result
    }

    package var isValid: Bool { !findings.contains { $0.severity == .error } }

    /// The elements that were there, in the order of the document.
    package var fields: Fields { Fields(labels: kind.map(TokenLayout.labels) ?? [], values: values) }

    /// Names and values, put together when they are looked at.
    package struct Fields: RandomAccessCollection, Sendable {
        @usableFromInline let labels: [TokenLayout.Label]
        @usableFromInline let values: XMLSchema.Values

        @inlinable package var startIndex: Int { 0 }
        @inlinable package var endIndex: Int { labels.isEmpty ? 0 : values.count }

        @inlinable package subscript(index: Int) -> Field {
            let value = values[index]
            return Field(labels[value.name], value.text)
        }

        @inlinable package func makeIterator() -> Iterator { Iterator(fields: self, count: endIndex) }

        /// Known to the compiler in other modules, as the one every collection has is not.
        package struct Iterator: IteratorProtocol {
            @usableFromInline let fields: Fields
            @usableFromInline let count: Int
            @usableFromInline var index = 0

            @inlinable init(fields: Fields, count: Int) {
                self.fields = fields
                self.count = count
            }

            @inlinable package mutating func next() -> Field? {
                guard index < count else { return nil }
                defer { index += 1 }
                return fields[index]
            }
        }
    }

    package subscript(name: String) -> String? {
        guard let kind else { return nil }
        let index = TokenLayout.labels(of: kind).firstIndex { $0.name == name }
        return index.flatMap { values.text(named: $0) }.map { String($0) }
    }

    /// `requestorID` or `simpleTokenRequestorID`, whichever the kind has.
    package var requestor: String? { self["simpleTokenRequestorID"] ?? self["requestorID"] }
    package var resource: String? { self["simpleTokenResourceID"] ?? self["resourceID"] }
    package var mvpd: String? { self["simpleTokenMsoID"] ?? self["mvpdId"] }
    package var proxyMVPD: String? { self["proxyMvpdId"] }
    package var guid: String? { (self["simpleTokenAuthenticationGuid"] ?? self["sessionGUID"])?.trimmingSpaces }
    package var fingerprint: String? { self["simpleTokenFingerprint"]?.trimmingSpaces }

    /// The life span of a media token in milliseconds; nil where it has another form than the documented one.
    package var lifetimeMilliseconds: Int64? { self["ttl"].flatMap { MediaToken.lifetime($0.trimmingSpaces) } }

    package var issued: TokenDate? {
        self["issueTime"].flatMap { TokenDate($0.trimmingSpaces, form: .issue) }
    }

    /// The instant after which the token is worth nothing, in one reading of its offset.
    package func expires(_ reading: TokenDate.Reading = .localTime) -> WallTime? {
        if let text = self["simpleTokenExpires"] ?? self["simpleTokenTTL"] {
            return TokenDate(text.trimmingSpaces, form: .expiry)?.instant(reading)
        }
        guard let issued, let lifetimeMilliseconds else { return nil }
        return issued.instant(reading) + .milliseconds(lifetimeMilliseconds)
    }
}

extension TokenReport {
    /// The report on a text that is not even looked at; `bytes` is nil where nobody went on counting.
    package init(tooLarge bytes: Int?) {
        let limit = TokenEnvelope.sizeLimit
        let message =
            bytes.map { "\($0) bytes are more than the \(limit) allowed" } ?? "more than the \(limit) bytes allowed"
        self.init(findings: [TokenFinding(.framing, message)])
    }
}
