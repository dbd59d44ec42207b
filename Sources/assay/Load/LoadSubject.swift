import Documents
import Evidence
import Load

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
    case of(BackendChoice)

    /// Whether the service providers are the simulator, wherever it runs.
    var isSimulated: Bool { self == .process || self == .of(.embedded) }

    /// Their addresses, where they are somewhere else without gates.
    var urls: [String]? {
        if case .of(.elsewhere(let urls)) = self { urls } else { nil }
    }

    /// As the trace says it: a simulator is one wherever it runs.
    var text: String {
        if case .of(let choice) = self { choice.text } else { BackendChoice.embedded.text }
    }

    /// Where they are, in words.
    var words: String {
        switch self {
        case .process: "a process of its own"
        case .of(.embedded): "in the generator's process"
        case .of: text
        }
    }
}

extension LoadBackendChoice: ArgumentValue {
    init(argument: String) throws(InvalidValue) {
        self = argument == "process" ? .process : .of(try BackendChoice(argument: argument, orWord: "process"))
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
