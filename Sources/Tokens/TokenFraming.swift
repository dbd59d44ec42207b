/// How the signature before the payload ends.
package enum TokenFraming: String, Sendable, Hashable, CaseIterable {
    /// With an opening tag once more, as all tokens seen and all printed ones have it (AE-XML-023, reading A-26).
    case reopened
    /// With a proper closing tag.
    case closed

    var endTag: StaticString {
        switch self {
        case .reopened: "<signatureInfo>"
        case .closed: "</signatureInfo>"
        }
    }
}

/// What was wrapped around the token's own text, outermost first.
package enum TokenWrapping: String, Sendable, Hashable {
    /// The whole token as base64, as the REST services' `serializedToken` has it (service-protocol.md 5.3).
    case base64
    /// `<` and `>` written as entities, as inside an envelope that was not read as XML.
    case escaped
    /// The answer of a service with the token as the text of one of its elements (service-protocol.md 3.3).
    case envelope
    /// White space before or after.
    case whiteSpace
}
