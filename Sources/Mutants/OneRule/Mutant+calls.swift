internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping

/// Calls that are there and do nothing, or do what another call should.
extension Mutant {
    static let calls: [Mutant] = [
        ignoring("set-options", [.setOptions], ["AE-OPT-001", "AE-OPT-002", "AE-OPT-005"]),
        ignoring("set-requestor", [.setRequestor], ["AE-REQ-001", "AE-REQ-006", "AE-REQ-010"]),
        ignoring(
            "service-providers", [.setRequestorServiceProviders], ["AE-REQ-002", "AE-REQ-006", "AE-SP-001"]),
        ignoring("check-authentication", [.checkAuthentication], ["AE-CHKN-001", "AE-CHKN-003", "AE-CHKN-011"]),
        ignoring("get-authentication", [.getAuthentication], ["AE-AUTHN-001", "AE-AUTHN-005", "AE-AUTHN-017"]),
        ignoring(
            "get-authentication-with-data", [.getAuthenticationWithData], ["AE-AUTHN-002", "AE-AUTHN-014"]),
        ignoring("set-selected-provider", [.setSelectedProvider], ["AE-SEL-001", "AE-SEL-002", "AE-SEL-008"]),
        ignoring("handle-external-url", [.handleExternalURL], ["AE-URL-001", "AE-URL-002", "AE-URL-007"]),
        ignoring(
            "preauthorization", [.checkPreauthorizedResources, .checkPreauthorizedResourcesCache, .preauthorize],
            ["AE-PRE-001", "AE-PRE-002", "AE-PRE-003", "AE-PRE-018"]),
        ignoring(
            "check-authorization", [.checkAuthorization, .checkAuthorizationWithData],
            ["AE-CHKZ-001", "AE-CHKZ-004", "AE-CHKZ-007"]),
        ignoring(
            "get-authorization", [.getAuthorization, .getAuthorizationWithData], ["AE-GETZ-001", "AE-GETZ-009"]),
        ignoring("logout", [.logout], ["AE-LOG-001", "AE-LOG-004", "AE-LOG-006"]),
        .mutant(
            "first-selection-is-final", "keeps to the MVPD that was selected first",
            ["AE-SEL-013", "AE-SP-012", "AE-PROV-003"]
        ) { stage, mutation in
            mutation.onCall(.setSelectedProvider) { call in
                guard call["mvpdId"] != .null, let first = stage.firstSelected else { return [call] }
                return [.selection(first)]
            }
        },
        .mutant(
            "status-for-everything", "reports the authentication status after getMetadata and preauthorizations",
            ["AE-STAT-008"]
        ) { _, mutation in
            mutation.callback = { callback in
                [.setMetadataStatus, .preauthorizedResources, .selectedProvider].contains(callback.selector)
                    ? [callback, .authenticationStatus(.error, .userNotAuthenticated)] : [callback]
            }
        },
        .mutant(
            "failure-for-everything", "reports failed token requests of calls that ask for none", ["AE-FAIL-006"]
        ) { _, mutation in
            mutation.onCallback(.preauthorizedResources) { callback in
                [
                    callback,
                    Message(
                        .tokenRequestFailed,
                        [.init("resource", "r"), .init("code", "User Not Authorized Error"), .init("description", "")]),
                ]
            }
        },
        .mutant(
            "failed-login-leaves-a-token", "fetches the token again after it reported a failure",
            ["AE-URL-005", "AE-AUTHN-024"]
        ) { stage, mutation in
            let retrying = RetryingNetwork.Memory()
            mutation.network = { RetryingNetwork(base: $0, path: "/session", memory: retrying) }
            mutation.onCallback(.setAuthenticationStatus) { callback in
                callback["status"] == 1 && retrying.takeRetry()
                    ? [.authenticationStatus(.error, .genericAuthentication)] : [callback]
            }
        },
    ]

    private static func ignoring(_ name: String, _ selectors: [Selector], _ cites: [String]) -> Mutant {
        .mutant("ignores-\(name)", "does nothing when \(selectors[0]) is called", cites) { _, mutation in
            mutation.call = { selectors.contains($0.selector) ? [] : [$0] }
        }
    }
}
