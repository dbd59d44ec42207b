internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping

/// Wrong answers to checkAuthentication.
extension Mutant {
    static let checks: [Mutant] = [
        .mutant(
            "network-on-check", "asks the service at each checkAuthentication", ["AE-CHKN-002"]
        ) { stage, mutation in
            mutation.onCall(.checkAuthentication) { call in
                if let known = stage.authorizedRequest, let url = stage.urls.first {
                    stage.send(
                        NetworkRequest(
                            method: "POST", url: "\(url)/adobe-services/session",
                            headers: known.headers.filter { $0.name != "Content-Type" },
                            body: Array("_method=GET".utf8)))
                }
                return [call]
            }
        },
        .mutant("check-says-yes", "reports every check as authenticated", ["AE-CHKN-004", "AE-STAT-007"]) {
            stage, mutation in
            mutation.onCallback(.setAuthenticationStatus) { callback in
                stage.lastCall == .checkAuthentication && callback.isStatus(.userNotAuthenticated)
                    ? [.authenticationStatus(.success, .userAuthenticated)] : [callback]
            }
        },
        .mutant("check-says-no", "reports every check as not authenticated", ["AE-CHKN-003", "AE-AUTHN-022"]) {
            stage, mutation in
            mutation.onCallback(.setAuthenticationStatus) { callback in
                stage.lastCall == .checkAuthentication && callback["status"] == 1
                    ? [.authenticationStatus(.error, .userNotAuthenticated)] : [callback]
            }
        },
        .mutant(
            "check-is-silent", "does not answer checkAuthentication", ["AE-CHKN-003", "AE-CHKN-004", "AE-CHKN-005"]
        ) {
            _, mutation in
            mutation.onCall(.checkAuthentication) { _ in [] }
        },
        .mutant("check-answers-twice", "answers checkAuthentication twice", ["AE-CHKN-005"]) { _, mutation in
            mutation.onCall(.checkAuthentication) { [$0, $0] }
        },
        .mutant(
            "check-shows-dialog", "starts a login when a check finds nobody",
            ["AE-CHKN-006", "AE-CHKN-004", "AE-DPD-004"]
        ) { _, mutation in
            mutation.onCall(.checkAuthentication) { _ in [Message(.getAuthentication)] }
        },
        .mutant(
            "ignores-expiry", "takes expired tokens as valid",
            ["AE-CHKN-007", "AE-STO-001", "AE-STO-026", "AE-XML-019"]
        ) { _, mutation in
            // For this instance it is always 1970.
            mutation.environment = { $0.now = { 0 } }
        },
        .mutant(
            "ignores-issuer", "keeps MVPDs that the requestor is not integrated with any more",
            ["AE-CHKN-008", "AE-STO-001"]
        ) { _, mutation in
            let memory = RememberedMVPDs()
            mutation.reply = { request, outcome in
                request.isConfiguration ? memory.add(to: outcome, from: request.url) : outcome
            }
        },
        .mutant("no-tracking-on-check", "makes no tracking callback for a check", ["AE-CHKN-009", "AE-TRK-004"]) {
            stage, mutation in
            mutation.callback = { callback in
                callback.isTracking(.authentication) && stage.lastCall == .checkAuthentication ? [] : [callback]
            }
        },
        .mutant(
            "wrong-code-on-check", "reports an unauthenticated check with a code of another failure",
            ["AE-CHKN-004", "AE-STAT-007"]
        ) { _, mutation in
            mutation.onCallback(.setAuthenticationStatus) { callback in
                callback.isStatus(.userNotAuthenticated)
                    ? [callback.with("code", "Generic Authentication Error")] : [callback]
            }
        },
        .mutant("check-forgets-selection", "forgets the selected MVPD at each check", ["AE-CHKN-012"]) {
            stage, mutation in
            mutation.environment = { environment in
                let storage = environment.storage
                environment.storage = WatchedStorage(storage) { key in
                    if key.hasSuffix("/authentication"), stage.lastCall == .checkAuthentication {
                        for current in storage.keys() where current.hasPrefix("current/") { storage.remove(current) }
                    }
                }
            }
        },
    ]
}
