internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping

/// Wrong ways with setSelectedProvider and getSelectedProvider.
extension Mutant {
    static let selection: [Mutant] = [
        .mutant("no-selection-event", "makes no tracking callback for a selection", ["AE-SEL-003", "AE-TRK-006"]) {
            _, mutation in
            mutation.callback = { $0.isTracking(.selection) ? [] : [$0] }
        },
        .mutant("wrong-mvpd-in-selection", "tracks the selection of another MVPD", ["AE-SEL-003"]) { _, mutation in
            mutation.callback = { $0.isTracking(.selection) ? [$0.changingTracking(0, to: "Another")] : [$0] }
        },
        .mutant("selection-does-nothing", "does not go on when an MVPD is selected", ["AE-SEL-002", "AE-SEL-004"]) {
            _, mutation in
            mutation.onCall(.setSelectedProvider) { $0["mvpdId"] == .null ? [$0] : [] }
        },
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
                guard let url = callback["url"]?.stringValue, let id = stage.selected else { return [callback] }
                return [callback.with("url", .string(url.replacing("mso_id=\(id)", with: "mso_id=another")))]
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
                let page = "\(stage.urls.first ?? "")/adobe-services/authenticate/saml?noflash=true"
                stage.tell(Message(.navigateToUrl, [.init("url", .string(page))]))
                return request
            }
        },
        .mutant("no-cancel-callback", "does not call back after a cancel", ["AE-SEL-008", "AE-AUTHN-017"]) {
            _, mutation in
            mutation.onCallback(.setAuthenticationStatus) { $0.isStatus(.providerNotSelected) ? [] : [$0] }
        },
        .mutant("wrong-code-on-cancel", "reports a cancel as a failure", ["AE-SEL-008"]) { _, mutation in
            mutation.onCallback(.setAuthenticationStatus) { callback in
                callback.isStatus(.providerNotSelected)
                    ? [callback.with("code", "Generic Authentication Error")] : [callback]
            }
        },
        .mutant("cancel-is-success", "reports a cancel with status SUCCESS", ["AE-SEL-008", "AE-STAT-004"]) {
            _, mutation in
            mutation.onCallback(.setAuthenticationStatus) { callback in
                callback.isStatus(.providerNotSelected) ? [callback.with("status", 1)] : [callback]
            }
        },
        .mutant("cancel-answers-twice", "reports a cancel twice", ["AE-SEL-018"]) { _, mutation in
            mutation.onCallback(.setAuthenticationStatus) { $0.isStatus(.providerNotSelected) ? [$0, $0] : [$0] }
        },
        .mutant("cancel-clears-the-storage", "removes all tokens on a cancel", ["AE-SEL-009"]) { stage, mutation in
            mutation.environment = { environment in
                let storage = environment.storage
                environment.storage = CancelClears(base: storage, prefix: "tokens/")
            }
        },
        .mutant(
            "cancel-forgets-every-programmer", "forgets the MVPDs of all programmers on a cancel", ["AE-SEL-010"]
        ) { _, mutation in
            mutation.environment = { environment in
                let storage = environment.storage
                environment.storage = CancelClears(base: storage, prefix: "current/")
            }
        },
        .mutant(
            "cancel-keeps-selection", "does not forget the MVPD on a cancel", ["AE-SEL-010", "AE-SEL-011"]
        ) { stage, mutation in
            mutation.onCallback(.selectedProvider) { callback in
                guard callback["mvpd"] == .null, let id = stage.selected else { return [callback] }
                return [callback.with("mvpd", MVPD(id: id, displayName: id, logoURL: "").value)]
            }
        },
        .mutant("cancel-navigates", "sends the user to a page on a cancel", ["AE-SEL-012"]) { stage, mutation in
            mutation.onCallback(.setAuthenticationStatus) { callback in
                let page = "\(stage.urls.first ?? "")/adobe-services/authenticate/saml?noflash=true"
                return callback.isStatus(.providerNotSelected)
                    ? [Message(.navigateToUrl, [.init("url", .string(page))]), callback] : [callback]
            }
        },
        .mutant(
            "cancel-asks-again", "shows the dialog again on a cancel", ["AE-SEL-012", "AE-SEL-008"]
        ) { _, mutation in
            mutation.onCall(.setSelectedProvider) { call in
                call["mvpdId"] == .null ? [call, Message(.getAuthentication)] : [call]
            }
        },
        .mutant(
            "accepts-late-completion", "lets a cancelled login go on",
            ["AE-SEL-008", "AE-SEL-017", "AE-TV-005", "AE-TV-006"]
        ) { stage, mutation in
            mutation.onCall(.setSelectedProvider) { call in
                guard call["mvpdId"] == .null, stage.selected != nil else { return [call] }
                stage.tell(.authenticationStatus(.error, .providerNotSelected))
                return []
            }
        },
        .mutant("provider-is-silent", "does not answer getSelectedProvider", ["AE-PROV-001", "AE-PROV-006"]) {
            _, mutation in
            mutation.onCall(.getSelectedProvider) { _ in [] }
        },
        .mutant("provider-twice", "answers getSelectedProvider twice", ["AE-PROV-006"]) { _, mutation in
            mutation.onCallback(.selectedProvider) { [$0, $0] }
        },
        .mutant("provider-is-none", "reports no MVPD after a login", ["AE-PROV-002", "AE-PROV-003"]) { _, mutation in
            mutation.onCallback(.selectedProvider) { [$0.with("mvpd", .null)] }
        },
        .mutant("wrong-selected-provider", "reports another MVPD than the one of the login", ["AE-PROV-003"]) {
            _, mutation in
            mutation.onCallback(.selectedProvider) { callback in
                guard var mvpd = callback["mvpd"].flatMap({ MVPD($0) }) else { return [callback] }
                mvpd.id += "-x"
                return [callback.with("mvpd", mvpd.value)]
            }
        },
        .mutant(
            "invents-selection", "reports an MVPD although none is selected", ["AE-PROV-004", "AE-SEL-011"]
        ) { _, mutation in
            mutation.onCallback(.selectedProvider) { callback in
                let invented = MVPD(id: "Invented", displayName: "", logoURL: "").value
                return [callback["mvpd"] == .null ? callback.with("mvpd", invented) : callback]
            }
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
