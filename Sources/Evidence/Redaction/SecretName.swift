/// Which names say that what they name is a secret: of fields, headers, members, arguments, and words in front of a value.
package enum SecretName {
    /// Whether a value of this name is a secret wherever it is; `name` is in lower case.
    ///
    /// It may have other words before it, as in `x-auth-token` or `j_password`, or be that of a place, as in `user[password]`.
    package static func isSecret(_ name: String) -> Bool {
        guard name.utf8.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }) else {
            return everywhere.hasEnd(of: name[...]) || isJoined(name)
        }
        return name.split { $0 == "[" || $0 == "]" }.contains { everywhere.hasEnd(of: $0) }
    }

    /// Whether a word that nobody means otherwise ends it, as in `userPassword`.
    private static func isJoined(_ name: String) -> Bool {
        ["password", "passwd", "clientsecret", "accesstoken", "bearertoken"].contains(where: name.hasSuffix)
    }

    /// Whether a parameter of a URL is one; there `code` is an authorization code and not the number of an error.
    static func isSecretInURL(_ name: String) -> Bool {
        isSecret(name) || inURLs.contains(name) || assigned.contains(name) || name.hasSuffix("signature")
    }

    /// Whether `name=value` in a text names a secret; in prose these words are words.
    static func isSecretWhereAssigned(_ name: String) -> Bool { assigned.contains(name) }

    /// Whether `name=value` names a secret where the value is random; dictionaries and tests have keys and sessions, too.
    static func isSecret(_ name: String, ifRandom value: some Collection<UInt8>) -> Bool {
        isSecretIfRandom(name) && isRandom(value)
    }

    static func isSecretIfRandom(_ name: String) -> Bool { random.contains(name) }

    /// Whether nobody thought the text up: it is a UUID, or 16 and more letters and digits in no order.
    private static func isRandom(_ text: some Collection<UInt8>) -> Bool {
        let parts = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        if parts.map(\.count) == [8, 4, 4, 4, 12], parts.joined().allSatisfy(\.isHexDigit) { return true }
        guard text.allSatisfy({ $0.isLetter || $0.isDigit || "-_+/=.".utf8.contains($0) }) else { return false }
        return text.split { !$0.isLetter && !$0.isDigit }.contains { run in
            run.count >= 16 && zip(run, run.dropFirst()).count { $0.isDigit != $1.isDigit } >= 3
        }
    }

    /// Whether the word is one that a value may follow in a text; what follows is looked at before it counts as one.
    ///
    /// It may have other words before it, as in `--password` or `ADOBE_CLIENT_SECRET`.
    static func isSecretInText(_ name: String) -> Bool {
        everywhere.hasEnd(of: name[...]) || inText.hasEnd(of: name[...]) || isJoined(name)
    }

    private static let everywhere = Words(
        "access token", "refresh token", "id token", "session token", "device token", "user token", "auth token",
        "authn token", "authz token", "authentication token", "authorization token", "media token", "csrf token",
        "xsrf token", "api token", "serialized token", "adobe subject token", "ad service token",
        "x roku reserved roku connect token", "token",
        "authorization", "proxy authorization", "cookie", "set cookie", "ast", "signed requestor id",
        "signed requestor",
        "software statement", "client secret", "client assertion", "secret", "secret key", "private key", "access key",
        "api key", "x api key", "password", "passwd", "passphrase", "passcode", "pwd", "pass sfp", "ap 19", "ap 23",
        "saml request", "saml response", "assertion")

    private static let inURLs = Words("code", "relay state", "signature", "ticket", "jsessionid")

    private static let assigned = Words(
        "otp", "pin", "sig", "signature", "hmac", "auth", "credential", "credentials", "creds", "pass", "passwort",
        "jwt")

    private static let random = Words("key", "session", "session id", "session key", "sid")

    private static let inText = Words(
        "bearer", "basic", "relay state", "signature info", "simple saml name id", "simple saml session index",
        "simple token authentication guid", "session guid", "jsessionid", "regcode", "--pass")

    /// Names, with the words of each joined in the ways that are in use.
    private struct Words: Sendable {
        private let all: Set<String>
        /// The last two bytes of each: hardly any other name ends so.
        private let ends: Set<UInt16>

        init(_ names: String...) {
            all = Set(
                names.flatMap { name in
                    ["", "_", "-"].map { name.split(separator: " ").joined(separator: $0) }
                })
            ends = Set(all.map { Self.end(of: $0[...]) })
        }

        func contains(_ name: String) -> Bool { ends.contains(Self.end(of: name[...])) && all.contains(name) }

        /// Whether it is one of them, with or without other words before it.
        func hasEnd(of name: Substring) -> Bool {
            guard ends.contains(Self.end(of: name)) else { return false }
            var rest = name
            while !all.contains(String(rest)) {
                let joint = rest.utf8.firstIndex { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
                guard let joint else { return false }
                rest = rest[rest.utf8.index(after: joint)...]
            }
            return true
        }

        private static func end(of name: Substring) -> UInt16 {
            name.utf8.suffix(2).reduce(0) { $0 << 8 | UInt16($1) }
        }
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

    fileprivate var isHexDigit: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20) }
}
