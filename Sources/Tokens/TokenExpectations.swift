package import Timing

/// What a token is held against; whatever is nil is not checked.
package struct TokenExpectations: Sendable, Hashable {
    package var kind: TokenKind?
    package var requestor: String?
    package var resource: String?
    package var mvpd: String?
    /// The empty text expects that there is none.
    package var proxyMVPD: String?
    /// In clear; its SHA-1 is what the token must hold.
    package var deviceID: String?
    package var fingerprint: String?
    /// The GUID of the authentication: in an authentication token, or as the session of a media token.
    package var guid: String?
    /// The time at which the token must be valid.
    package var time: WallTime?
    /// By how much the issuer's clock may differ.
    package var clockSkew: Duration = .zero
    /// Life spans a media token may have, in milliseconds.
    package var lifetimes: ClosedRange<Int64>?
    /// Elements nobody documents are errors.
    package var isStrict = false

    package init() {}

    package static let none = TokenExpectations()

    /// Whether nothing of the meaning is held against anything.
    var isNone: Bool {
        kind == nil && requestor == nil && resource == nil && mvpd == nil && proxyMVPD == nil && deviceID == nil
            && fingerprint == nil && guid == nil && time == nil && lifetimes == nil
    }
}
