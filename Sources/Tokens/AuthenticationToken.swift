package import Timing

/// Says that a user of an MVPD is signed in on a device (AE-XML-001, AE-XML-002).
package struct AuthenticationToken: SignedToken, Sendable, Hashable {
    /// `simpleTokenAuthenticationGuid`; the media token repeats it as `sessionGUID`.
    package var guid: String
    /// `simpleTokenRequestorID`.
    package var requestor: String
    /// `simpleTokenDomainName`.
    package var domain: String
    /// `simpleTokenExpires`, to the second, the offset taken as that of a local time.
    package var expires: WallTime
    /// The offset from GMT that it is printed with.
    package var offsetMinutes = 0
    /// `simpleTokenMsoID`.
    package var mvpd: String
    /// `simpleTokenFingerprint`: the SHA-1 of the device id, in lower-case hexadecimal digits.
    package var fingerprint: String
    /// `simpleSamlNameID`: opaque base64.
    package var nameID: String?
    /// `simpleSamlSessionIndex`: opaque base64.
    package var sessionIndex: String?

    package init(
        guid: String, requestor: String, domain: String, expires: WallTime, mvpd: String, fingerprint: String,
        nameID: String? = nil, sessionIndex: String? = nil
    ) {
        self.guid = guid
        self.requestor = requestor
        self.domain = domain
        self.expires = expires
        self.mvpd = mvpd
        self.fingerprint = fingerprint
        self.nameID = nameID
        self.sessionIndex = sessionIndex
    }

    /// Reads a whole token, in either framing, also as base64; the signature is not checked.
    package init(parsing text: String) throws(TokenError) {
        try self.init(PayloadReader(text, kind: .authentication))
    }

    init(_ payload: PayloadReader) throws(TokenError) {
        try self.init(
            guid: payload.text("simpleTokenAuthenticationGuid").trimmingSpaces,
            requestor: payload.text("simpleTokenRequestorID"),
            domain: payload.text("simpleTokenDomainName"),
            expires: payload.date("simpleTokenExpires", .expiry).instant(),
            mvpd: payload.text("simpleTokenMsoID"),
            fingerprint: payload.fingerprint(),
            nameID: payload.optional("simpleSamlNameID"),
            sessionIndex: payload.optional("simpleSamlSessionIndex"))
        offsetMinutes = try payload.date("simpleTokenExpires", .expiry).offsetMinutes
    }

    /// The element that is signed, in the order tokens of the field have (service-protocol.md 5.2).
    package var payload: String {
        PayloadWriter(root: "simpleAuthenticationToken") { writer in
            writer.element("simpleTokenAuthenticationGuid", guid)
            writer.element("simpleSamlSessionIndex", ifPresent: sessionIndex)
            writer.element("simpleTokenRequestorID", requestor)
            writer.element("simpleTokenDomainName", domain)
            writer.element("simpleTokenExpires", TokenDate(expires, form: .expiry, offsetMinutes: offsetMinutes).text)
            writer.element("simpleTokenMsoID", mvpd)
            writer.fingerprint(fingerprint)
            writer.element("simpleSamlNameID", ifPresent: nameID)
        }.text
    }
}
