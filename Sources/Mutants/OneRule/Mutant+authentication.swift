internal import AccessEnablerAPI
internal import PortWrapping

/// Wrong logins, and wrong provider dialogs.
extension Mutant {
    static let authentication: [Mutant] = [
        .mutant(
            "dialog-when-authenticated", "starts a login although the user is authenticated",
            ["AE-AUTHN-003", "AE-AUTHN-004", "AE-DPD-007"]
        ) { _, mutation in
            let forced: [Message.Argument] = [.init("forceAuthn", true), .init("data", .null)]
            mutation.call = { call in
                switch call.selector {
                case .getAuthentication: [Message(.getAuthenticationWithData, forced)]
                case .getAuthenticationFilter: [Message(.getAuthenticationWithDataAndFilter, forced + call.arguments)]
                default: [call]
                }
            }
        },
        .onCallback(
            "dialog-of-one", "delivers one MVPD to the picker instead of an array", ["AE-DPD-001"],
            .displayProviderDialog
        ) { _, callback in [callback.with("mvpds", callback["mvpds"]?.arrayValue?.first ?? .null)] },
        .onCall("newer-calls-are-missing", "refuses the calls of later releases", ["AE-VER-001"]) { _, call in
            let newer: [Selector] = [
                .getAuthenticationFilter, .getAuthenticationWithDataAndFilter, .checkPreauthorizedResourcesCache,
                .preauthorize,
            ]
            return newer.contains(call.selector) ? [] : [call]
        },
        .onCall(
            "ignores-force", "starts no login for forceAuthn", ["AE-AUTHN-014"], .getAuthenticationWithData
        ) { _, call in [call.with("forceAuthn", false)] },
        .mutant(
            "forced-login-is-not-fetched", "ends a forced login with success without asking the service for it",
            ["AE-AUTHN-014"]
        ) { stage, mutation in
            let isForced = Kept(false)
            mutation.onCall { call in
                if call["forceAuthn"] == true { isForced.value = true }
                guard [.handleExternalURL, .getAuthenticationToken].contains(call.selector),
                    isForced.change({ exchange(&$0, with: false) })
                else { return [call] }
                stage.tell(.authenticationStatus(.success, .userAuthenticated))
                return []
            }
        },
        .onCall(
            "data-is-dropped", "does not send the data of getAuthentication", ["AE-AUTHN-016"],
            .getAuthenticationWithData
        ) { _, call in [call.with("data", .null)] },
        .onCallback(
            "login-has-no-end", "does not report the outcome of a login",
            ["AE-AUTHN-017", "AE-SSO-016", "AE-URL-003", "AE-URL-004"], .setAuthenticationStatus
        ) { stage, callback in stage.lastCall == .handleExternalURL ? [] : [callback] },
        .onCallback(
            "login-ends-twice", "reports the outcome of a login twice", ["AE-AUTHN-018"], .setAuthenticationStatus
        ) { stage, callback in stage.lastCall == .handleExternalURL ? [callback, callback] : [callback] },
        .onCallback(
            "status-while-choosing", "reports a status while the provider dialog is shown", ["AE-AUTHN-021"],
            .displayProviderDialog
        ) { _, callback in [callback, .authenticationStatus(.error, .userNotAuthenticated)] },
        .onCallback(
            "dialog-after-the-page", "shows the provider dialog only after the login page",
            ["AE-AUTHN-020", "AE-AUTHN-008"]
        ) { stage, callback in
            switch callback.selector {
            case .displayProviderDialog:
                let first = callback["mvpds"]?.arrayValue?.first.flatMap { MVPD($0) }
                stage.call(.selection(first?.id))
                return []
            case .navigateToUrl, .navigateToUrlUseSVC:
                return [callback, Message(.displayProviderDialog, [.init("mvpds", [])])]
            default:
                return [callback]
            }
        },
        .onCallback(
            "chooses-by-itself", "selects the first MVPD without showing the dialog",
            ["AE-AUTHN-006", "AE-AUTHN-007", "AE-AUTHN-008", "AE-AUTHN-012", "AE-LOG-016"], .displayProviderDialog
        ) { stage, callback in
            stage.call(.selection(callback["mvpds"]?.arrayValue?.first.flatMap { MVPD($0) }?.id))
            return []
        },
        .onCallback(
            "skips-dialog-after-failure", "goes on with the MVPD of a login that failed or was cancelled",
            ["AE-AUTHN-006", "AE-AUTHN-025"], .displayProviderDialog
        ) { stage, callback in
            guard !stage.hasSucceeded, stage.countCallbacks(.displayProviderDialog) > 0, let id = stage.selected
            else { return [callback] }
            stage.call(.selection(id))
            return []
        },
        .onCallback(
            "skips-dialog-for-cached", "goes on with the MVPD of the last login, whatever that says",
            ["AE-AUTHN-012", "AE-AUTHN-007", "AE-LOG-016"], .displayProviderDialog
        ) { stage, callback in
            guard stage.hasSucceeded, let id = stage.selected else { return [callback] }
            stage.call(.selection(id))
            return []
        },
        .onCallback(
            "status-while-page-shown", "reports a status while the login page is shown", ["AE-AUTHN-021"],
            .navigateToUrl
        ) { _, callback in [callback, .authenticationStatus(.error, .userNotAuthenticated)] },
        .onCall(
            "dialog-despite-selection", "shows the dialog although an MVPD was selected", ["AE-AUTHN-009"],
            .setSelectedProvider
        ) { stage, call in
            let isPending = [.getAuthentication, .getAuthenticationWithData, .getAuthorization, .setSelectedProvider]
                .contains(stage.lastCall)
            return isPending || call["mvpdId"] == .null ? [call] : []
        },
        .onCallback(
            "wrong-code-on-failure", "reports a failed login as a cancelled one", ["AE-AUTHN-023", "AE-STAT-006"],
            .setAuthenticationStatus
        ) { _, callback in
            callback.isStatus(.genericAuthentication)
                ? [callback.with("code", "Provider Not Selected Error")] : [callback]
        },
        .onCallback(
            "failure-is-success", "reports a failed login as SUCCESS", ["AE-AUTHN-023", "AE-AUTHN-024", "AE-URL-004"],
            .setAuthenticationStatus
        ) { _, callback in
            callback.isStatus(.genericAuthentication)
                ? [.authenticationStatus(.success, .userAuthenticated)] : [callback]
        },
        .onCallback(
            "no-tracking-on-login", "makes no tracking callback for logins",
            ["AE-AUTHN-019", "AE-URL-006", "AE-TRK-004"]
        ) { stage, callback in
            callback.isTracking(.authentication) && stage.lastCall != .checkAuthentication ? [] : [callback]
        },
        .onCallback(
            "dialog-is-empty", "shows a provider dialog without MVPDs", ["AE-DPD-002"], .displayProviderDialog
        ) { _, callback in [callback.with("mvpds", [])] },
        .onCallback(
            "one-mvpd-missing", "leaves the last MVPD out of the dialog", ["AE-DPD-002", "AE-SP-004"],
            .displayProviderDialog
        ) { _, callback in [callback.with("mvpds", .array((callback["mvpds"]?.arrayValue ?? []).dropLast()))] },
        .onCallback(
            "dialog-has-a-stranger", "shows an MVPD that nobody configured", ["AE-DPD-002"], .displayProviderDialog
        ) { _, callback in
            let stranger = MVPD(id: "Stranger", displayName: "Stranger", logoURL: "https://logo.invalid/x.png")
            return [callback.with("mvpds", .array((callback["mvpds"]?.arrayValue ?? []) + [stranger.value]))]
        },
        .onCallback("missing-logo", "shows MVPDs without their logos", ["AE-DPD-003"]) { _, callback in
            [callback.changingMVPDs { MVPD(id: $0.id, displayName: $0.displayName, logoURL: "") }]
        },
        .onCallback(
            "name-is-the-id", "shows MVPDs without a display name", ["AE-DPD-003", "AE-MVPD-006"]
        ) { _, callback in [callback.changingMVPDs { MVPD(id: $0.id, displayName: "", logoURL: $0.logoURL) }] },
        .mutant("mvpd-id-altered", "shows MVPDs under other IDs", ["AE-MVPD-005", "AE-DPD-002"]) { _, mutation in
            mutation.onMVPDs { $0.id += "-x" }
        },
        .mutant("invented-boarding-status", "gives MVPDs a boarding status that does not exist", ["AE-MVPD-002"]) {
            _, mutation in
            mutation.onMVPDs { $0.boardingStatus = .init(rawValue: "NONE") }
        },
        .mutant("boarding-status-lost", "gives MVPDs no boarding status", ["AE-MVPD-001", "AE-MVPD-003"]) {
            _, mutation in
            mutation.onMVPDs { $0.boardingStatus = nil }
        },
        .mutant("platform-services-for-all", "says that every MVPD supports platform services", ["AE-MVPD-004"]) {
            _, mutation in
            mutation.onMVPDs { $0.enablePlatformServices = true }
        },
    ]
}
