import AccessEnablerAPI
import Evidence
import Specification

extension Invariant {
    /// An MVPD object has the documented properties, with values of their kinds.
    static let mvpdObjects = Invariant(
        id: "mvpd-objects", title: "Every MVPD object has its documented properties",
        statements: ["AE-MVPD-001", "AE-MVPD-002", "AE-DPD-003"]
    ) { trace in
        trace.callbacks.flatMap { position, event -> [Finding] in
            let objects: [Value]
            switch event.message.selector {
            case .displayProviderDialog: objects = event.message["mvpds"]?.arrayValue ?? []
            case .selectedProvider: objects = [event.message["mvpd"] ?? .null].filter { !$0.isNull }
            default: objects = []
            }
            let problems = objects.flatMap { object in
                trace.api.mvpdProperties.compactMap { problem(of: $0, object, trace.header.version) }
            }
            return problems.map { problem, property in
                trace.finding(
                    property.cites, at: position, "an MVPD of \(event.message.selector) \(problem)",
                    expected: "\(property.name) of the type \(property.printed)"
                        + (property.values.isEmpty ? "" : ": \(property.values.joined(separator: ", "))"))
            }
        }
    }

    private static func problem(
        of property: APIProperty, _ object: Value, _ version: SDKVersion
    ) -> (String, APIProperty)? {
        guard property.versions.contains(version) else { return nil }
        let value = object.objectValue?[property.name] ?? .null
        if value.isNull {
            return property.isNil == .never ? ("has no \(property.name)", property) : nil
        }
        if !property.type.admits(value) { return ("has a \(property.name) of the wrong type", property) }
        if value == .string(""), property.isEmpty == .never { return ("has an empty \(property.name)", property) }
        if !property.values.isEmpty, let text = value.stringValue, !property.values.contains(text) {
            return ("has the \(property.name) '\(text)'", property)
        }
        return nil
    }
}
