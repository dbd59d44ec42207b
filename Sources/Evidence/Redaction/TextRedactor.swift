internal import Encodings

/// Takes secrets out of text of which nothing is known, in one pass over what its escapes stand for.
///
/// Three kinds go: who logs in at a URL, what follows the name of a secret (`access_token=...`, `"authnToken": "..."`,
/// `<authnToken>...`, `Bearer ...`, `-u me -p ...`), and words that are long and look like Base64 or hexadecimal digits.
struct TextRedactor {
    enum Scope {
        /// Whatever a port, its runtime or a tool wrote.
        case text
        /// A value with a name, which may be a long identifier.
        case value
        /// Text of ours: only the URLs in it.
        case urls
    }

    /// Words of this length and mixture are secrets, whatever is in front of them; a name is no longer.
    private static let longWord = 40
    private static let maxName = 128
    /// A value of more bytes is taken out whatever it is; shorter ones may be looked at again, from the beginning of each.
    private static let longValue = 512

    private let text: DecodedText
    private let scope: Scope
    private var position = 0
    private var result: [UInt8] = []
    /// What is before is in the result.
    private var kept = 0
    /// The end of the word that is known not to be a secret by its length.
    private var wordEnd = 0
    private var isInURL = false
    /// An element with the name of a secret, until its attributes are read.
    private var element: (end: Int, kind: SecretName.Kind, name: String, start: Int)?
    /// Whether the line has said who logs in, as `-u me` does.
    private var namesUser = false
    /// What was taken out behind a name.
    private(set) var secrets: [String] = []

    init(_ text: String, scope: Scope = .text) {
        self.text = DecodedText(text)
        self.scope = scope
    }

    mutating func redacted() -> String {
        while position < text.count {
            if let element, position >= element.end {
                self.element = nil
                if position == element.end { hideValue(of: element.kind, named: element.name, from: element.start) }
                if position > element.end { continue }
            }
            if position >= wordEnd, text[position].isWord, hidesLongWord() { continue }
            guard text[position].isName else {
                if beginsAuthority { hideUser() } else { pass() }
                continue
            }
            let start = position
            let isParameter = beginsParameter
            skip { $0.isName || isParameter && "[].".utf8.contains($0) }
            guard position - start <= Self.maxName, scope != .urls || isParameter && isInURL else { continue }
            let isOption = text[start] == UInt8(ascii: "-") || text[start] == UInt8(ascii: "s")
            guard isParameter || isOption || SecretName.mayEnd(in: text[position - 2], text[position - 1]) else {
                continue
            }
            let name = text.text(of: start..<position)
            if scope != .urls, isLogin(name, from: start) { continue }
            if let kind = SecretName.kind(of: name, isParameter: isParameter && text[position] == UInt8(ascii: "=")) {
                hideValue(of: kind, named: name, from: start)
            }
        }
        result += text.original(of: kept..<text.count)
        return String(decoding: result, as: UTF8.self)
    }

    // MARK: - Moving on

    private mutating func pass() {
        let byte = text[position]
        if byte == UInt8(ascii: "\n") { namesUser = false }
        if isInURL, byte <= 0x20 || (scope == .text ? "\"<>'`)}," : "\"<>").utf8.contains(byte) { isInURL = false }
        position += 1
    }

    private var beginsParameter: Bool {
        switch text[position - 1] {
        case UInt8(ascii: "?"), UInt8(ascii: "&"): true
        case UInt8(ascii: ";"), UInt8(ascii: "#"): isInURL
        default: false
        }
    }

    private mutating func skip(while belongs: (UInt8) -> Bool) {
        while position < text.count, belongs(text[position]) { pass() }
    }

    /// Puts a digest in the place of what is there, unless there is one, and goes on behind it.
    private mutating func hide(upTo end: Int, isNamed: Bool = true) {
        defer { position = end }
        let secret = text.text(of: position..<end)
        guard !secret.isEmpty, !Redactor.isDigest(secret) else { return }
        if isNamed { secrets.append(secret) }
        result += text.original(of: kept..<position) + Array(Redactor.digest(of: secret).utf8)
        kept = end
    }

    private func end(from start: Int, while belongs: (Int) -> Bool) -> Int {
        var end = start
        while end < text.count, belongs(end) { end += 1 }
        return end
    }
}

// MARK: - Without names

extension TextRedactor {
    private mutating func hidesLongWord() -> Bool {
        // A JSON Web Token has three parts.
        let isWebToken = text.bytes[position...].starts(with: "eyJ".utf8)
        let letters = end(from: position) { text[$0].isWord || isWebToken && text[$0] == UInt8(ascii: ".") }
        wordEnd = end(from: letters) { text[$0] == UInt8(ascii: "=") }
        let word = text.bytes[position..<wordEnd]
        guard scope == .text && !isInURL || isWebToken && word.contains(UInt8(ascii: ".")), word.count >= Self.longWord,
            word.contains(where: \.isDigit), word.contains(where: \.isLetter),
            // Paths and the names of cases are of many words; Base64 has one of these signs in 64 letters.
            word.count(where: { $0 == UInt8(ascii: "/") }) * 16 <= word.count,
            word.count(where: { $0 == UInt8(ascii: "-") }) * 8 <= word.count
        else { return false }
        hide(upTo: wordEnd, isNamed: false)
        return true
    }

    private var beginsAuthority: Bool {
        text[position] == UInt8(ascii: ":") && text[position + 1] == UInt8(ascii: "/")
            && text[position + 2] == UInt8(ascii: "/")
    }

    /// What is before the last `@` of an authority; a password may have signs in it that end a URL elsewhere.
    private mutating func hideUser() {
        isInURL = true
        position += 3
        let depth = text.depth(at: position - 1)
        let authority = end(from: position) { place in
            text.depth(at: place) > depth || text[place] > 0x20 && !"/?#\"<>".utf8.contains(text[place])
        }
        let at = text.bytes[position..<authority].lastIndex(of: UInt8(ascii: "@"))
        guard let at, text.depth(at: at) <= depth else { return }
        let user = position..<at
        if let colon = text.bytes[user].firstIndex(of: UInt8(ascii: ":")), !Redactor.isDigest(text.text(of: user)) {
            secrets.append(text.text(of: colon + 1..<at))
        }
        hide(upTo: at)
    }
}

// MARK: - Behind names

extension TextRedactor {
    /// What is between a name and its value.
    private struct Joint {
        /// Without blanks.
        var signs: [UInt8] = []
        /// Whether words that only lead to a value are in it, as in `name="password" value="..."`.
        var hasWords = false
        /// Whether a value may follow: not in another member, and not on another line of prose.
        var leads = true
        var isTight = true

        func has(_ some: String) -> Bool { signs.contains { some.utf8.contains($0) } }
    }

    /// Words that lead from a name to its value, in documents, in what languages print, and in prose.
    private static let leading: Set<String> = ["value", "string", "cdata", "optional", "some", "b", "is", "was"]
    /// What options and members have that are no secrets themselves.
    private static let literals: Set<String> = ["true", "false", "null", "none", "undefined"]

    private mutating func takeJoint(from start: Int) -> Joint {
        var joint = Joint()
        while position < text.count {
            let byte = text[position]
            if byte.isJoint && !beginsAuthority || byte == UInt8(ascii: "-") && text[position + 1] == UInt8(ascii: ">")
            {
                if byte <= 0x20 { joint.isTight = false } else { joint.signs.append(byte) }
                if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                    joint.leads = joint.leads && joint.has("=:\">")
                }
                if ",;{}<!)".utf8.contains(byte) { joint.leads = false }
                pass()
                // The end of another element, as in `<key>password</key><string>...`.
                if byte == UInt8(ascii: "<"), text[position] == UInt8(ascii: "/") {
                    skip { $0.isName || $0 == UInt8(ascii: "/") }
                }
                continue
            }
            let word = position..<end(from: position) { $0 - position < 9 && text[$0].isName }
            guard position > start, !joint.signs.isEmpty || !joint.isTight, !word.isEmpty,
                Self.leading.contains(text.text(of: word).lowercased())
            else { break }
            position = word.upperBound
            (joint.hasWords, joint.leads) = (true, true)
        }
        return joint
    }

    /// What comes after a name, if something shows that it is the value of it.
    private mutating func hideValue(of kind: SecretName.Kind, named name: String, from start: Int) {
        let nameEnd = position
        if text[start - 1] == UInt8(ascii: "<"), text[position] <= 0x20 {
            let close = end(from: position) { $0 - position < 256 && !"<>\n".utf8.contains(text[$0]) }
            if text[close] == UInt8(ascii: ">") {
                element = (close, kind, name, start)
                return
            }
        }
        var joint = takeJoint(from: start)
        guard position > nameEnd || kind == .option else { return }
        // A pair, the first of which is a name, as in `('password', '...')`.
        if text[start - 2] == UInt8(ascii: "("), joint.signs == Array("','".utf8) || joint.signs == Array("\",\"".utf8)
        {
            joint = Joint(signs: Array(":\"".utf8))
        }
        guard joint.leads, position < text.count else { return }
        var mark = position - 1
        let isProof = kind == .header && joint.has("=:")
        if isProof, name.utf8.last != UInt8(ascii: "e") { skipScheme() }
        // Of cookies there may be several, each with a name of its own, and proofs have several parts.
        let isLine = isProof && joint.has(":")
        // A header may be in quotes as a whole.
        if isLine, !text[mark].isQuote, text[start - 1].isQuote { mark = start - 1 }
        let isQuoted = mark != nameEnd && text[mark].isQuote && (isLine || joint.has("=:(["))
        let value =
            position..<end(from: position) { place in
                // What is encoded once more than what is around the value is in it.
                let isInside = text.depth(at: place) > text.depth(at: mark)
                let byte = text[place]
                if kind == .parameter, scope == .value {
                    return isInside || byte > 0x20 && !"&;#\"<>".utf8.contains(byte)
                }
                if byte < 0x20 { return isInside && isQuoted && !isLine }
                if isInside || isQuoted { return isInside || byte != text[mark] }
                return isLine || byte.isValue && !(isInURL && byte == UInt8(ascii: "#"))
            }
        guard value.count > Self.longValue || isSecret(text.bytes[value], of: kind, named: name, joint) else { return }
        hide(upTo: value.upperBound)
    }

    /// The word before a proof, such as `Bearer `, which is no secret; there may be one word alone.
    private mutating func skipScheme() {
        let word = end(from: position) { text[$0].isLetter }
        let proof = end(from: word) { text[$0] == UInt8(ascii: " ") }
        if word > position, proof > word, text[proof] > 0x20 { position = proof }
    }

    /// Words of prose, as in `token: expired`, are no secrets.
    private func isSecret(
        _ value: ArraySlice<UInt8>, of kind: SecretName.Kind, named name: String, _ joint: Joint
    ) -> Bool {
        let text = String(decoding: value, as: UTF8.self)
        guard !Redactor.isDigest(text) else { return true }
        if kind == .parameter, scope == .value, !value.isEmpty { return true }
        guard value.count >= 4, !Self.literals.contains(text.lowercased()) else { return false }
        let hasLetters = value.contains(where: \.isLetter)
        let hasDigits = value.contains(where: \.isDigit)
        let isOption = name.hasPrefix("--") && joint.signs.isEmpty && !joint.hasWords
        let isAssigned = isOption || joint.has("=>") || joint.has(":") && joint.has("\"'")
        switch kind {
        case .parameter: return true
        case .random: return joint.has("=:\"") && SecretName.isRandom(value)
        case .option:
            // A port has no letters, a path has slashes, and a name has nothing but letters.
            let isOther = value.contains { !$0.isLetter && !"-_./:,".utf8.contains($0) }
            return hasLetters && isOther && !value.contains(UInt8(ascii: "/"))
        case .assigned:
            // Tests pass, too.
            let isMixed = hasLetters && hasDigits
            guard joint.has("="), !name.lowercased().hasSuffix("pass") else {
                return isMixed && (isAssigned || joint.isTight && joint.has(":"))
            }
            return hasDigits
        case .header: return isAssigned || joint.has(":") && (value.count >= 16 || hasDigits)
        case .secret:
            if isAssigned || name.lowercased() == "basic" && isCredentials(value) { return true }
            let isSelector = value.contains(UInt8(ascii: ":"))
            // A pair of its own, as in the id of a case: `without-token[fault=status(500)]`.
            if value.split(separator: UInt8(ascii: "=")).count > 1 { return false }
            let isDate =
                value.first?.isDigit ?? false && value.firstIndex(of: UInt8(ascii: "-")) == value.startIndex + 4
            if isDate { return false }
            let isProse = joint.signs.isEmpty && !joint.hasWords
            return isProse ? value.count >= 8 && hasLetters && hasDigits : hasDigits || value.count >= 24 && !isSelector
        }
    }

    private func isCredentials(_ value: ArraySlice<UInt8>) -> Bool {
        Base64.decode(bytes: Array(value))?.contains(UInt8(ascii: ":")) ?? false
    }
}

// MARK: - Command lines

extension TextRedactor {
    /// Whether a word is an option that says who logs in or with what; what is behind it is read.
    private mutating func isLogin(_ name: String, from start: Int) -> Bool {
        switch name {
        case "sshpass": namesUser = true
        case "-u", "--user", "--username":
            namesUser = true
            takeUser(from: start)
        case _ where name.hasPrefix("-u") && text[position] == UInt8(ascii: ":") && text[position + 1] > 0x20:
            position = start + 2
            takeUser(from: start)
        case _ where namesUser && name.lowercased().hasPrefix("-p") && SecretName.kind(of: name) == nil:
            position = start + 2
            hideValue(of: .option, named: name, from: start)
        default: return false
        }
        return true
    }

    /// The name of who logs in, and the password that may be behind it with a colon.
    private mutating func takeUser(from start: Int) {
        skip { " \t=\"'\\".utf8.contains($0) }
        let user = end(from: position) { $0 - position < 64 && (text[$0].isName || ".@+".utf8.contains(text[$0])) }
        guard user > position, text[user] == UInt8(ascii: ":") else { return }
        position = user
        hideValue(of: .option, named: "-p", from: start)
    }
}

extension UInt8 {
    fileprivate var isName: Bool { isLetter || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }

    /// Base64 of both alphabets, hexadecimal digits, and names.
    fileprivate var isWord: Bool { isName || self == UInt8(ascii: "/") || self == UInt8(ascii: "+") }

    fileprivate var isQuote: Bool { "\"'`".utf8.contains(self) }

    /// What may be between a name and its value.
    fileprivate var isJoint: Bool { " \t\r\n=:\"'`\\>([]|,;{}<!)".utf8.contains(self) }

    /// What may be in a value without quotes.
    fileprivate var isValue: Bool { self > 0x20 && !"\"'`\\<>&,;)]}".utf8.contains(self) }
}
