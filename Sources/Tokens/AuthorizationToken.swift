package import Timing

/// Says that a device may see a resource for some time (AE-XML-003, AE-XML-004).
package struct AuthorizationToken: SignedToken, Sendable, Hashable {
    /// `simpleTokenRequestorID`.
    package var requestor: String
    /// `simpleTokenResourceID`: a name, or a whole MRSS document as text.
    package var resource: String
    /// `simpleTokenTTL`, which is an instant in spite of its name (AE-XML-009, reading A-27).
    package var expires: WallTime
    /// The offset from GMT that it is printed with.
    package var offsetMinutes = 0
    /// `simpleTokenMsoID`.
    package var mvpd: String
    /// `simpleTokenFingerprint`, the same as in the authentication token (AE-DEV-007).
    package var fingerprint: String

    package init(requestor: String, resource: String, expires: WallTime, mvpd: String, fingerprint: String) {
        self.requestor = requestor
        self.resource = resource
        self.expires = expires
        self.mvpd = mvpd
        self.fingerprint = fingerprint
    }

    /// Reads a whole token, in either framing, also as base64; the signature is not checked.
    package init(parsing text: String) throws(TokenError) {
        try self.init(PayloadReader(text, kind: .authorization))
    }

    init(_ payload: PayloadReader) throws(TokenError) {
        try self.init(
            requestor: payload.text("simpleTokenRequestorID"),
            resource: payload.text("simpleTokenResourceID"),
            expires: payload.date("simpleTokenTTL", .expiry).instant(),
            mvpd: payload.text("simpleTokenMsoID"),
            fingerprint: payload.fingerprint())
        offsetMinutes = try payload.date("simpleTokenTTL", .expiry).offsetMinutes
    }

    /// The element that is signed.
    package var payload: String {
        PayloadWriter(root: "simpleAuthorizationToken") { writer in
            writer.element("simpleTokenRequestorID", requestor)
            writer.element("simpleTokenResourceID", resource)
            writer.element("simpleTokenTTL", TokenDate(expires, form: .expiry, offsetMinutes: offsetMinutes).text)
            writer.element("simpleTokenMsoID", mvpd)
            writer.fingerprint(fingerprint)
        }.text
    }
}
