internal import Encodings

/// Takes secrets out of text of which nothing is known, in one pass.
///
/// Two kinds of words go: what follows the name of a secret (`access_token=...`, `"authnToken": "..."`,
/// `<authnToken>...`, `Bearer ...`, `-u me -p ...`), and what is long and looks like Base64 or hexadecimal digits.
struct TextRedactor {
    /// Ways to write what stands between a name and its value, inside another document or a URL.
    private static let escapes = [
        "&gt;", "&quot;", "%3D", "%3d", "%3A", "%3a", "%22", "%20", "%253D", "%253d", "%253A", "%253a", "%2522",
        "%2520", "->", "is ", "Optional(", "Some(",
    ].map { Array($0.utf8) }
    /// Words of this length and mixture are secrets, whatever is in front of them.
    private static let longWord = 40
    /// A value of more bytes is taken out whatever it is; shorter ones may be looked at again, from the beginning of each.
    private static let longValue = 512

    private let bytes: [UInt8]
    /// Whether words that are only long are taken out, too.
    private let takesLongWords: Bool
    private var position = 0
    private var result: [UInt8] = []
    /// Whether the line has said who logs in, as `-u me` does.
    private var namesUser = false
    /// What was taken out behind a name.
    private(set) var secrets: [String] = []

    init(_ text: String, takesLongWords: Bool = true) {
        bytes = Array(text.utf8)
        self.takesLongWords = takesLongWords
        result.reserveCapacity(bytes.count)
    }

    mutating func redacted() -> String {
        while position < bytes.count {
            guard bytes[position].isWord else {
                if bytes[position] == UInt8(ascii: "\n") { namesUser = false }
                // The digits of an encoded byte are no part of the word behind it.
                let count = bytes[position] == UInt8(ascii: "%") ? min(3, bytes.count - position) : 1
                result += bytes[position..<position + count]
                position += count
                continue
            }
            let isParameter = result.last == UInt8(ascii: "?") || result.last == UInt8(ascii: "&")
            let name = take(while: \.isName)
            let next = position < bytes.count ? bytes[position] : 0
            if Self.userOptions.contains(name) {
                result += name
                takeUser()
            } else if name == Self.passwordOption, namesUser {
                result += name
                hideValue(of: "-p")
            } else if name.isEmpty || !Self.isName(name, isParameter: isParameter, before: next) {
                // The rest of a word that is no name: Base64 has `+`, `/` and `=` in it.
                var word = name + take(while: \.isWord)
                // The parts of a JSON Web Token.
                let isWebToken = word.starts(with: Array("eyJ".utf8))
                if isWebToken { word += take { $0.isWord || $0 == UInt8(ascii: ".") } }
                result += (takesLongWords || isWebToken) && Self.isSecret(word) ? Self.hash(word) : word
            } else {
                result += name
                hideValue(of: String(decoding: name, as: UTF8.self).lowercased())
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// What comes after a name, if something shows that it is the value of it.
    private mutating func hideValue(of name: String) {
        var separators = take(while: \.isSeparator)
        while let escape = Self.escapes.first(where: { bytes[position...].starts(with: $0) }) {
            separators += escape
            position += escape.count
            separators += take(while: \.isSeparator)
        }
        result += separators
        guard !separators.isEmpty else { return }
        // Of cookies there may be several, each with a name of its own, and proofs have several parts after their scheme.
        let isLine = Self.fillsLine(name) && separators.contains(UInt8(ascii: ":"))
        let isProof = name.hasSuffix("authorization") && separators.contains { "=:".utf8.contains($0) }
        let scheme = isProof ? scheme() : nil
        result += scheme ?? []
        // The one scheme with quotes in it.
        let isDigest = scheme.map { String(decoding: $0, as: UTF8.self).lowercased() == "digest " } ?? false
        // What is in quotes may have blanks in it.
        let isQuoted =
            separators.last.map { "\"'".utf8.contains($0) } ?? false && separators.contains { "=:".utf8.contains($0) }
        let value =
            isLine
            ? take { $0 >= 0x20 && (isDigest || $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'")) }
            : isQuoted ? take { $0 >= 0x20 && !"\"'\\".utf8.contains($0) } : take(while: \.isValue)
        let text = String(decoding: value, as: UTF8.self)
        let isSecret = isLine || value.count > Self.longValue || Self.mayBeSecret(value, of: name, after: separators)
        if !Redactor.isDigest(text), isSecret {
            secrets.append(text)
            result += Self.hash(value)
        } else if Redactor.isDigest(text) {
            result += value
        } else {
            // A name in prose: what follows it is looked at like anything else.
            position -= value.count
        }
    }

    private static let userOptions: Set<[UInt8]> = [Array("-u".utf8), Array("--user".utf8), Array("--username".utf8)]
    /// It is one for ports and paths as well.
    private static let passwordOption = Array("-p".utf8)

    /// The name of who logs in, and the password that may be behind it with a colon.
    private mutating func takeUser() {
        namesUser = true
        result += take(while: \.isSeparator)
        let start = position
        let user = take(atMost: 256) { $0.isName || ".@+".utf8.contains($0) }
        guard !user.isEmpty, position < bytes.count, bytes[position] == UInt8(ascii: ":") else {
            position = start
            return
        }
        result += user
        hideValue(of: "-p")
    }

    private static func fillsLine(_ name: String) -> Bool {
        name.hasSuffix("cookie") || name.hasSuffix("authorization")
    }

    /// The word before a proof, such as `Bearer `, which is no secret; nil where there is one word alone.
    private mutating func scheme() -> [UInt8]? {
        let start = position
        let word = take(while: \.isName) + take { $0 == UInt8(ascii: " ") }
        guard word.last == UInt8(ascii: " "), position < bytes.count, bytes[position] > 0x20 else {
            position = start
            return nil
        }
        return word
    }

    private mutating func take(atMost count: Int = .max, while belongs: (UInt8) -> Bool) -> [UInt8] {
        let start = position
        while position < bytes.count, position - start < count, belongs(bytes[position]) { position += 1 }
        return Array(bytes[start..<position])
    }

    private static func isName(_ word: [UInt8], isParameter: Bool, before next: UInt8) -> Bool {
        guard word.count <= longWord else { return false }
        let name = String(decoding: word, as: UTF8.self).lowercased()
        return SecretName.isSecretInText(name) || isParameter && SecretName.isSecretInURL(name)
            || next == UInt8(ascii: "=") && SecretName.isSecretWhereAssigned(name)
            || "=:\"".utf8.contains(next) && SecretName.isSecretIfRandom(name)
    }

    /// Words of prose, as in `token: expired`, are no secrets.
    private static func mayBeSecret(_ value: [UInt8], of name: String, after separators: [UInt8]) -> Bool {
        guard value.count >= 4 else { return false }
        if SecretName.isSecretIfRandom(name) { return SecretName.isSecret(name, ifRandom: value) }
        // Tests pass, too.
        if name.hasSuffix("pass") { return value.contains(where: \.isLetter) && value.contains { $0.isDigit } }
        // A port has no letters, a path has slashes, and a name has nothing but letters.
        if name == "-p" {
            let isOther = value.contains { !$0.isLetter && !"-_./:,".utf8.contains($0) }
            return value.contains(where: \.isLetter) && isOther && !value.contains(UInt8(ascii: "/"))
        }
        if name == "basic", Base64.decode(bytes: value)?.contains(UInt8(ascii: ":")) ?? false { return true }
        let isAssigned = separators.contains {
            [UInt8(ascii: "="), UInt8(ascii: "\""), UInt8(ascii: ">"), UInt8(ascii: ";"), UInt8(ascii: "%")]
                .contains($0)
        }
        return isAssigned || value.count >= 16 || value.contains { $0.isDigit }
    }

    private static func isSecret(_ word: [UInt8]) -> Bool {
        guard word.count >= longWord, word.contains(where: \.isDigit), word.contains(where: \.isLetter) else {
            return false
        }
        // Paths have many slashes; Base64 has one in 64 letters.
        return word.count { $0 == UInt8(ascii: "/") } * 16 <= word.count
    }

    private static func hash(_ word: [UInt8]) -> [UInt8] {
        Array(Redactor.digest(of: String(decoding: word, as: UTF8.self)).utf8)
    }
}

extension UInt8 {
    fileprivate var isName: Bool {
        isDigit || isLetter || self == UInt8(ascii: "_") || self == UInt8(ascii: "-")
    }

    /// Base64 of both alphabets, hexadecimal digits, and names.
    fileprivate var isWord: Bool {
        isName || self == UInt8(ascii: "+") || self == UInt8(ascii: "/") || self == UInt8(ascii: "=")
    }

    fileprivate var isSeparator: Bool {
        switch self {
        case UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"),
            UInt8(ascii: ">"), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "["), UInt8(ascii: "("):
            true
        default: false
        }
    }

    fileprivate var isValue: Bool {
        switch self {
        case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"), UInt8(ascii: "<"),
            UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ")"),
            UInt8(ascii: "]"), UInt8(ascii: "}"):
            false
        default: true
        }
    }
}
