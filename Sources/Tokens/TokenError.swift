internal import XML

/// Why a text could not be read as a token; the first reason, for those who only want the token.
package struct TokenError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: Sendable, Hashable {
        /// The two `signatureInfo` tags are not where they must be.
        case framing
        /// The payload is not one well-formed element.
        case malformed
        /// A token, but of another kind than asked for.
        case wrongKind
        case missingElement
        /// An element is there, but its text is no date, no number and so on.
        case lexical
    }

    package var code: Code
    /// One sentence in lower case; it never quotes the signature.
    package var message: String

    package var description: String { message }

    static func framing(_ message: String) -> TokenError {
        TokenError(code: .framing, message: message)
    }

    static func malformed(_ error: XMLError) -> TokenError {
        TokenError(code: .malformed, message: "\(error)")
    }

    static func wrongKind(root: String, expected: TokenKind) -> TokenError {
        TokenError(code: .wrongKind, message: "the element \(root) is not \(expected.phrase)")
    }

    static func missing(_ element: String, in root: String) -> TokenError {
        TokenError(code: .missingElement, message: "\(root) does not have one \(element)")
    }

    static func lexical(_ element: String, _ text: String, expected: String) -> TokenError {
        TokenError(code: .lexical, message: "\(element) is \"\(text.prefix(80))\", expected \(expected)")
    }
}
