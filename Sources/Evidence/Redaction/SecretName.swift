/// Which names say that what they name is a secret: of fields, headers, members, arguments, and words in front of a value.
package enum SecretName {
    /// Whether a value of this name is a secret wherever it is.
    ///
    /// It may have other words before it, as in `x-auth-token`, `j_password` or `mvpdToken`, or be that of a place, as in
    /// `user[password]`. So has a name that nobody could mean: it is read for each of a million values in a list.
    package static func isSecret(_ name: String) -> Bool {
        guard name.utf8.count <= 256 else { return true }
        guard name.utf8.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }) else {
            return headers.end(name, atHumps: false) || everywhere.end(name)
        }
        return name.split { $0 == "[" || $0 == "]" }.contains { isSecret(String($0)) }
    }

    /// What a text shows of a value by the name before it.
    enum Kind {
        /// A secret, unless prose goes on.
        case secret
        /// The same, of a header: calls have such names, too.
        case header
        /// A secret where it is assigned and has digits; in prose these words are words.
        case assigned
        /// A secret where nobody thought it up: dictionaries and tests have keys and sessions, too.
        case random
        /// Of a URL: a secret whatever it is.
        case parameter
        /// Of a command line that has said who logs in.
        case option
    }

    /// In a URL `code` is an authorization code and not the number of an error.
    static func kind(of name: String, isParameter: Bool = false) -> Kind? {
        if isParameter, isSecretInURL(name) { return .parameter }
        if headers.end(name, atHumps: false) { return .header }
        // Who looks a `reg_code` of a trace up finds it.
        if name == "reg_code" { return nil }
        if everywhere.end(name) || inText.end(name) { return .secret }
        return assigned.end(name) ? .assigned : random.contain(name) ? .random : nil
    }

    private static func isSecretInURL(_ name: String) -> Bool {
        isSecret(name) || inURLs.contain(name) || assigned.contain(name) || name.lowercased().hasSuffix("signature")
    }

    /// Whether nobody thought the text up: it is a UUID, or 16 and more letters and digits in no order.
    static func isRandom(_ text: some Collection<UInt8>) -> Bool {
        let parts = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        if parts.map(\.count) == [8, 4, 4, 4, 12], parts.joined().allSatisfy(\.isHexDigit) { return true }
        guard text.allSatisfy({ $0.isLetter || $0.isDigit || "-_+/=.".utf8.contains($0) }) else { return false }
        return text.split { !$0.isLetter && !$0.isDigit }.contains { run in
            run.count >= 16 && zip(run, run.dropFirst()).count { $0.isDigit != $1.isDigit } >= 3
        }
    }

    /// Whether any of them ends in these bytes; hardly any other word does.
    static func mayEnd(in last: UInt8, _ final: UInt8) -> Bool {
        ends[Int(last | 0x20) << 8 | Int(final | 0x20)]
    }

    private static let ends: [Bool] = {
        var ends = [Bool](repeating: false, count: 65_536)
        for words in [headers, everywhere, inURLs, assigned, random, inText] {
            for end in words.ends { ends[Int(end)] = true }
        }
        return ends
    }()

    private static let headers = Words("authorization", "cookie")

    private static let everywhere = Words(
        "token", "token value", "adobe subject token", "ast", "signed requestor id", "signed requestor",
        "software statement", "client assertion", "secret", "secrets", "secret key", "private key", "access key",
        "api key", "password", "passwords", "passwd", "passwort", "passphrase", "passcode", "pwd", "pass sfp", "ap 19",
        "ap 23", "saml request", "saml response", "assertion", joined: ["password", "passwd", "secret", "token"])

    private static let inURLs = Words("code", "relay state", "ticket", "jsessionid")

    private static let assigned = Words(
        "otp", "pin", "sig", "signature", "hmac", "auth", "credential", "credentials", "creds", "pass", "pw", "jwt")

    private static let random = Words("key", "session", "session id", "session key", "sid")

    private static let inText = Words(
        "bearer", "basic", "relay state", "signature info", "simple saml name id", "simple saml session index",
        "simple token authentication guid", "session guid", "jsessionid", "phpsessid",
        "regcode")

    /// Names, without what is between the words of each.
    private struct Words: Sendable {
        private let all: Set<String>
        /// What ends a name even where no boundary of words is before it, as in `PGPASSWORD`.
        private let joined: [String]
        /// The last two bytes of each: hardly any other name ends so.
        fileprivate let ends: Set<UInt16>

        init(_ names: String..., joined: [String] = []) {
            all = Set(names.map { $0.filter { $0 != " " } })
            self.joined = joined
            ends = Set(all.map { Self.end(of: $0) })
        }

        func contain(_ name: String) -> Bool {
            ends.contains(Self.end(of: name)) && all.contains(Self.compact(name.utf8[...]))
        }

        /// Whether a name is one of them, with or without other words before it.
        func end(_ name: String, atHumps: Bool = true) -> Bool {
            guard ends.contains(Self.end(of: name)) else { return false }
            var rest = name.utf8[...]
            var last: UInt8 = 0
            while let byte = rest.first {
                let isHump = atHumps && byte.isCapital && last.isLetter && !last.isCapital
                if isHump || !last.isLetter && !last.isDigit, all.contains(Self.compact(rest)) { return true }
                last = byte
                rest = rest.dropFirst()
            }
            return joined.contains(where: name.lowercased().hasSuffix)
        }

        private static func compact(_ name: Substring.UTF8View) -> String {
            String(decoding: name.filter { !"_-".utf8.contains($0) }, as: UTF8.self).lowercased()
        }

        private static func end(of name: String) -> UInt16 {
            name.utf8.suffix(2).reduce(0) { $0 << 8 | UInt16($1 | 0x20) }
        }
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

    var isHexDigit: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20) }

    fileprivate var isCapital: Bool { isLetter && self & 0x20 == 0 }
}
