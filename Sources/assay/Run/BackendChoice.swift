import Documents
import Evidence

enum BackendChoice: Sendable, Hashable {
    /// The simulator, in this process.
    case embedded
    /// Service providers somewhere else, by their addresses.
    case elsewhere([String])
    /// The same, with gates of the suite's own before them.
    case gate(GateSource)

    enum GateSource: Sendable, Hashable {
        case urls([String])
        /// A site file, by its path.
        case file(String)
    }
}

extension BackendChoice {
    /// As it was asked for, and as the trace says it: not who logs in there.
    var text: String {
        switch self {
        case .embedded: RunHeader.embedded
        case .elsewhere(let urls): Self.text(urls)
        case .gate(.urls(let urls)): RunHeader.gate + Self.text(urls)
        case .gate(.file(let path)): RunHeader.gate + path
        }
    }

    private static func text(_ urls: [String]) -> String {
        urls.map(Redactor.redacted(urlsIn:)).joined(separator: ",")
    }

    /// What of a URL comes after the authority; nil where that is nothing, or a slash alone.
    static func path(of url: String) -> String? {
        let url = Redactor.redacted(urlsIn: url)
        let rest = url.firstRange(of: "://").map { url[$0.upperBound...].drop { !"/?#".contains($0) } } ?? ""
        return rest.isEmpty || rest == "/" ? nil : String(rest)
    }

    /// Whether a URL leads to this machine, whatever it is called.
    static func isLoopback(_ url: String) -> Bool {
        guard let start = url.firstRange(of: "://")?.upperBound else { return false }
        let authority = url[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !authority.contains("@") else { return false }
        let host = authority.hasPrefix("[") ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return host == "localhost" || host == "[::1]"
            || numbers.count == 4 && numbers.allSatisfy { $0 != nil } && numbers[0] == 127
    }
}

/// What a name of the cases stands for, at service providers that are not simulated: `A=Cablevision`.
struct Binding: ArgumentValue, Hashable {
    var name: String
    var value: String

    init(argument: String) throws(InvalidValue) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
            throw InvalidValue(message: "expected NAME=VALUE, found '\(argument)'")
        }
        name = parts[0]
        value = parts[1]
    }
}

extension [Binding] {
    /// What was given to keep to ourselves.
    var secrets: [String] { filter { SecretName.isSecret($0.name) || $0.name.hasPrefix("signed-") }.map(\.value) }
}

extension BackendChoice: ArgumentValue {
    init(argument: String) throws(InvalidValue) { self = try BackendChoice(argument: argument, orWord: nil) }

    /// - Parameter other: another word that is taken in its place, and is named to whoever gives none of them.
    init(argument: String, orWord other: String?) throws(InvalidValue) {
        let words = [other, "embedded"].compactMap(\.self)
        guard argument != "embedded" else {
            self = .embedded
            return
        }
        guard argument.hasPrefix(RunHeader.gate) else {
            self = .elsewhere(try Self.urls(argument, orWords: words))
            return
        }
        let behind = String(argument.dropFirst(RunHeader.gate.count))
        guard !behind.isEmpty else {
            throw InvalidValue(message: "expected URLs or a site file after '\(RunHeader.gate)'")
        }
        guard behind.contains("://") else {
            self = .gate(.file(behind))
            return
        }
        let urls = try Self.urls(behind, orWords: words)
        if let path = urls.lazy.compactMap(Self.path).first {
            throw InvalidValue(
                message: "the address of a provider behind a gate has no path, and this one has '\(path)'")
        }
        self = .gate(.urls(urls))
    }

    private static func urls(_ text: String, orWords words: [String]) throws(InvalidValue) -> [String] {
        let urls = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        for url in urls where !url.hasPrefix("http://") && !url.hasPrefix("https://") {
            throw InvalidValue(
                message: "expected \(words.map { "'\($0)'" }.joined(separator: ", ")), URLs with commas between or "
                    + "gate:…, found '\(Redactor.redacted(urlsIn: url))'" + suggestion(for: url, among: words))
        }
        return urls
    }
}
