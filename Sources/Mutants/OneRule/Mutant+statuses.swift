internal import AccessEnablerAPI
internal import PortWrapping

/// Wrong statuses and codes.
extension Mutant {
    static let statuses: [Mutant] = [
        .onCallback(
            "success-has-a-code", "reports SUCCESS with a code", ["AE-STAT-004"], .setAuthenticationStatus
        ) { _, callback in callback["status"] == 1 ? [callback.with("code", "User Authenticated")] : [callback] },
        .onCallback(
            "success-is-two", "reports SUCCESS as 2", ["AE-STAT-002", "AE-STAT-003"], .setAuthenticationStatus
        ) { _, callback in callback["status"] == 1 ? [callback.with("status", 2)] : [callback] },
        .onCallback(
            "error-is-minus-one", "reports ERROR as -1", ["AE-STAT-002", "AE-STAT-003"], .setAuthenticationStatus
        ) { _, callback in callback["status"] == 0 ? [callback.with("status", -1)] : [callback] },
        .onCallback("code-is-nil", "reports no code at all", ["AE-STAT-001"], .setAuthenticationStatus) { _, callback in
            [callback.with("code", .null)]
        },
        .onCallback(
            "invented-code", "reports failures with a code that does not exist", ["AE-STAT-005", "AE-STAT-010"],
            .setAuthenticationStatus
        ) { _, callback in callback["status"] == 0 ? [callback.with("code", "Something Went Wrong")] : [callback] },
        .onCallback(
            "error-without-a-code", "reports failures without a code", ["AE-STAT-005", "AE-URL-004"],
            .setAuthenticationStatus
        ) { _, callback in callback["status"] == 0 ? [callback.with("code", "")] : [callback] },
        .onCallback(
            "not-selected-without-cancel", "reports PROVIDER_NOT_SELECTED although nobody cancelled",
            ["AE-STAT-006", "AE-CHKN-004"], .setAuthenticationStatus
        ) { _, callback in
            callback.isStatus(.userNotAuthenticated)
                ? [callback.with("code", "Provider Not Selected Error")] : [callback]
        },
    ]
}
