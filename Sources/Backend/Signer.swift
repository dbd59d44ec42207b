internal import Cryptography
internal import Documents
internal import Timing

/// Signs what the services issue.
struct Signer: Sendable {
    /// One key for the whole process, made when first needed.
    ///
    /// It has 1,024 bits, as the key behind every token seen in the field (wire-protocol.md 5.1): it is made in some
    /// 20 ms and signs in a tenth of the time that 2,048 bits take, and it protects nothing but simulated tokens.
    private static let sharedKey = Result { () throws(CryptographyError) in try PrivateKey.generate(bits: 1_024) }

    let key: PrivateKey
    private let secret: [UInt8]

    init(_ key: PrivateKey? = nil) throws(CryptographyError) {
        if let key {
            self.key = key
        } else {
            self.key = try Self.sharedKey.get()
        }
        secret = randomBytes(32)
    }

    /// A bearer token in the form of a JSON Web Token; clients take it as opaque (wire-protocol.md 2.3).
    ///
    /// It is signed with HMAC-SHA256 and not with RSA, because nobody but the backend reads it and every session has
    /// one.
    func accessToken(id: String, issued: WallTime, expires: WallTime) -> String {
        let claims: JSON = [
            "sub": .string(id), "iss": "auth.adobe.com", "nbf": .int(issued.milliseconds / 1_000),
            "iat": .int(issued.milliseconds / 1_000), "exp": .int(expires.milliseconds / 1_000),
            "scopes": "api:client:v2",
        ]
        let text = Self.accessTokenHeader + "." + Base64.encodeURLSafe(claims.compact)
        return text + "." + Base64.encodeURLSafe(Digest.hmacSHA256(key: secret, Array(text.utf8)))
    }

    private static let accessTokenHeader = Base64.encodeURLSafe(Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8))
}
