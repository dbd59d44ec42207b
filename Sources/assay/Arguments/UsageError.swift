/// Arguments that the user has to correct.
enum UsageError: Error, Hashable {
    case unknownOption(String, suggestion: String?)
    case missingValue(String)
    case unexpectedValue(option: String, value: String)
    case invalidValue(String, InvalidValue)
    case unexpectedArgument(String, hint: String)
    case missing(String)
    case repeated(String)
    case unknownCommand(String, suggestion: String?)
    case missingCommand
    /// The arguments are well formed, but do not go together or name what is not there.
    case impossible(String)
}

/// Why a text is no value of an argument, in words that follow the argument's name.
struct InvalidValue: Error, Hashable, Sendable, CustomStringConvertible {
    var message: String
    var description: String { message }
}

extension UsageError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknownOption(let name, let suggestion): "unknown option '\(name)'" + Self.hint(suggestion)
        case .missingValue(let synopsis): "missing value for '\(synopsis)'"
        case .unexpectedValue(let option, let value): "'\(option)' takes no value, but was given '\(value)'"
        case .invalidValue(let synopsis, let problem): "'\(synopsis)': \(problem.message)"
        case .unexpectedArgument(let text, let hint): "unexpected argument '\(text)'\(hint)"
        case .missing(let synopsis): "missing '\(synopsis)'"
        case .repeated(let name): "'\(name)' is given twice"
        case .unknownCommand(let name, let suggestion): "unknown command '\(name)'" + Self.hint(suggestion)
        case .missingCommand: "missing command"
        case .impossible(let message): message
        }
    }

    private static func hint(_ suggestion: String?) -> String {
        suggestion.map { "; did you mean '\($0)'?" } ?? ""
    }
}
