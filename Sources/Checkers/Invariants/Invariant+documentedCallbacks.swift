import AccessEnablerAPI
import Evidence
import Specification

extension Invariant {
    /// A callback is one of the documents', and has its parameters.
    static let documentedCallbacks = Invariant(
        id: "documented-callbacks", title: "Every callback is documented and has its documented parameters",
        statements: [
            "AE-STAT-001", "AE-TOK-001", "AE-FAIL-001", "AE-DPD-001", "AE-NAV-001", "AE-TRK-001", "AE-EST-001",
        ]
    ) { trace in
        trace.callbacks.flatMap { position, event in
            let selector = event.message.selector
            guard let callback = trace.api.callback(selector) else {
                return [
                    trace.finding(
                        [], at: position, "the callback \(selector) is in no document",
                        expected: "only callbacks of EntitlementDelegate and EntitlementStatus")
                ]
            }
            guard callback.platforms.contains(trace.header.platform), callback.versions.contains(trace.header.version)
            else {
                return [
                    trace.finding(
                        callback.cites, at: position,
                        "the callback \(selector) does not exist in version \(trace.header.version) on "
                            + trace.header.platform.rawValue,
                        expected: "\(selector) in versions \(callback.versions) only")
                ]
            }
            return ParameterRule(trace: trace, position: position, callback: callback).findings(event.message)
        }
    }
}

/// The parameters of one callback, held against its signature.
private struct ParameterRule {
    let trace: CaseTrace
    let position: Int
    let callback: APICallback

    func findings(_ message: Message) -> [Finding] {
        let missing = callback.parameters.filter { message[$0.name] == nil }.map { parameter in
            finding("has no parameter '\(parameter.name)'", parameter)
        }
        let names = callback.parameters.map(\.name)
        let unknown = message.arguments.filter { !names.contains($0.name) }.map { argument in
            trace.finding(
                callback.cites, at: position,
                "the callback \(callback.selector) has the parameter '\(argument.name)', which its signature has not",
                expected: callback.signature)
        }
        let wrong = callback.parameters.compactMap { parameter in
            message[parameter.name].flatMap { problem(of: $0, parameter) }.map { finding($0, parameter) }
        }
        return missing + unknown + wrong
    }

    private func problem(of value: Value, _ parameter: APIParameter) -> String? {
        if value.isNull {
            return parameter.isNil == .never ? "has nil for '\(parameter.name)'" : nil
        }
        guard parameter.type.admits(value) else { return "has a '\(parameter.name)' that is no \(parameter.printed)" }
        if value == .string(""), parameter.isEmpty == .never { return "has an empty '\(parameter.name)'" }
        if let element = parameter.element, let items = value.arrayValue,
            !items.allSatisfy({ element.admits($0) })
        {
            return "has a '\(parameter.name)' whose items are not all of the kind \(element.rawValue)"
        }
        if !parameter.values.isEmpty, let text = value.stringValue, !parameter.values.contains(text) {
            return "has a '\(parameter.name)' that is none of \(parameter.values.joined(separator: ", "))"
        }
        return nil
    }

    private func finding(_ problem: String, _ parameter: APIParameter) -> Finding {
        trace.finding(
            callback.cites, at: position, "the callback \(callback.selector) \(problem)",
            expected: "'\(parameter.name)' as in \(callback.signature)")
    }
}
