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
        .mutant("second-screen-has-no-end", "does not report the login on the other screen", ["AE-TV-004"]) {
            stage, mutation in
            mutation.onCallback(.setAuthenticationStatus) { callback in
                stage.lastCall == .setSelectedProvider && callback["status"] == 1 ? [] : [callback]
            }
        },
        .mutant("no-code-is-silent", "does not report the code for the other screen", ["AE-TV-001", "AE-TV-007"]) {
            _, mutation in
            mutation.onCallback(.status) { callback in
                callback["statusDictionary"]?.objectValue?["errorId"] == "REGCODE" ? [] : [callback]
            }
        },
        .mutant("code-under-another-id", "reports the code for the other screen as SEC200", ["AE-TV-007"]) {
            _, mutation in
            mutation.onCallback(.status) { callback in
                var members = callback["statusDictionary"]?.objectValue ?? [:]
                guard members["errorId"] == "REGCODE" else { return [callback] }
                members["errorId"] = "SEC200"
                return [callback.with("statusDictionary", .object(members))]
            }
        },
    ]
}
