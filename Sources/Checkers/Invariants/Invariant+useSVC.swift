import AccessEnablerAPI
import Evidence

extension Invariant {
    /// The flag says what the callback's being called says already (AE-NAV-007).
    static let useSVC = Invariant(
        id: "use-svc", title: "useSVC is YES whenever navigateToUrl:useSVC: is called", statements: ["AE-NAV-007"]
    ) { trace in
        trace.callbacks.compactMap { position, event in
            guard event.message.selector == .navigateToUrlUseSVC, event.message["useSVC"]?.boolValue == false else {
                return nil
            }
            return trace.finding(
                ["AE-NAV-007"], at: position, "navigateToUrl:useSVC: was called with useSVC NO", expected: "useSVC YES")
        }
    }
}
