internal import Cryptography
internal import Documents
internal import Encodings
internal import Timing

/// A JSON Web Token in its compact form (RFC 7515, RFC 7519), such as a software statement.
struct JSONWebToken: Sendable {
    let header: JSONObject
    let claims: JSONObject
    private let signed: [UInt8]
    private let signature: [UInt8]

    /// Nil for what is none: three parts in Base64 for addresses, the first two of them JSON objects.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
            let signature = Base64.decodeURLSafe(parts[2])
        else { return nil }
        self.header = header
        self.claims = claims
        self.signature = signature
        signed = Array((parts[0] + "." + parts[1]).utf8)
    }

    /// Whether it says that it is signed as software statements are, with RSA and SHA-256, and has a signature.
    var claimsRS256: Bool { header["alg"]?.string == "RS256" && !signature.isEmpty }

    func isSigned(with key: PublicKey) -> Bool {
        claimsRS256 && key.verifies(signature, over: signed)
    }

    /// Whether it is over, by its own word.
    func hasExpired(at now: WallTime) -> Bool {
        guard let expires = claims["exp"]?.int else { return false }
        return WallTime(milliseconds: 0) + expires.seconds <= now
    }

    private static func object(_ part: Substring) -> JSONObject? {
        guard let bytes = Base64.decodeURLSafe(part) else { return nil }
        return (try? JSON.parse(bytes))?.object
    }
}
