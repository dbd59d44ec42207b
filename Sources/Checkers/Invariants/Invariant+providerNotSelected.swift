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
        trace.findings(from: false) { isExplained, position, event in
            if case .call(_, let message) = event {
                let cancels = message.selector == .setSelectedProvider && message["mvpdId"]?.isNull ?? false
                // The status that ends a logout may have any code.
                if cancels || message.selector == .logout { isExplained = true }
            }
            guard case .callback(let callback) = event, callback.message.selector == .setAuthenticationStatus,
                !isExplained, let code = callback.message["code"], Symbols.matches("PROVIDER_NOT_SELECTED_ERROR", code)
            else { return nil }
            return trace.finding(
                ["AE-STAT-006"], at: position,
                "PROVIDER_NOT_SELECTED_ERROR was reported although nothing was cancelled",
                expected: "that code only after setSelectedProvider: with nil")
        }
    }
}
