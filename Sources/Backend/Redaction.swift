internal import Cryptography

/// Takes secrets out of what is recorded, so that they can still be compared.
package enum Redaction {
    /// Names, in lower case, of query fields, form fields, JSON members and headers whose values are secrets.
    package static let secretNames: Set<String> = [
        "software_statement", "client_secret", "access_token", "refresh_token", "authorization", "authentication_token",
        "authz_token", "authn_token", "signed_requestor_id", "password", "pass_sfp", "ap_19", "ap_23", "samlrequest",
        "samlresponse", "cookie", "ast", "adobe-subject-token", "ad-service-token", "secret", "token",
    ]

    /// `sha256:` and the first twelve hexadecimal digits of the digest.
    package static func digest(of secret: String) -> String {
        "sha256:" + Hex.encode(Digest.sha256(Array(secret.utf8)).prefix(6))
    }

    /// What to record for a field: the value itself, or its digest where the name is that of a secret.
    ///
    /// Of an Authorization header the scheme stays, and the digest is that of the credentials alone.
    package static func recordable(_ value: String, of name: String) -> String {
        guard !value.isEmpty, secretNames.contains(name) || looksSecret(value) else { return value }
        if name == "authorization", let space = value.firstIndex(of: " ") {
            return value[...space] + digest(of: String(value[value.index(after: space)...]))
        }
        return digest(of: value)
    }

    /// Whether a value under another name is a token all the same: raw, in Base64, or a JSON Web Token.
    private static func looksSecret(_ value: String) -> Bool {
        guard value.utf8.count > 32 else { return false }
        return value.hasPrefix("<signatureInfo>") || value.hasPrefix("PHNpZ25hdHVyZUluZm8")
            || value.hasPrefix("eyJ") && value.utf8.contains(UInt8(ascii: "."))
    }
}
