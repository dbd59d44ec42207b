import AccessEnabler
import AccessEnablerAPI
internal import PortWrapping

/// Wrong ways with what several applications and releases have of one device, and with applications that lack something.
extension Mutant {
    static let applications: [Mutant] = [
        .changeConfiguration(
            "cached-mvpd-is-ignored", "shows the picker before 1.5 although the MVPD of the last login is known",
            ["AE-AUTHN-010"]
        ) { _, configuration in if configuration.version < SDKVersion(1, 5) { configuration.version = SDKVersion(1, 5) }
        },
        .mutant(
            "can-authenticate-is-ignored", "skips the picker also for an MVPD whose canAuthenticate is false",
            ["AE-AUTHN-012"]
        ) { _, mutation in
            mutation.configuration = { if $0.version >= SDKVersion(1, 5) { $0.version = SDKVersion(1, 4) } }
            mutation.rewriteConfiguration("<canAuthenticate>false</", "<canAuthenticate>true</")
        },
        .changeConfiguration(
            "application-alone", "shares nothing with the other applications of the device",
            ["AE-STO-003", "AE-STO-013"]
        ) { _, configuration in
            let application = configuration.application ?? ""
            configuration.storage = configuration.storage.map { "\($0) for \(application)" }
        },
        .mutant(
            "private-token-is-shared", "shares the token of an MVPD that authenticates per requestor before 1.7",
            ["AE-STO-014"]
        ) { _, mutation in
            mutation.rewriteConfiguration("<authPerRequestor>true</", "<authPerRequestor>false</")
        },
        .changeConfiguration(
            "shares-on-television", "shares tokens between applications on tvOS", ["AE-STO-004"]
        ) { _, configuration in configuration.application = nil },
        .changeConfiguration(
            "update-forgets-tokens", "knows nothing of what an earlier release has stored",
            ["AE-STO-019", "AE-STO-027"]
        ) { _, configuration in
            let version = configuration.version
            configuration.storage = configuration.storage.map { "\($0) of \(version)" }
        },
        .changeConfiguration(
            "svc-comes-late", "navigates in 3.1 where it should show a Safari view controller", ["AE-NAV-016"]
        ) { _, configuration in
            if configuration.version == SDKVersion(3, 1) { configuration.version = SDKVersion(3, 0) }
        },
        .onCallback(
            "lost-without-the-callback", "makes no callback any more once the application lacked one", ["AE-NAV-008"]
        ) { stage, callback in stage.countCallbacks(.presentSafari) > 0 ? [] : [callback] },
        .changeRequests(
            "speaks-in-clear", "speaks plain HTTP where HTTPS was asked for", ["AE-DEV-001"]
        ) { _, request in
            guard request.url.hasPrefix("https://") else { return }
            request.url = "http" + request.url.dropFirst("https".count)
        },
    ]
}

extension Mutation {
    /// Reads every configuration with one text in the place of another.
    fileprivate mutating func rewriteConfiguration(_ old: String, _ new: String) {
        reply = { request, outcome in
            request.isConfiguration ? outcome.changingText { $0.replacing(old, with: new) } : outcome
        }
    }
}
