import Documents
import ServiceProtocol

/// What is arranged for one provider, or one kind of its calls: `sp2=20ms`, `sp2/session=20ms`, `all/session=20ms`.
struct EndpointRule<Value: RuleValue>: ArgumentValue {
    /// Nil: all.
    var provider: String?
    /// Nil: all calls of the services.
    var purpose: Purpose?
    var value: Value

    init(argument: String) throws(InvalidValue) {
        guard let sign = argument.firstIndex(of: "=") else {
            throw InvalidValue(message: "expected provider=\(Value.form), found '\(argument)'")
        }
        let target = argument[..<sign].split(separator: "/", maxSplits: 1).map(String.init)
        guard let name = target.first else { throw InvalidValue(message: "'\(argument)' names no provider") }
        provider = name == "all" ? nil : name
        if target.count == 2 {
            let purposes = Purpose.allCases.map(\.rawValue)
            guard let purpose = Purpose(rawValue: target[1]) else {
                throw InvalidValue(
                    message: "unknown purpose '\(target[1])'" + suggestion(for: target[1], among: purposes))
            }
            self.purpose = purpose
        }
        value = try Value(rule: String(argument[argument.index(after: sign)...]))
    }
}

/// What an ``EndpointRule`` arranges.
protocol RuleValue: Sendable {
    static var form: String { get }
    init(rule text: String) throws(InvalidValue)
}

extension Latency: RuleValue {
    static let form = "20ms or uniform(20ms,80ms)"

    init(rule text: String) throws(InvalidValue) {
        guard let latency = Latency(text) else {
            throw InvalidValue(message: Latency.problem(of: text) ?? "'\(text)' is no latency")
        }
        self = latency
    }
}

/// A fault, and the share of requests that meet it: `status(503)@0.1`.
struct FaultRule: RuleValue {
    var fault: Fault
    var chance = 1.0

    static let form = "status(503)@0.1"

    init(rule text: String) throws(InvalidValue) {
        let parts = text.split(separator: "@", maxSplits: 1).map(String.init)
        guard let name = parts.first, let fault = Fault(name) else {
            throw InvalidValue(message: Fault.problem(of: parts.first ?? "") ?? "'\(text)' is no fault")
        }
        self.fault = fault
        if parts.count == 2 {
            guard let chance = Double(parts[1]), (0...1).contains(chance) else {
                throw InvalidValue(message: "expected a share from 0 to 1 behind the @, found '\(parts[1])'")
            }
            self.chance = chance
        }
    }
}
