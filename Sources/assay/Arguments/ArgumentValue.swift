import AccessEnablerAPI
import Documents
import Evidence
import Reports

protocol ArgumentValue: Sendable {
    init(argument: String) throws(InvalidValue)
}

/// What the text of an argument is read as; what is wrong with it is a mistake in the argument.
func reading<Value>(_ read: () throws -> Value) throws(InvalidValue) -> Value {
    do { return try read() } catch { throw InvalidValue(message: "\(error)") }
}

extension String: ArgumentValue {
    init(argument: String) throws(InvalidValue) {
        guard !argument.isEmpty else { throw InvalidValue(message: "expected a text that is not empty") }
        self = argument
    }
}

extension Int: ArgumentValue {
    init(argument: String) throws(InvalidValue) {
        guard let number = Int(argument) else {
            throw InvalidValue(message: "expected a number, found '\(argument)'")
        }
        self = number
    }
}

extension UInt64: ArgumentValue {
    init(argument: String) throws(InvalidValue) {
        guard let number = UInt64(argument) else {
            throw InvalidValue(message: "expected a number that is not negative, found '\(argument)'")
        }
        self = number
    }
}

extension Optional: ArgumentValue where Wrapped: ArgumentValue {
    init(argument: String) throws(InvalidValue) {
        self = .some(try Wrapped(argument: argument))
    }
}

extension Duration: ArgumentValue {
    init(argument: String) throws(InvalidValue) {
        self = try reading { try DurationText.parse(argument) }
    }
}

extension SDKVersion: ArgumentValue {
    init(argument: String) throws(InvalidValue) {
        guard let version = SDKVersion(argument) else {
            throw InvalidValue(message: "expected a version such as 3.9.2, found '\(argument)'")
        }
        self = version
    }
}

protocol ArgumentWord: ArgumentValue, CaseIterable, RawRepresentable<String> {}

extension ArgumentWord {
    init(argument: String) throws(InvalidValue) {
        guard let value = Self(rawValue: argument) else {
            let words = Self.allCases.map(\.rawValue)
            let hint = suggestion(for: argument, among: words)
            throw InvalidValue(
                message: "unknown value '\(argument)'"
                    + (hint.isEmpty ? "; expected \(words.joined(separator: ", "))" : hint))
        }
        self = value
    }
}

extension Platform: ArgumentWord {}
extension Wire: ArgumentWord {}
extension ProfileChoice: ArgumentWord {}
extension Shown: ArgumentWord {}

enum ColorChoice: String, ArgumentWord {
    /// On a terminal, unless the environment has NO_COLOR.
    case auto
    case always
    case never
}

/// A number of which there must be at least one.
struct Count: ArgumentValue, Hashable {
    var value: Int

    init(_ value: Int) {
        self.value = value
    }

    init(argument: String) throws(InvalidValue) {
        guard let number = Int(argument), (1...100_000).contains(number) else {
            throw InvalidValue(message: "expected a number from 1 to 100000, found '\(argument)'")
        }
        value = number
    }
}

struct PortNumber: ArgumentValue, Hashable {
    var value: UInt16

    init(argument: String) throws(InvalidValue) {
        guard let number = UInt16(argument), number > 0 else {
            throw InvalidValue(message: "expected a port from 1 to 65535, found '\(argument)'")
        }
        value = number
    }
}
