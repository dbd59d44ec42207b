internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping

/// Wrong ways with setSelectedProvider and getSelectedProvider.
extension Mutant {
    static let selection: [Mutant] = [
        .onCallback(
            "no-selection-event", "makes no tracking callback for a selection", ["AE-SEL-003", "AE-TRK-006"]
        ) { _, callback in callback.isTracking(.selection) ? [] : [callback] },
        .onCallback("wrong-mvpd-in-selection", "tracks the selection of another MVPD", ["AE-SEL-003"]) { _, callback in
            callback.isTracking(.selection) ? [callback.changingTracking(0, to: "Another")] : [callback]
        },
        .mutant(
            "selection-between-flows-is-lost",
            "goes on with the MVPD of the last login where another was selected since", ["AE-STO-010", "AE-SEL-013"]
        ) { _, mutation in
            let isInFlow = Kept(false)
            mutation.onCall { call in
                if call.selector.rawValue.hasPrefix("getAuth") { isInFlow.value = true }
                let isChoice = call.selector == .setSelectedProvider && call["mvpdId"] != .null
                return isChoice && !isInFlow.value ? [] : [call]
            }
            mutation.onCallback(.setAuthenticationStatus) { callback in
                isInFlow.value = false
                return [callback]
            }
        },
        .onCall(
            "selection-does-nothing", "does not go on when an MVPD is selected", ["AE-SEL-002", "AE-SEL-004"],
            .setSelectedProvider
        ) { _, call in call["mvpdId"] == .null ? [call] : [] },
        .mutant(
            "goes-on-with-another", "goes on with another MVPD than the one selected", ["AE-SEL-002", "AE-SEL-004"]
        ) { stage, mutation in
            // REST API v2 is told it before there is a page.
            mutation.changeRequests { request in
                guard request.names("/api/v2/"), request.path.hasSuffix("/regcode"), let id = stage.selected else {
                    return
                }
                request.changeBody { $0.replacing("mvpd=\(id)", with: "mvpd=another") }
            }
            mutation.onCallback(.navigateToUrl) { callback in
                guard let id = stage.selected else { return [callback] }
                return [callback.changingText("url") { $0.replacing("mso_id=\(id)", with: "mso_id=another") }]
            }
        },
        .mutant("temp-pass-has-no-end", "does not authenticate with a TempPass", ["AE-SEL-005"]) { stage, mutation in
            mutation.request = { request in
                let isOfPass =
                    request.path.hasSuffix("/freepreview")
                    || stage.lastCall == .setSelectedProvider && request.looksForProfile
                return isOfPass ? nil : request
            }
        },
        .mutant(
            "temp-pass-navigates", "sends the user to a page for a TempPass", ["AE-SEL-006", "AE-NAV-001"]
        ) { stage, mutation in
            mutation.request = { request in
                guard request.names("/freepreview") || stage.lastCall == .setSelectedProvider && request.looksForProfile
                else { return request }
                stage.tell(.navigation(to: stage.loginPage))
                return request
            }
        },
        .onCallback(
            "no-cancel-callback", "does not call back after a cancel", ["AE-SEL-008", "AE-AUTHN-017"],
            .setAuthenticationStatus
        ) { _, callback in callback.isStatus(.providerNotSelected) ? [] : [callback] },
        .onCallback(
            "wrong-code-on-cancel", "reports a cancel as a failure", ["AE-SEL-008"], .setAuthenticationStatus
        ) { _, callback in
            callback.isStatus(.providerNotSelected)
                ? [callback.with("code", "Generic Authentication Error")] : [callback]
        },
        .onCallback(
            "cancel-is-success", "reports a cancel with status SUCCESS", ["AE-SEL-008", "AE-STAT-004"],
            .setAuthenticationStatus
        ) { _, callback in callback.isStatus(.providerNotSelected) ? [callback.with("status", 1)] : [callback] },
        .onCallback(
            "cancel-answers-twice", "reports a cancel twice", ["AE-SEL-018"], .setAuthenticationStatus
        ) { _, callback in callback.isStatus(.providerNotSelected) ? [callback, callback] : [callback] },
        .changeEnvironment(
            "cancel-clears-the-storage", "removes all tokens on a cancel", ["AE-SEL-009"]
        ) { _, environment in
            environment.storage = CancelClears(base: environment.storage, prefix: "tokens/")
        },
        .changeEnvironment(
            "cancel-forgets-every-programmer", "forgets the MVPDs of all programmers on a cancel", ["AE-SEL-010"]
        ) { _, environment in
            environment.storage = CancelClears(base: environment.storage, prefix: "current/")
        },
        .onCallback(
            "cancel-keeps-selection", "does not forget the MVPD on a cancel", ["AE-SEL-010", "AE-SEL-011"],
            .selectedProvider
        ) { stage, callback in
            guard callback["mvpd"] == .null, let id = stage.selected else { return [callback] }
            return [callback.with("mvpd", MVPD(id: id, displayName: id, logoURL: "").value)]
        },
        .onCallback(
            "cancel-navigates", "sends the user to a page on a cancel", ["AE-SEL-012"], .setAuthenticationStatus
        ) { stage, callback in
            callback.isStatus(.providerNotSelected) ? [.navigation(to: stage.loginPage), callback] : [callback]
        },
        .onCall(
            "cancel-asks-again", "shows the dialog again on a cancel", ["AE-SEL-012", "AE-SEL-008"],
            .setSelectedProvider
        ) { _, call in call["mvpdId"] == .null ? [call, Message(.getAuthentication)] : [call] },
        .onCall(
            "accepts-late-completion", "lets a cancelled login go on",
            ["AE-SEL-008", "AE-SEL-017", "AE-TV-005", "AE-TV-006"], .setSelectedProvider
        ) { stage, call in
            guard call["mvpdId"] == .null, stage.selected != nil else { return [call] }
            stage.tell(.authenticationStatus(.error, .providerNotSelected))
            return []
        },
        .onCall(
            "provider-is-silent", "does not answer getSelectedProvider", ["AE-PROV-001", "AE-PROV-006"],
            .getSelectedProvider
        ) { _, _ in [] },
        .onCallback(
            "provider-twice", "answers getSelectedProvider twice", ["AE-PROV-006"], .selectedProvider
        ) { _, callback in [callback, callback] },
        .onCallback(
            "provider-is-none", "reports no MVPD after a login", ["AE-PROV-002", "AE-PROV-003"], .selectedProvider
        ) { _, callback in [callback.with("mvpd", .null)] },
        .onCallback(
            "wrong-selected-provider", "reports another MVPD than the one of the login", ["AE-PROV-003"],
            .selectedProvider
        ) { _, callback in
            guard var mvpd = callback["mvpd"].flatMap({ MVPD($0) }) else { return [callback] }
            mvpd.id += "-x"
            return [callback.with("mvpd", mvpd.value)]
        },
        .onCallback(
            "invents-selection", "reports an MVPD although none is selected", ["AE-PROV-004", "AE-SEL-011"],
            .selectedProvider
        ) { _, callback in
            let invented = MVPD(id: "Invented", displayName: "", logoURL: "").value
            return [callback["mvpd"] == .null ? callback.with("mvpd", invented) : callback]
        },
    ]
}

/// Removes every token when the programmer's MVPD is erased.
private struct CancelClears: TokenStorage {
    let base: any TokenStorage
    /// What else goes with the MVPD of the programmer.
    let prefix: String

    func load(_ key: String) -> [UInt8]? { base.load(key) }
    func store(_ value: [UInt8], for key: String) -> Bool { base.store(value, for: key) }
    func keys() -> [String] { base.keys() }

    func remove(_ key: String) {
        base.remove(key)
        guard key.hasPrefix("current/") else { return }
        for other in base.keys() where other.hasPrefix(prefix) { base.remove(other) }
    }
}
