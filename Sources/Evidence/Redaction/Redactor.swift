internal import AccessEnablerAPI
internal import Cryptography
internal import Encodings
internal import Synchronization

/// Takes the secrets out of everything that is observed, at the one place where it is recorded.
///
/// A secret is known by its value, where it was given, issued or seen before in the run, and by what is around it: the
/// name of a field, the look of a token. Each becomes `sha256:` and the first twelve digits of its hash, so that it can
/// still be told whether two are the same; a token keeps the name of its kind. What is redacted stays as it is when it is
/// redacted again. Safe from any thread.
package final class Redactor: Sendable {
    private let values = Mutex(SecretValues())

    /// - Parameter secrets: what was given, such as the bindings of a command line.
    package init(secrets: [String] = []) {
        values.withLock { values in
            for secret in secrets { values.give(secret) }
        }
    }

    /// From now on these are taken out wherever they turn up; what is too short to be told from words is not.
    package func learn(_ secrets: [String]) {
        guard !secrets.isEmpty else { return }
        values.withLock { values in
            for secret in secrets { values.learn(secret) }
        }
    }

    /// Learns what ports said, who may call anything a token: words are not believed to be secrets.
    private func learnSaid(_ secrets: [String]) {
        let secrets = secrets.filter { $0.utf8.count >= 16 || $0.utf8.count >= 8 && $0.contains { $0.isNumber } }
        guard !secrets.isEmpty else { return }
        values.withLock { values in
            for secret in secrets { values.learn(secret, isSaid: true) }
        }
    }

    package static func digest(of secret: String) -> String {
        secret.isEmpty ? secret : "sha256:" + Hex.encode(Digest.sha256(Array(secret.utf8)).prefix(6))
    }

    /// Whether a text is what we put in the place of a secret.
    static func isDigest(_ text: String) -> Bool {
        let digits = text.utf8.dropFirst(7)
        return text.hasPrefix("sha256:") && digits.count == 12
            && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// What is between secrets that are known by their values.
    private func withoutValues(_ text: String) -> String {
        values.withLock { $0.redacted(text) } ?? text
    }

    /// What was written while not all secrets were known yet; nil where there is none in it.
    ///
    /// Short ones, which may be words, stay, and so does what only a port calls a secret, which may be any text of ours.
    /// Whatever it is, JSON, XML or HTML, it stays that.
    package func redacted(written bytes: [UInt8]) -> [UInt8]? {
        values.withLock { $0.redacted(written: bytes) }
    }

    /// A text that a port, its runtime or a tool wrote, of which nothing is known.
    package func redacted(text: String) -> String {
        scanned(withoutValues(text), as: .text)
    }

    private func scanned(_ text: String, as scope: TextRedactor.Scope) -> String {
        var redactor = TextRedactor(text, scope: scope)
        let result = redactor.redacted()
        learnSaid(redactor.secrets)
        return result
    }

    package func redacted(url: String) -> String { scanned(withoutValues(url), as: .value) }

    /// Each URL in a text without who logs in there and without parameters that are secrets; all else stays.
    package static func redacted(urlsIn text: String) -> String {
        guard text.containsBytes("://") || text.containsBytes(":\\/\\/") else { return text }
        var redactor = TextRedactor(text, scope: .urls)
        return redactor.redacted()
    }

    package func redacted(_ header: RunHeader) -> RunHeader {
        var header = header
        header.portName = redacted(text: header.portName)
        header.portVersion = redacted(text: header.portVersion)
        header.implementation = redacted(text: header.implementation)
        header.backend = header.backend.split(separator: ",").map { redacted(url: String($0)) }.joined(separator: ",")
        return header
    }
}

// MARK: - Values

extension Redactor {
    func redacted(_ message: Message) -> Message {
        var message = message
        message.selector = Selector(rawValue: redacted(name: message.selector.rawValue))
        for index in message.arguments.indices {
            let argument = message.arguments[index]
            let value = redacted(argument.value, named: argument.name)
            if value != argument.value { message.arguments[index].value = value }
            message.arguments[index].name = redacted(name: argument.name)
        }
        return message
    }

    /// A port says what is called and with what; only what was given or issued is no name.
    private func redacted(name: String) -> String {
        redacted(written: Array(name.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? name
    }

    func redacted(_ value: Value, named name: String) -> Value {
        switch value {
        case .string(let text): return .string(redacted(text, named: name))
        case .bytes(let bytes):
            let text = String(decoding: bytes, as: UTF8.self)
            let redacted = redacted(text, named: name)
            return redacted == text ? value : .bytes(Array(redacted.utf8))
        case .array(let items): return .array(items.map { redacted($0, named: name) })
        case .object(let members):
            let label = members["name"]?.stringValue ?? members["key"]?.stringValue
            var redacted: Value.Members = [:]
            for (key, value) in members {
                let value = self.redacted(value, named: Self.name(of: key, in: name, labelled: label))
                redacted[self.redacted(key, named: Self.isOpaque(key, in: name) ? name : "")] = value
            }
            return .object(redacted)
        case .reference(let name): return .reference(redacted(name: name))
        case .int(let number) where SecretName.isSecret(name): return .string(redacted("\(number)", named: name))
        case .double(let number) where SecretName.isSecret(name): return .string(redacted("\(number)", named: name))
        case .null, .bool, .int, .double: return value
        }
    }

    /// What a member's value is called: one that is only a value has the name that is beside it or around it.
    static func name(of key: String, in name: String, labelled label: String?) -> String {
        key.lowercased() == "value" ? label ?? name : key
    }

    /// Whether a key below the name of a secret may be one itself, and not the name of a part.
    static func isOpaque(_ key: String, in name: String) -> Bool {
        SecretName.isSecret(name) && key.utf8.count >= 8 && key.utf8.contains(where: \.isDigit)
    }

    /// A value that has a name; a long word that nothing shows to be a secret may be an identifier, and stays.
    func redacted(_ text: String, named name: String) -> String {
        guard text.utf8.count > 3, !Self.isRedacted(text) else { return text }
        let kind = Self.kindOfToken(text)
        if kind != nil || SecretName.isSecret(name) {
            learnSaid([text])
            return (kind ?? "") + Self.digest(of: text)
        }
        let known = withoutValues(text)
        guard known.utf8.contains(where: \.isAroundSecrets) else { return known }
        return scanned(known, as: .value)
    }

    /// Whether nothing of a value is left, as behind the kind of a token or the scheme of a header.
    private static func isRedacted(_ text: String) -> Bool {
        guard text.containsBytes("sha256:") else { return false }
        return text.split(separator: ",").allSatisfy { part in
            part.split(separator: " ").last.map { isDigest(String($0)) } ?? true
        }
    }

    /// What is said of a text that is a token: which of the three it is, if it is one of them (AE-XML-021).
    private static func kindOfToken(_ text: String) -> String? {
        guard text.utf8.count > 32 else { return nil }
        let kinds = [
            ("<simpleAuthenticationToken", "authentication-token "),
            ("<simpleAuthorizationToken", "authorization-token "),
            ("<authToken", "media-token "), ("<shortAuthorizationToken", "media-token "),
        ]
        let isEncoded = text.hasPrefix(startInBase64)
        let plain = (isEncoded ? Base64.decode(text) : nil).map { String(decoding: $0, as: UTF8.self) } ?? text
        if plain.utf8.contains(UInt8(ascii: "<")), let kind = kinds.first(where: { plain.containsBytes($0.0) }) {
            return kind.1
        }
        return looksLikeToken(text) ? "" : nil
    }

    /// Of what a session's names stand for only these are secrets; by the others sessions are told apart.
    func redacted(bindings: [String: String]) -> [String: String] {
        let isSecret = { (name: String) in
            SecretName.isSecret(name) || name.hasPrefix("signed-")
        }
        values.withLock { $0.protect(bindings.filter { !isSecret($0.key) }.values) }
        learn(bindings.filter { isSecret($0.key) }.map(\.value))
        return Dictionary(
            uniqueKeysWithValues: bindings.map { name, value in
                guard isSecret(name) else { return (name, redacted(value, named: name)) }
                return (name, Self.isDigest(value) ? value : Self.digest(of: value))
            })
    }
}

extension UInt8 {
    /// What is around secrets in a text that is not one itself: of URLs, assignments and documents, and no identifier.
    fileprivate var isAroundSecrets: Bool {
        !isLetter && !isDigit && self != UInt8(ascii: "-") && self != UInt8(ascii: "_") && self != UInt8(ascii: ".")
    }
}
