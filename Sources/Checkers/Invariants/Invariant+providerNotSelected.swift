import AccessEnablerAPI
import Evidence
import Specification

extension Invariant {
    /// The code of a cancellation follows from a cancellation (AE-STAT-006).
    static let providerNotSelected = Invariant(
        id: "provider-not-selected",
        title: "PROVIDER_NOT_SELECTED_ERROR is reported only after setSelectedProvider:nil",
        statements: ["AE-STAT-006"], ground: .order
    ) { trace in
        trace.parts.flatMap { positions -> [Finding] in
            // The status that ends a logout may have any code.
            var isExplained = false
            return positions.compactMap { position -> Finding? in
                switch trace.observations[position].event {
                case .call(_, let message):
                    let cancels = message.selector == .setSelectedProvider && message["mvpdId"]?.isNull ?? false
                    if cancels || message.selector == .logout { isExplained = true }
                    return nil
                case .callback(let callback):
                    guard callback.message.selector == .setAuthenticationStatus, !isExplained,
                        let code = callback.message["code"],
                        Symbols.matches("PROVIDER_NOT_SELECTED_ERROR", code)
                    else { return nil }
                    return trace.finding(
                        ["AE-STAT-006"], at: position,
                        "PROVIDER_NOT_SELECTED_ERROR was reported although nothing was cancelled",
                        expected: "that code only after setSelectedProvider: with nil")
                default:
                    return nil
                }
            }
        }
    }
}
