extension Redactor {
    /// What to record for a field of a request: the value itself, or its digest where the name or the look is that of a
    /// secret, so that it can still be compared.
    ///
    /// Of an Authorization header the scheme stays, and the digest is that of the credentials alone.
    package static func recordable(_ value: String, of name: String) -> String {
        guard !value.isEmpty, SecretName.isSecret(name) || looksLikeToken(value) else {
            return redacted(urlsIn: value)
        }
        if name == "authorization", let space = value.firstIndex(of: " ") {
            return value[...space] + digest(of: String(value[value.index(after: space)...]))
        }
        return digest(of: value)
    }

    /// Whether a value under any name is a token: raw, in Base64, or a JSON Web Token.
    static func looksLikeToken(_ value: String) -> Bool {
        guard value.utf8.count > 32 else { return false }
        return value.hasPrefix("<signatureInfo>") || value.hasPrefix(startInBase64)
            || value.hasPrefix("eyJ") && value.utf8.contains(UInt8(ascii: "."))
    }

    /// In Base64 clientless services hand tokens out.
    static let startInBase64 = "PHNpZ25hdHVyZUluZm8"
}
