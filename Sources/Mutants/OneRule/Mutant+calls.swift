internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping

/// Calls that are there and do nothing, or do what another call should.
extension Mutant {
    static let calls: [Mutant] = [
        ignoring("set-options", [.setOptions], ["AE-OPT-001", "AE-OPT-002", "AE-OPT-005"]),
        ignoring("set-requestor", [.setRequestor], ["AE-REQ-001", "AE-REQ-006", "AE-REQ-010"]),
        ignoring("service-providers", [.setRequestorServiceProviders], ["AE-REQ-002", "AE-REQ-006", "AE-SP-001"]),
        ignoring("check-authentication", [.checkAuthentication], ["AE-CHKN-001", "AE-CHKN-003", "AE-CHKN-011"]),
        ignoring("get-authentication", [.getAuthentication], ["AE-AUTHN-001", "AE-AUTHN-005", "AE-AUTHN-017"]),
        ignoring("get-authentication-with-data", [.getAuthenticationWithData], ["AE-AUTHN-002", "AE-AUTHN-014"]),
        ignoring("set-selected-provider", [.setSelectedProvider], ["AE-SEL-001", "AE-SEL-002", "AE-SEL-008"]),
        ignoring("handle-external-url", [.handleExternalURL], ["AE-URL-001", "AE-URL-002", "AE-URL-007"]),
        ignoring(
            "preauthorization", [.checkPreauthorizedResources, .checkPreauthorizedResourcesCache, .preauthorize],
            ["AE-PRE-001", "AE-PRE-002", "AE-PRE-003", "AE-PRE-018"]),
        ignoring(
            "check-authorization", [.checkAuthorization, .checkAuthorizationWithData],
            ["AE-CHKZ-001", "AE-CHKZ-004", "AE-CHKZ-007"]),
        ignoring("get-authorization", [.getAuthorization, .getAuthorizationWithData], ["AE-GETZ-001", "AE-GETZ-009"]),
        ignoring("logout", [.logout], ["AE-LOG-001", "AE-LOG-004", "AE-LOG-006"]),
        .onCall(
            "first-selection-is-final", "keeps to the MVPD that was selected first",
            ["AE-SEL-013", "AE-SP-012", "AE-PROV-003"], .setSelectedProvider
        ) { stage, call in
            guard call["mvpdId"] != .null, let first = stage.firstSelected else { return [call] }
            return [.selection(first)]
        },
        .onCallback(
            "status-for-everything", "reports the authentication status after getMetadata and preauthorizations",
            ["AE-STAT-008"]
        ) { _, callback in
            [.setMetadataStatus, .preauthorizedResources, .selectedProvider].contains(callback.selector)
                ? [callback, .authenticationStatus(.error, .userNotAuthenticated)] : [callback]
        },
        .onCallback(
            "failure-for-everything", "reports failed token requests of calls that ask for none", ["AE-FAIL-006"],
            .preauthorizedResources
        ) { _, callback in
            [callback, .failedAuthorization("r", .userNotAuthorized)]
        },
        .mutant(
            "failed-login-leaves-a-token", "fetches the token again after it reported a failure",
            ["AE-URL-005", "AE-AUTHN-024"]
        ) { stage, mutation in
            let hasRetried = Kept(false)
            mutation.interpose { request, base, completion in
                guard request.path.hasSuffix("/session") else { return base.send(request, completion: completion) }
                return base.send(request) { outcome in
                    if case .success(let reply) = outcome, reply.status == 200 { return completion(outcome) }
                    hasRetried.value = true
                    _ = base.send(request, completion: completion)
                }
            }
            mutation.onCallback(.setAuthenticationStatus) { callback in
                callback["status"] == 1 && hasRetried.change { exchange(&$0, with: false) }
                    ? [.authenticationStatus(.error, .genericAuthentication)] : [callback]
            }
        },
    ]

    private static func ignoring(_ name: String, _ selectors: [Selector], _ cites: [String]) -> Mutant {
        .onCall("ignores-\(name)", "does nothing when \(selectors[0]) is called", cites) { _, call in
            selectors.contains(call.selector) ? [] : [call]
        }
    }
}
