import AccessEnablerAPI
import Evidence
import Specification

extension Invariant {
    /// A callback follows only from calls that can lead to it.
    static let triggeredCallbacks = Invariant(
        id: "triggered-callbacks", title: "Every callback can follow from a call that was made",
        statements: ["AE-DPD-004", "AE-TOK-003", "AE-FAIL-006", "AE-STAT-008", "AE-TRK-007"]
    ) { trace in
        trace.parts.flatMap { positions -> [Finding] in
            let construction = trace.api.operation("init")?.callbacks(on: trace.header.platform, trace.header.version)
            var possible = construction ?? []
            var calls: [Selector] = []
            return positions.compactMap { position -> Finding? in
                switch trace.observations[position].event {
                case .call(_, let message):
                    calls.append(message.selector)
                    possible.formUnion(
                        trace.api.callbacks(
                            after: message.selector, on: trace.header.platform, trace.header.version))
                    return nil
                case .callback(let callback):
                    let selector = callback.message.selector
                    guard !possible.contains(selector), let documented = trace.api.callback(selector) else {
                        return nil
                    }
                    let triggers = documented.triggers.all.sorted().joined(separator: ", ")
                    let made = calls.isEmpty ? "no call" : calls.map(\.rawValue).joined(separator: ", ")
                    return trace.finding(
                        statements(for: selector, documented), at: position,
                        "the callback \(selector) cannot follow from what was called (\(made))",
                        expected: "\(selector) only after \(triggers)")
                default:
                    return nil
                }
            }
        }
    }

    /// The statement that names the callback's triggers, where there is one.
    private static func statements(for selector: Selector, _ callback: APICallback) -> [String] {
        switch selector {
        case .displayProviderDialog: ["AE-DPD-004"]
        case .setToken: ["AE-TOK-003"]
        case .tokenRequestFailed: ["AE-FAIL-006"]
        case .setAuthenticationStatus: ["AE-STAT-008"]
        case .sendTrackingData: ["AE-TRK-007"]
        default: callback.cites
        }
    }
}
