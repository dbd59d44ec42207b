package import Cryptography
import Encodings
package import Timing
internal import XML

/// The short-lived token the application gets, bound to no device (AE-XML-005, AE-XML-006, AE-XML-020).
package struct MediaToken: SignedToken, Sendable, Hashable {
    package enum Root: String, Sendable, Hashable {
        /// What tokens of the field have.
        case authToken
        /// What the documents print.
        case shortAuthorizationToken
    }

    package var root: Root
    package var sessionGUID: String
    package var requestor: String
    package var resource: String
    /// `ttl`: the life span in milliseconds (AE-XML-010).
    package var lifetimeMilliseconds: Int64
    /// `issueTime`, to the second.
    package var issued: WallTime
    package var mvpd: String
    /// Only for an MVPD behind a proxy (AE-XML-015).
    package var proxyMVPD: String?

    /// Issue time and life span together; no life span makes it overflow.
    package var expires: WallTime {
        issued + .milliseconds(lifetimeMilliseconds)
    }

    package init(
        sessionGUID: String, requestor: String, resource: String, lifetimeMilliseconds: Int64 = 420_000,
        issued: WallTime, mvpd: String, proxyMVPD: String? = nil, root: Root = .authToken
    ) {
        self.sessionGUID = sessionGUID
        self.requestor = requestor
        self.resource = resource
        self.lifetimeMilliseconds = lifetimeMilliseconds
        self.issued = issued
        self.mvpd = mvpd
        self.proxyMVPD = proxyMVPD
        self.root = root
    }

    /// Reads a whole token, in either framing, also as base64; the signature is not checked.
    package init(parsing text: String) throws(TokenError) {
        try self.init(PayloadReader(text, kind: .media))
    }

    init(_ payload: PayloadReader) throws(TokenError) {
        let lifetime = try payload.text("ttl").trimmingSpaces
        guard let milliseconds = Self.lifetime(lifetime) else {
            throw .lexical("ttl", lifetime, expected: "whole milliseconds of at most 15 digits")
        }
        try self.init(
            sessionGUID: payload.text("sessionGUID").trimmingSpaces,
            requestor: payload.text("requestorID"),
            resource: payload.text("resourceID"),
            lifetimeMilliseconds: milliseconds,
            issued: payload.date("issueTime", .issue).instant(),
            mvpd: payload.text("mvpdId"),
            proxyMVPD: payload.optional("proxyMvpdId"),
            root: Root(rawValue: payload.root.name) ?? .authToken)
    }

    /// The milliseconds that a life span's text stands for; nil where it is not as the schema has it.
    static func lifetime(_ text: String) -> Int64? {
        guard (1...15).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int64(text)
    }

    /// The element that is signed.
    package var payload: String {
        PayloadWriter(root: root.rawValue) { writer in
            writer.element("sessionGUID", sessionGUID)
            writer.element("requestorID", requestor)
            writer.element("resourceID", resource)
            writer.element("ttl", String(lifetimeMilliseconds))
            writer.element("issueTime", TokenDate(issued, form: .issue).text)
            writer.element("mvpdId", mvpd)
            writer.element("proxyMvpdId", ifPresent: proxyMVPD)
        }.text
    }

    /// The whole token as base64, as the REST services send it (service-protocol.md 5.3).
    package func serialize(signedBy key: PrivateKey, framing: TokenFraming = .reopened) -> String {
        Base64.encode(Array(issue(signedBy: key, framing: framing).utf8))
    }
}
