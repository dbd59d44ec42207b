internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping

/// Wrong ways with handleExternalURL.
extension Mutant {
    static let completion: [Mutant] = [
        .onCall(
            "success-without-token", "reports SUCCESS without fetching the token", ["AE-URL-002", "AE-AUTHN-022"],
            .handleExternalURL
        ) { stage, call in
            guard stage.lastCall != .logout else { return [call] }
            stage.tell(.authenticationStatus(.success, .userAuthenticated))
            return []
        },
        .alterStorage(
            "token-not-stored", "does not keep the authentication token",
            ["AE-URL-002", "AE-AUTHN-022", "AE-STO-002", "AE-CHKN-003"]
        ) { _, storage in storage.stores = { !$0.hasSuffix("/authentication") } },
        .changeRequests(
            "token-from-another-provider", "fetches the token from another provider",
            ["AE-URL-008", "AE-SP-008", "AE-SP-009"], to: "/session"
        ) { stage, request in request.url = stage.elsewhere(request.url) ?? request.url },
        .onCallback(
            "failure-is-silent", "does not report that the token could not be fetched", ["AE-URL-004", "AE-AUTHN-017"],
            .setAuthenticationStatus
        ) { _, callback in callback.isStatus(.genericAuthentication) ? [] : [callback] },
        .onCall(
            "custom-scheme-is-ignored", "does not know the application's own scheme",
            ["AE-URL-015", "AE-NAV-014", "AE-LOG-013"], .handleExternalURL
        ) { _, call in call["url"]?.stringValue?.hasPrefix("adobepass://") ?? false ? [call] : [] },
        .onCall(
            "custom-scheme-in-small-letters", "knows the application's own scheme in small letters only",
            ["AE-URL-015", "AE-NAV-014", "AE-LOG-013"], .handleExternalURL
        ) { _, call in
            let scheme = call["url"]?.stringValue?.prefix { $0 != ":" } ?? ""
            return scheme.contains(where: \.isUppercase) ? [] : [call]
        },
        .onCall(
            "web-redirect-is-ignored", "does not know adobepass://ios.app", ["AE-URL-015", "AE-NAV-013", "AE-LOG-013"],
            .handleExternalURL
        ) { _, call in call["url"]?.stringValue?.hasPrefix("adobepass://") ?? false ? [] : [call] },
        .onCall(
            "any-url-authenticates", "reports SUCCESS for a redirect that nobody waits for", ["AE-URL-014"],
            .handleExternalURL
        ) { stage, call in
            if stage.selected == nil { stage.tell(.authenticationStatus(.success, .userAuthenticated)) }
            return [call]
        },
        .onCallback(
            "completes-by-itself", "reports SUCCESS as soon as the login page is shown",
            ["AE-URL-002", "AE-AUTHN-021"],
            .navigateToUrl
        ) { _, callback in
            callback["url"]?.stringValue?.contains("/authenticate") ?? false
                ? [callback, .authenticationStatus(.success, .userAuthenticated)] : [callback]
        },
        .changeRequests(
            "device-is-not-named", "does not say which device asks", ["AE-DEV-002", "AE-DEV-003"]
        ) { _, request in
            request.headers.removeAll { ["ap_21", "AP-Device-Identifier"].contains($0.name) }
            request.changeFields { $0.filter { !$0.hasPrefix("device_id=") && !$0.hasPrefix("deviceId=") } }
        },
    ]
}
