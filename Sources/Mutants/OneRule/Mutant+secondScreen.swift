internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping

/// Wrong ways with the second screen of tvOS.
extension Mutant {
    static let secondScreen: [Mutant] = [
        .mutant("does-not-poll", "never looks whether the user has logged in on the other screen", ["AE-TV-002"]) {
            _, mutation in
            mutation.onRequest("/adobe-services/session") { _ in nil }
        },
        .onCallback(
            "second-screen-has-no-end", "does not report the login on the other screen", ["AE-TV-004"],
            .setAuthenticationStatus
        ) { stage, callback in stage.lastCall == .setSelectedProvider && callback["status"] == 1 ? [] : [callback] },
        .onCallback(
            "no-code-is-silent", "does not report the code for the other screen", ["AE-TV-001", "AE-TV-007"], .status
        ) { _, callback in callback.statusID == "REGCODE" ? [] : [callback] },
        .onCallback(
            "code-under-another-id", "reports the code for the other screen as SEC200", ["AE-TV-007"], .status
        ) { _, callback in
            [callback.statusID == "REGCODE" ? callback.changingStatus { $0["errorId"] = "SEC200" } : callback]
        },
    ]
}
