import AccessEnabler
import AccessEnablerAPI
internal import PortWrapping

/// Wrong ways with what several applications and releases have of one device, and with applications that lack something.
extension Mutant {
    static let applications: [Mutant] = [
        .mutant(
            "cached-mvpd-is-ignored", "shows the picker before 1.5 although the MVPD of the last login is known",
            ["AE-AUTHN-010"]
        ) { _, mutation in
            mutation.configuration = { if $0.version < SDKVersion(1, 5) { $0.version = SDKVersion(1, 5) } }
        },
        .mutant(
            "can-authenticate-is-ignored", "skips the picker also for an MVPD whose canAuthenticate is false",
            ["AE-AUTHN-012"]
        ) { _, mutation in
            mutation.configuration = { if $0.version >= SDKVersion(1, 5) { $0.version = SDKVersion(1, 4) } }
            mutation.rewriteConfiguration("<canAuthenticate>false</", "<canAuthenticate>true</")
        },
        .mutant(
            "application-alone", "shares nothing with the other applications of the device",
            ["AE-STO-003", "AE-STO-013"]
        ) { _, mutation in
            mutation.configuration = { configuration in
                let application = configuration.application ?? ""
                configuration.storage = configuration.storage.map { "\($0) for \(application)" }
            }
        },
        .mutant(
            "private-token-is-shared", "shares the token of an MVPD that authenticates per requestor before 1.7",
            ["AE-STO-014"]
        ) { _, mutation in
            mutation.rewriteConfiguration("<authPerRequestor>true</", "<authPerRequestor>false</")
        },
        .mutant("shares-on-television", "shares tokens between applications on tvOS", ["AE-STO-004"]) { _, mutation in
            mutation.configuration = { $0.application = nil }
        },
        .mutant(
            "update-forgets-tokens", "knows nothing of what an earlier release has stored",
            ["AE-STO-019", "AE-STO-027"]
        ) { _, mutation in
            mutation.configuration = { configuration in
                let version = configuration.version
                configuration.storage = configuration.storage.map { "\($0) of \(version)" }
            }
        },
        .mutant("svc-comes-late", "navigates in 3.1 where it should show a Safari view controller", ["AE-NAV-016"]) {
            _, mutation in
            mutation.configuration = { if $0.version == SDKVersion(3, 1) { $0.version = SDKVersion(3, 0) } }
        },
        .mutant(
            "lost-without-the-callback", "makes no callback any more once the application lacked one",
            ["AE-NAV-008"]
        ) { stage, mutation in
            mutation.callback = { stage.countCallbacks(.presentSafari) > 0 ? [] : [$0] }
        },
        .mutant("speaks-in-clear", "speaks plain HTTP where HTTPS was asked for", ["AE-DEV-001"]) { _, mutation in
            mutation.changeRequests { request in
                guard request.url.hasPrefix("https://") else { return }
                request.url = "http" + request.url.dropFirst("https".count)
            }
        },
    ]
}

extension Mutation {
    /// Reads every configuration with one text in the place of another.
    fileprivate mutating func rewriteConfiguration(_ old: String, _ new: String) {
        reply = { request, outcome in
            guard request.isConfiguration, case .success(var reply) = outcome else { return outcome }
            reply.body = Array(String(decoding: reply.body, as: UTF8.self).replacing(old, with: new).utf8)
            return .success(reply)
        }
    }
}
