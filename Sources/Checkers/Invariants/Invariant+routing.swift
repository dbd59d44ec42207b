import Evidence

extension Invariant {
    /// All that concerns an MVPD goes to its service provider.
    static let routing = Invariant(
        id: "routing", title: "Every request for an MVPD goes to the provider it was bound to, which lists it",
        statements: ["AE-SP-007", "AE-SP-008", "AE-SP-009", "AE-SP-010"], isAboutRequests: true, ground: .order
    ) { trace in
        Routes.all(in: trace).flatMap { $0.violations(in: trace) }
    }
}
