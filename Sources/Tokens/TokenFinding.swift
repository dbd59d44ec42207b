package import XML

/// Something about a token that is not as it should be, or that is worth saying.
package struct TokenFinding: Sendable, Hashable {
    /// Where in the order of validation it was found.
    package enum Layer: Int, Sendable, Hashable, Comparable {
        case framing = 1
        case schema = 2
        case lexical = 3
        case signature = 4
        case semantics = 5

        package static func < (left: Layer, right: Layer) -> Bool { left.rawValue < right.rawValue }

        package var name: String {
            switch self {
            case .framing: "framing"
            case .schema: "schema"
            case .lexical: "lexical"
            case .signature: "signature"
            case .semantics: "semantics"
            }
        }
    }

    package enum Severity: String, Sendable, Hashable {
        /// The token is bad.
        case error
        /// A recommendation is not kept.
        case warning
        /// An element nobody documents; an error when validation is strict.
        case `extension`
        /// True and worth knowing.
        case note
    }

    package var layer: Layer
    package var severity: Severity
    /// In the token's own text, after what was wrapped around it was taken off.
    package var position: XMLPosition
    /// Such as "/authToken/ttl"; "/" for the token as a whole.
    package var path: String
    /// The number in the register of statements, when one says it.
    package var statement: String?
    /// One sentence in lower case; values that are secret are not in it.
    package var message: String
    /// What a verifier answers because of it; only errors count.
    package var result: TokenResult

    init(
        _ layer: Layer, as severity: Severity = .error, at position: XMLPosition = .start, path: String = "/",
        statement: String? = nil, _ message: String, result: TokenResult = .invalidFormat
    ) {
        self.layer = layer
        self.severity = severity
        self.position = position
        self.path = path
        self.statement = statement
        self.message = message
        self.result = result
    }
}
