import AccessEnablerAPI
import Evidence
import Specification

extension Invariant {
    /// A status report has what every report has.
    static let statusReports = Invariant(
        id: "status-reports", title: "Every report through status: has an error id and a level",
        statements: ["AE-EST-002", "AE-EST-003"]
    ) { trace in
        trace.callbacks.compactMap { position, event in
            guard event.message.selector == .status,
                let report = event.message["statusDictionary"]?.objectValue
            else { return nil }
            for key in trace.api.statusKeys {
                guard let value = report[key.name], !value.isNull else {
                    guard key.isRequired else { continue }
                    return trace.finding(
                        key.cites, at: position, "the report has no \(key.name)",
                        expected: "\(key.name) in every report")
                }
                guard key.type.admits(value) else {
                    return trace.finding(
                        key.cites, at: position, "the report's \(key.name) has the wrong type",
                        expected: "\(key.name) of the kind \(key.type.rawValue)")
                }
            }
            guard let level = report["level"]?.stringValue, !trace.api.levels.contains(where: { $0.matches(level) })
            else {
                return nil
            }
            return trace.finding(
                ["AE-EST-003"], at: position, "'\(level)' is no level of a report",
                expected: trace.api.levels.map(\.name).joined(separator: ", "))
        }
    }
}
