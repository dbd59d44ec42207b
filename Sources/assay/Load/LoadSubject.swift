import Documents
import Evidence
import Load

/// What is put under load.
enum LoadSubject: Sendable {
    case implementation(ImplementationChoice)
    /// A fan-out without an implementation.
    case baseline

    var text: String {
        switch self {
        case .implementation(let choice): choice.text
        case .baseline: "baseline"
        }
    }

    var choice: ImplementationChoice? { if case .implementation(let choice) = self { choice } else { nil } }
    /// Whether it has no process of its own.
    var isInProcess: Bool {
        switch choice {
        case .program, .listener: false
        default: true
        }
    }

    var isBaseline: Bool { if case .baseline = self { true } else { false } }

    var folderName: String {
        switch self {
        case .implementation(let choice): choice.folderName
        case .baseline: "baseline"
        }
    }
}

extension LoadSubject: ArgumentValue {
    init(argument: String) throws(InvalidValue) {
        guard argument != "null" else { throw InvalidValue(message: "'null' is 'baseline' now") }
        self = argument == "baseline" ? .baseline : .implementation(try ImplementationChoice(argument: argument))
    }
}

/// How the implementations that are linked into this program send their requests.
enum LoadTransport: String, ArgumentWord {
    /// Over plain connections of the generator's own, where a request needs nothing more.
    case direct
    case libcurl
}

/// Where the service providers of a load run are.
enum LoadBackendChoice: Sendable, Hashable {
    /// The simulator, in a process of its own, so that what it costs is not the generator's.
    case process
    /// The simulator, in this process.
    case embedded
    /// Somewhere else, by their addresses.
    case elsewhere([String])
    /// The same, with gates of the run's own before them.
    case gate(BackendChoice.GateSource)

    /// Whether the service providers are the simulator, wherever it runs.
    var isSimulated: Bool { self == .process || self == .embedded }

    var urls: [String]? {
        if case .elsewhere(let urls) = self { urls } else { nil }
    }

    /// As the trace says it: a simulator is one wherever it runs.
    var text: String {
        switch self {
        case .process, .embedded: RunHeader.embedded
        case .elsewhere(let urls): urls.joined(separator: ",")
        case .gate(let source): BackendChoice.gate(source).text
        }
    }

    /// Where they are, in words.
    var words: String {
        switch self {
        case .process: "a process of its own"
        case .embedded: "in the generator's process"
        case .elsewhere, .gate: text
        }
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

extension LoadBackendChoice: ArgumentValue {
    init(argument: String) throws(InvalidValue) {
        switch argument {
        case "process": self = .process
        case "embedded": self = .embedded
        case _ where argument.hasPrefix(RunHeader.gate):
            guard case .gate(let source) = try BackendChoice(argument: argument) else {
                preconditionFailure("'\(argument)' begins as a gate does")
            }
            self = .gate(source)
        default:
            let urls = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            for url in urls where !url.hasPrefix("http://") && !url.hasPrefix("https://") {
                throw InvalidValue(
                    message: "expected process, embedded, URLs with commas between or gate:…, found '\(url)'"
                        + suggestion(for: url, among: ["process", "embedded"]))
            }
            self = .elsewhere(urls)
        }
    }
}

/// So many events a second: `100/s`, `30/m`.
struct Rate: ArgumentValue, Hashable {
    var perSecond: Double
    /// As it was given.
    var text: String

    init(argument: String) throws(InvalidValue) {
        guard let rate = LoadProfile.rate(argument), rate > 0 else {
            throw InvalidValue(message: "expected a rate such as 100/s, found '\(argument)'")
        }
        perSecond = rate
        text = argument
    }
}

/// How many iterations a run has; as many as a profile may ask for.
struct IterationCount: ArgumentValue, Hashable {
    var number: Int

    init(argument: String) throws(InvalidValue) {
        guard let number = Int(argument), (1...1_000_000_000).contains(number) else {
            throw InvalidValue(message: "expected a number from 1 to 1000000000, found '\(argument)'")
        }
        self.number = number
    }
}
