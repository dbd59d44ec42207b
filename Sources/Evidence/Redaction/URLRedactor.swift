internal import Encodings

/// Takes secrets out of a URL: who logs in at it, and parameters with the names of secrets, also of URLs inside it.
struct URLRedactor {
    /// What was taken out, as it was before it was encoded.
    private(set) var secrets: [String] = []

    mutating func redacted(_ url: String) -> String {
        redacted(url, depth: 0)
    }

    private mutating func redacted(_ url: String, depth: Int) -> String {
        guard url.utf8.contains(where: { "?#@;".utf8.contains($0) }) else { return url }
        let parts = Self.halves(of: url[...], at: "#")
        var halves = Self.halves(of: parts[0], at: "?").map(String.init)
        halves[0] = withoutUser(halves[0])
        // A path has parameters, too.
        let path = Self.halves(of: halves[0][...], at: ";")
        if path.count > 1 { halves[0] = path[0] + ";" + fields(String(path[1]), depth: depth) }
        if halves.count > 1 { halves[1] = fields(halves[1], depth: depth) }
        guard parts.count > 1 else { return halves.joined(separator: "?") }
        return halves.joined(separator: "?") + "#" + fields(String(parts[1]), depth: depth)
    }

    /// What is before and after the first sign of a kind, whatever mark is on it.
    private static func halves(of text: Substring, at sign: Unicode.Scalar) -> [Substring] {
        text.unicodeScalars.split(separator: sign, maxSplits: 1, omittingEmptySubsequences: false).map(Substring.init)
    }

    private mutating func withoutUser(_ url: String) -> String {
        guard let scheme = url.firstRange(ofBytes: "://") else { return url }
        let authority = url[scheme.upperBound...].unicodeScalars.prefix { $0 != "/" }
        guard let at = authority.lastIndex(of: "@") else { return url }
        let user = String(authority[..<at])
        guard !user.isEmpty, !Redactor.isDigest(user) else { return url }
        secrets.append(user)
        if let colon = user.utf8.firstIndex(of: UInt8(ascii: ":")) {
            secrets.append(String(user[user.utf8.index(after: colon)...]))
        }
        return url[..<scheme.upperBound] + Redactor.digest(of: user) + url[at...]
    }

    /// Some services divide them with semicolons; in XML one is behind each ampersand.
    private mutating func fields(_ query: String, depth: Int) -> String {
        let parts = query.unicodeScalars.split(separator: ";", omittingEmptySubsequences: false)
        guard parts.count == 1 else {
            return parts.map { fields(String($0), depth: depth) }.joined(separator: ";")
        }
        let pairs = query.unicodeScalars.split(separator: "&", omittingEmptySubsequences: false).map { pair -> String in
            let halves = Self.halves(of: Substring(pair), at: "=").map(String.init)
            guard let name = halves.first, let value = halves.dropFirst().first, !value.isEmpty else {
                return String(pair)
            }
            let plain = Self.decoded(value)
            let word = Self.decoded(name).lowercased()
            guard SecretName.isSecretInURL(word) || SecretName.isSecret(word, ifRandom: plain.utf8) else {
                return nested(value, depth: depth).map { "\(name)=\($0)" } ?? String(pair)
            }
            guard !Redactor.isDigest(plain) else { return String(pair) }
            secrets.append(plain)
            return "\(name)=\(Redactor.digest(of: plain))"
        }
        return pairs.joined(separator: "&")
    }

    /// A value that is a URL, encoded once or more often, without what is secret in it; nil where nothing is.
    private mutating func nested(_ value: String, depth: Int) -> String? {
        let plain = Self.decoded(value)
        guard depth < 3 else { return nil }
        if plain.containsBytes("://") {
            let inner = redacted(plain, depth: depth + 1)
            return inner == plain ? nil : PercentEncoding.encode(inner)
        }
        return plain == value ? nil : nested(plain, depth: depth + 1).map { PercentEncoding.encode($0) }
    }

    private static func decoded(_ text: String) -> String { PercentEncoding.decode(text, plusIsSpace: true) }
}

extension URLRedactor {
    /// Takes secrets out of every URL in a text, and hands what is between them to `others`.
    mutating func redacted(in text: String, others: (String) -> String) -> String {
        guard text.containsBytes("://") else { return others(text) }
        var result = ""
        var rest = text[...]
        while let mark = rest.firstRange(ofBytes: "://") {
            let scheme = rest[..<mark.lowerBound].utf8.reversed().prefix(while: Self.isScheme).count
            let start = rest.utf8.index(mark.lowerBound, offsetBy: -scheme)
            // A password may have signs in it that end a URL elsewhere.
            let authority = rest[mark.upperBound...].unicodeScalars.prefix { !Self.endsAuthority($0) }
            let host = authority.lastIndex(of: "@") ?? mark.upperBound
            let end = rest[host...].unicodeScalars.firstIndex(where: Self.endsURL) ?? rest.endIndex
            result += others(String(rest[..<start])) + redacted(String(rest[start..<end]))
            rest = rest[end...]
        }
        return result + others(String(rest))
    }

    private static func isScheme(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || "+-.".utf8.contains(byte)
    }

    private static func endsAuthority(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || "/?#\"<>".unicodeScalars.contains(scalar)
    }

    private static func endsURL(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || "\"'<>\\`)]},".unicodeScalars.contains(scalar)
    }
}
