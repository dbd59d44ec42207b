internal import Evidence

/// Takes secrets out of what requests say, so that they can still be compared.
enum Redaction {
    /// What to record for a field: the value itself, or its digest where the name is that of a secret.
    ///
    /// Of an Authorization header the scheme stays, and the digest is that of the credentials alone.
    static func recordable(_ value: String, of name: String) -> String {
        guard !value.isEmpty, SecretName.isSecret(name) || looksSecret(value) else {
            return value.utf8.firstRange(of: "://".utf8) == nil ? value : Redactor.redacted(urlsIn: value)
        }
        if name == "authorization", let space = value.firstIndex(of: " ") {
            return value[...space] + Redactor.digest(of: String(value[value.index(after: space)...]))
        }
        return Redactor.digest(of: value)
    }

    /// Whether a value under another name is a token all the same: raw, in Base64, or a JSON Web Token.
    private static func looksSecret(_ value: String) -> Bool {
        guard value.utf8.count > 32 else { return false }
        return value.hasPrefix("<signatureInfo>") || value.hasPrefix("PHNpZ25hdHVyZUluZm8")
            || value.hasPrefix("eyJ") && value.utf8.contains(UInt8(ascii: "."))
    }
}
