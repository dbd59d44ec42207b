internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping

/// Wrong ways with handleExternalURL.
extension Mutant {
    static let completion: [Mutant] = [
        .mutant(
            "success-without-token", "reports SUCCESS without fetching the token",
            ["AE-URL-002", "AE-AUTHN-022"]
        ) { stage, mutation in
            mutation.onCall(.handleExternalURL) { call in
                guard stage.lastCall != .logout else { return [call] }
                stage.tell(.authenticationStatus(.success, .userAuthenticated))
                return []
            }
        },
        .mutant(
            "token-not-stored", "does not keep the authentication token",
            ["AE-URL-002", "AE-AUTHN-022", "AE-STO-002", "AE-CHKN-003"]
        ) { _, mutation in
            mutation.alterStorage { storage in
                storage.stores = { !$0.hasSuffix("/authentication") }
            }
        },
        .mutant(
            "token-from-another-provider", "fetches the token from another provider",
            ["AE-URL-008", "AE-SP-008", "AE-SP-009"]
        ) { stage, mutation in
            mutation.changeRequests("/session") { $0.url = stage.elsewhere($0.url) ?? $0.url }
        },
        .mutant(
            "failure-is-silent", "does not report that the token could not be fetched", ["AE-URL-004", "AE-AUTHN-017"]
        ) {
            _, mutation in
            mutation.onCallback(.setAuthenticationStatus) { $0.isStatus(.genericAuthentication) ? [] : [$0] }
        },
        .mutant(
            "custom-scheme-is-ignored", "does not know the application's own scheme",
            ["AE-URL-015", "AE-NAV-014", "AE-LOG-013"]
        ) {
            _, mutation in
            mutation.onCall(.handleExternalURL) { call in
                call["url"]?.stringValue?.hasPrefix("adobepass://") ?? false ? [call] : []
            }
        },
        .mutant(
            "custom-scheme-in-small-letters", "knows the application's own scheme in small letters only",
            ["AE-URL-015", "AE-NAV-014", "AE-LOG-013"]
        ) {
            _, mutation in
            mutation.onCall(.handleExternalURL) { call in
                let scheme = call["url"]?.stringValue?.prefix { $0 != ":" } ?? ""
                return scheme.contains(where: \.isUppercase) ? [] : [call]
            }
        },
        .mutant(
            "web-redirect-is-ignored", "does not know adobepass://ios.app", ["AE-URL-015", "AE-NAV-013", "AE-LOG-013"]
        ) {
            _, mutation in
            mutation.onCall(.handleExternalURL) { call in
                call["url"]?.stringValue?.hasPrefix("adobepass://") ?? false ? [] : [call]
            }
        },
        .mutant("any-url-authenticates", "reports SUCCESS for a redirect that nobody waits for", ["AE-URL-014"]) {
            stage, mutation in
            mutation.onCall(.handleExternalURL) { call in
                if stage.selected == nil { stage.tell(.authenticationStatus(.success, .userAuthenticated)) }
                return [call]
            }
        },
        .mutant(
            "completes-by-itself", "reports SUCCESS as soon as the login page is shown", ["AE-URL-002", "AE-AUTHN-021"]
        ) {
            _, mutation in
            mutation.onCallback(.navigateToUrl) { callback in
                callback["url"]?.stringValue?.contains("/authenticate") ?? false
                    ? [callback, .authenticationStatus(.success, .userAuthenticated)] : [callback]
            }
        },
        .mutant("device-is-not-named", "does not say which device asks", ["AE-DEV-002", "AE-DEV-003"]) { _, mutation in
            mutation.changeRequests { request in
                request.headers.removeAll { ["ap_21", "AP-Device-Identifier"].contains($0.name) }
                request.body = request.body.map { body in
                    let fields = String(decoding: body, as: UTF8.self).split(
                        separator: "&", omittingEmptySubsequences: false)
                    return Array(
                        fields.filter { !$0.hasPrefix("device_id=") && !$0.hasPrefix("deviceId=") }
                            .joined(separator: "&").utf8)
                }
            }
        },
    ]
}
