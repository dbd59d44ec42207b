internal import Cryptography
internal import Documents
internal import Encodings
internal import Timing

/// Signs what the services issue.
struct Signer: Sendable {
    /// One key for the whole process, made when first needed.
    ///
    /// It has 1,024 bits, as the key behind every token seen in the field (service-protocol.md 5.1): it is made in some
    /// 20 ms and signs in a tenth of the time that 2,048 bits take, and it protects nothing but simulated tokens.
    private static let sharedKey = Result { () throws(CryptographyError) in try PrivateKey.generate(bits: 1_024) }

    let key: PrivateKey
    /// What others check the messages of service providers and MVPDs with; nil: these are not signed.
    let certificate: String?
    private let secret: [UInt8]

    /// - Parameter signsMessages: whether messages between service providers and MVPDs are signed, too.
    init(_ key: PrivateKey? = nil, signsMessages: Bool = false) throws(CryptographyError) {
        if let key {
            self.key = key
        } else {
            self.key = try Self.sharedKey.get()
        }
        secret = randomBytes(32)
        certificate =
            signsMessages ? try SelfSignedCertificate.make(for: ["saml.sp.auth.adobe.com"], key: self.key) : nil
    }

    /// A bearer token in the form of a JSON Web Token; clients take it as opaque (service-protocol.md 2.3).
    ///
    /// - Parameter isVerifiable: whether it is signed with the key, as the real ones are. A suite's are not, because
    ///   nobody but the backend reads them and every session has one.
    func accessToken(
        id: String, issued: WallTime, expires: WallTime, scopes: [String], isVerifiable: Bool
    ) -> String {
        let claims: JSON = [
            "sub": .string(id), "iss": "auth.adobe.com", "nbf": .int(issued.milliseconds / 1_000),
            "iat": .int(issued.milliseconds / 1_000), "exp": .int(expires.milliseconds / 1_000),
            "scopes": .string(scopes.joined(separator: " ")),
        ]
        let header = isVerifiable ? #"{"alg":"RS256","typ":"JWT"}"# : #"{"alg":"HS256","typ":"JWT"}"#
        let text = Base64.encodeURLSafe(Array(header.utf8)) + "." + Base64.encodeURLSafe(claims.compact)
        let bytes = Array(text.utf8)
        let signature = isVerifiable ? key.sign(bytes) : Digest.hmacSHA256(key: secret, bytes)
        return text + "." + Base64.encodeURLSafe(signature)
    }
}
