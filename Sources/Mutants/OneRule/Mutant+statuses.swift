internal import AccessEnablerAPI
internal import PortWrapping

/// Wrong statuses and codes.
extension Mutant {
    static let statuses: [Mutant] = [
        .mutant("success-has-a-code", "reports SUCCESS with a code", ["AE-STAT-004"]) { _, mutation in
            mutation.onCallback(.setAuthenticationStatus) {
                $0["status"] == 1 ? [$0.with("code", "User Authenticated")] : [$0]
            }
        },
        .mutant("success-is-two", "reports SUCCESS as 2", ["AE-STAT-002", "AE-STAT-003"]) { _, mutation in
            mutation.onCallback(.setAuthenticationStatus) { $0["status"] == 1 ? [$0.with("status", 2)] : [$0] }
        },
        .mutant("error-is-minus-one", "reports ERROR as -1", ["AE-STAT-002", "AE-STAT-003"]) { _, mutation in
            mutation.onCallback(.setAuthenticationStatus) { $0["status"] == 0 ? [$0.with("status", -1)] : [$0] }
        },
        .mutant("code-is-nil", "reports no code at all", ["AE-STAT-001"]) { _, mutation in
            mutation.onCallback(.setAuthenticationStatus) { [$0.with("code", .null)] }
        },
        .mutant("invented-code", "reports failures with a code that does not exist", ["AE-STAT-005", "AE-STAT-010"]) {
            _, mutation in
            mutation.onCallback(.setAuthenticationStatus) {
                $0["status"] == 0 ? [$0.with("code", "Something Went Wrong")] : [$0]
            }
        },
        .mutant("error-without-a-code", "reports failures without a code", ["AE-STAT-005", "AE-URL-004"]) {
            _, mutation in
            mutation.onCallback(.setAuthenticationStatus) { $0["status"] == 0 ? [$0.with("code", "")] : [$0] }
        },
        .mutant(
            "not-selected-without-cancel", "reports PROVIDER_NOT_SELECTED although nobody cancelled",
            ["AE-STAT-006", "AE-CHKN-004"]
        ) { _, mutation in
            mutation.onCallback(.setAuthenticationStatus) { callback in
                callback.isStatus(.userNotAuthenticated)
                    ? [callback.with("code", "Provider Not Selected Error")] : [callback]
            }
        },
    ]
}
