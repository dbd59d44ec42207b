import Evidence

/// Which backend the implementation is to talk to.
enum BackendChoice: Sendable, Hashable {
    /// The simulator, in this process.
    case embedded
    /// Service providers somewhere else, by their addresses.
    case elsewhere([String])
}

extension BackendChoice {
    /// As it was asked for, and as the trace says it: not who logs in there.
    var text: String {
        switch self {
        case .embedded: RunHeader.embedded
        case .elsewhere(let urls): urls.map(Redactor.redacted(urlsIn:)).joined(separator: ",")
        }
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

extension BackendChoice: ArgumentValue {
    init(argument: String) throws(InvalidValue) {
        guard argument != "embedded" else {
            self = .embedded
            return
        }
        let urls = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        for url in urls where !url.hasPrefix("http://") && !url.hasPrefix("https://") {
            throw InvalidValue(
                message: "expected 'embedded' or URLs with commas between, found '\(Redactor.redacted(urlsIn: url))'")
        }
        self = .elsewhere(urls)
    }
}
