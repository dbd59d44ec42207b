/// The one word about a token: those of the Media Token Verifier (AE-TOK-007), then ours.
///
/// In the order in which a verifier decides: the first that applies is the answer.
package enum TokenResult: String, Sendable, Hashable, CaseIterable, Comparable {
    case invalidFormat = "INVALID_TOKEN_FORMAT"
    case invalidSignature = "INVALID_SIGNATURE"
    case expired = "TOKEN_EXPIRED"
    case invalidResource = "INVALID_RESOURCE_ID"
    /// The token is issued in the future.
    case notYetValid = "TOKEN_NOT_YET_VALID"
    case invalidKind = "INVALID_TOKEN_KIND"
    case invalidRequestor = "INVALID_REQUESTOR_ID"
    case invalidMVPD = "INVALID_MVPD_ID"
    case invalidProxyMVPD = "INVALID_PROXY_MVPD_ID"
    case invalidDevice = "INVALID_DEVICE_ID"
    case invalidSession = "INVALID_SESSION_GUID"
    case invalidLifetime = "INVALID_TOKEN_TTL"
    case valid = "VALID_TOKEN"

    package static func < (left: TokenResult, right: TokenResult) -> Bool {
        left.order < right.order
    }

    private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
