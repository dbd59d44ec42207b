import Cryptography

extension Redaction {
    /// Takes secrets out of text that a port or its runtime wrote, of which nothing is known.
    ///
    /// Two kinds of words go: what follows the name of a secret (`access_token=...`, `"authnToken": "..."`,
    /// `<authnToken>...`, `Bearer ...`), and what is long and looks like Base64 or hexadecimal digits.
    package static func redacted(text: String) -> String {
        var redactor = TextRedactor(text)
        return redactor.redacted()
    }
}

/// One pass over a text.
private struct TextRedactor {
    /// In lower case, without `_` and `-`.
    private static let names: Set<String> = [
        "accesstoken", "authenticationtoken", "authntoken", "authztoken", "authorizationtoken", "mediatoken", "token",
        "serializedtoken", "signedrequestorid", "softwarestatement", "clientsecret", "secret", "password", "bearer",
        "samlresponse", "samlrequest", "relaystate", "passsfp", "ap19", "ap23", "signatureinfo", "simplesamlnameid",
        "simplesamlsessionindex", "simpletokenauthenticationguid", "sessionguid", "jsessionid", "regcode",
    ]
    /// Words of this length and mixture are secrets, whatever is in front of them.
    private static let longWord = 40

    private let bytes: [UInt8]
    private var position = 0
    private var result: [UInt8] = []

    init(_ text: String) {
        bytes = Array(text.utf8)
        result.reserveCapacity(bytes.count)
    }

    mutating func redacted() -> String {
        while position < bytes.count {
            guard bytes[position].isWord else {
                result.append(bytes[position])
                position += 1
                continue
            }
            let name = take(while: \.isName)
            if name.isEmpty || !Self.isName(name) {
                // The rest of a word that is no name: Base64 has `+`, `/` and `=` in it.
                let word = name + take(while: \.isWord)
                result += Self.isSecret(word) ? Self.hash(word) : word
            } else {
                result += name
                hideValue()
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// What comes after a name, if something shows that it is the value of it.
    private mutating func hideValue() {
        var separators = take(while: \.isSeparator)
        // The end of a tag inside another document.
        let escaped = Array("&gt;".utf8)
        if bytes[position...].starts(with: escaped) {
            separators += escaped
            position += escaped.count
        }
        result += separators
        guard !separators.isEmpty else { return }
        let value = take(while: \.isValue)
        if !value.starts(with: Array("sha256:".utf8)), Self.mayBeSecret(value, after: separators) {
            result += Self.hash(value)
        } else {
            // A name in prose: what follows it is looked at like anything else.
            position -= value.count
        }
    }

    private mutating func take(while belongs: (UInt8) -> Bool) -> [UInt8] {
        let start = position
        while position < bytes.count, belongs(bytes[position]) { position += 1 }
        return Array(bytes[start..<position])
    }

    private static func isName(_ word: [UInt8]) -> Bool {
        guard word.count <= longWord else { return false }
        let plain = word.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
        return names.contains(String(decoding: plain, as: UTF8.self).lowercased())
    }

    /// Words of prose, as in `token: expired`, are no secrets.
    private static func mayBeSecret(_ value: [UInt8], after separators: [UInt8]) -> Bool {
        guard value.count >= 4 else { return false }
        let isAssigned = separators.contains {
            [UInt8(ascii: "="), UInt8(ascii: "\""), UInt8(ascii: ">"), UInt8(ascii: ";")].contains($0)
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
        Array(("sha256:" + Hex.encode(Digest.sha256(word)).prefix(12)).utf8)
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

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
            UInt8(ascii: ">"), UInt8(ascii: " "), UInt8(ascii: "["), UInt8(ascii: "("):
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
