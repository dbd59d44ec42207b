internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping

/// Wrong answers to checkAuthentication.
extension Mutant {
    static let checks: [Mutant] = [
        .onCall(
            "network-on-check", "asks the service at each checkAuthentication", ["AE-CHKN-002"], .checkAuthentication
        ) { stage, call in
            if let known = stage.authorizedRequest, let url = stage.urls.first {
                stage.send(
                    NetworkRequest(
                        method: "POST", url: "\(url)/adobe-services/session",
                        headers: known.headers.filter { $0.name != "Content-Type" },
                        body: Array("_method=GET".utf8)))
            }
            return [call]
        },
        .onCallback(
            "check-says-yes", "reports every check as authenticated", ["AE-CHKN-004", "AE-STAT-007"],
            .setAuthenticationStatus
        ) { stage, callback in
            stage.lastCall == .checkAuthentication && callback.isStatus(.userNotAuthenticated)
                ? [.authenticationStatus(.success, .userAuthenticated)] : [callback]
        },
        .onCallback(
            "check-says-no", "reports every check as not authenticated", ["AE-CHKN-003", "AE-AUTHN-022"],
            .setAuthenticationStatus
        ) { stage, callback in
            stage.lastCall == .checkAuthentication && callback["status"] == 1
                ? [.authenticationStatus(.error, .userNotAuthenticated)] : [callback]
        },
        .onCall(
            "check-is-silent", "does not answer checkAuthentication", ["AE-CHKN-003", "AE-CHKN-004", "AE-CHKN-005"],
            .checkAuthentication
        ) { _, _ in [] },
        .onCall(
            "check-answers-twice", "answers checkAuthentication twice", ["AE-CHKN-005"], .checkAuthentication
        ) { _, call in [call, call] },
        .onCall(
            "check-shows-dialog", "starts a login when a check finds nobody",
            ["AE-CHKN-006", "AE-CHKN-004", "AE-DPD-004"], .checkAuthentication
        ) { _, _ in [Message(.getAuthentication)] },
        .changeEnvironment(
            "ignores-expiry", "takes expired tokens as valid",
            ["AE-CHKN-007", "AE-STO-001", "AE-STO-026", "AE-XML-019"]
        ) { _, environment in
            // For this instance it is always 1970.
            environment.now = { 0 }
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
        .onCallback(
            "no-tracking-on-check", "makes no tracking callback for a check", ["AE-CHKN-009", "AE-TRK-004"]
        ) { stage, callback in
            callback.isTracking(.authentication) && stage.lastCall == .checkAuthentication ? [] : [callback]
        },
        .onCallback(
            "wrong-code-on-check", "reports an unauthenticated check with a code of another failure",
            ["AE-CHKN-004", "AE-STAT-007"], .setAuthenticationStatus
        ) { _, callback in
            callback.isStatus(.userNotAuthenticated)
                ? [callback.with("code", "Generic Authentication Error")] : [callback]
        },
        .changeEnvironment(
            "check-forgets-selection", "forgets the selected MVPD at each check", ["AE-CHKN-012"]
        ) { stage, environment in
            let storage = environment.storage
            environment.storage = AlteredStorage(
                storage,
                loads: { key in
                    if key.hasSuffix("/authentication"), stage.lastCall == .checkAuthentication {
                        storage.forget { $0.hasPrefix("current/") }
                    }
                    return true
                })
        },
    ]
}
