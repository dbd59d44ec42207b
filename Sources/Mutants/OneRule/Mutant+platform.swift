import AccessEnabler
import AccessEnablerAPI
internal import PortWrapping
import Synchronization

/// Wrong logins with the device's account.
extension Mutant {
    static let platform: [Mutant] = [
        .mutant(
            "no-platform-sso", "never asks the device's account", ["AE-SSO-002", "AE-SSO-017", "AE-GETZ-018"]
        ) { _, mutation in
            mutation.environment = { $0.account = nil }
        },
        .mutant("picker-without-controller", "presents a picker that is nil", ["AE-SSO-001"]) { _, mutation in
            mutation.onCallback(.presentTvProviderDialog) { _ in [.picker(.presentTvProviderDialog, nil)] }
        },
        .mutant("own-dialog-beside-picker", "shows its own dialog beside Apple's picker", ["AE-SSO-002"]) {
            _, mutation in
            mutation.onCallback(.presentTvProviderDialog) {
                [$0, Message(.displayProviderDialog, [.init("mvpds", [])])]
            }
        },
        .mutant("picker-for-nobody", "presents a picker although no MVPD supports Apple SSO", ["AE-SSO-003"]) {
            _, mutation in
            mutation.callback = { callback in
                callback.selector == .displayProviderDialog
                    ? [.picker(.presentTvProviderDialog, .reference("picker")), callback] : [callback]
            }
        },
        .mutant("dismisses-nothing", "has nil dismissed", ["AE-SSO-004"]) { _, mutation in
            mutation.onCallback(.dismissTvProviderDialog) { _ in [.picker(.dismissTvProviderDialog, nil)] }
        },
        .mutant("dismisses-another", "has another dialog dismissed than was presented", ["AE-SSO-004"]) {
            _, mutation in
            mutation.onCallback(.dismissTvProviderDialog) { _ in
                [.picker(.dismissTvProviderDialog, .reference("another"))]
            }
        },
        .mutant("dismisses-twice", "has the picker dismissed twice", ["AE-SSO-007"]) { _, mutation in
            mutation.onCallback(.dismissTvProviderDialog) { [$0, $0] }
        },
        .mutant("dismisses-unasked", "has a picker dismissed that was never presented", ["AE-SSO-007"]) {
            stage, mutation in
            mutation.onCall(.getAuthentication) { call in
                stage.tell(.picker(.dismissTvProviderDialog, .reference("picker")))
                return [call]
            }
        },
        .mutant("picker-stays", "never has the picker dismissed", ["AE-SSO-005", "AE-SSO-004"]) { _, mutation in
            mutation.onCallback(.dismissTvProviderDialog) { _ in [] }
        },
        .mutant(
            "picker-dismissed-late", "has the picker dismissed after the status of the login", ["AE-SSO-006"]
        ) { _, mutation in
            let late = Mutex<Message?>(nil)
            mutation.callback = { callback in
                switch callback.selector {
                case .dismissTvProviderDialog:
                    late.withLock { $0 = callback }
                    return []
                case .setAuthenticationStatus:
                    let dismissal = late.withLock { late in
                        defer { late = nil }
                        return late
                    }
                    return [callback] + [dismissal].compactMap(\.self)
                default:
                    return [callback]
                }
            }
        },
        .mutant("picker-has-no-end", "reports no status after a picker", ["AE-SSO-016", "AE-AUTHN-028"]) {
            stage, mutation in
            mutation.onCallback(.setAuthenticationStatus) { callback in
                stage.countCallbacks(.presentTvProviderDialog) > 0 && stage.lastCall == .getAuthentication
                    ? [] : [callback]
            }
        },
        .mutant(
            "supported-on-page", "sends the user of a fully supported provider to the login page", ["AE-SSO-017"]
        ) { _, mutation in
            mutation.onReply("/config/") { $0.replacing("SUPPORTED", with: "PICKER") }
        },
        .mutant(
            "picker-only-through-platform", "wants the platform to authenticate a provider that is only in its picker",
            ["AE-SSO-018"]
        ) { _, mutation in
            mutation.onReply("/config/") { $0.replacing("PICKER", with: "SUPPORTED") }
        },
        .mutant(
            "picker-choice-is-lost", "shows its own dialog after a choice in the picker", ["AE-SSO-019", "AE-SSO-018"]
        ) { _, mutation in
            mutation.alterAccount { account in
                account.news = { news in
                    if case .account = news { .failed(AccountFailure(.unsupportedProvider)) } else { news }
                }
            }
        },
        .mutant("picker-choice-is-told", "reports N003 for every choice in the picker", ["AE-SSO-019"]) {
            _, mutation in
            mutation.onCallback(.dismissTvProviderDialog) { callback in
                [callback, Message(.status, [.init("statusDictionary", ["errorId": "N003", "level": "information"])])]
            }
        },
        .mutant(
            "no-way-back-from-picker", "does not show its own dialog where Apple SSO will not do",
            ["AE-SSO-021", "AE-SSO-022", "AE-SSO-024"]
        ) { stage, mutation in
            mutation.onCallback(.displayProviderDialog) { callback in
                stage.countCallbacks(.status) > 0 ? [] : [callback]
            }
        },
        .mutant("no-access-no-login", "ends the login where the account may not be used", ["AE-SSO-020"]) {
            stage, mutation in
            mutation.onCallback(.displayProviderDialog) { callback in
                stage.countCallbacks(.status) > 0 ? [.authenticationStatus(.error, .genericAuthentication)] : [callback]
            }
        },
        .mutant("cancelled-picker-logs-in", "reports SUCCESS for a cancelled picker", ["AE-SSO-023"]) {
            _, mutation in
            mutation.onCallback(.setAuthenticationStatus) { _ in [.authenticationStatus(.success, .userAuthenticated)] }
        },
        .mutant("silent-about-access", "does not report that the account may not be used", ["AE-SSO-020"]) {
            _, mutation in
            mutation.silence(["VSA403", "VSA404"])
        },
        .mutant("silent-about-other-provider", "does not report 'Other TV Provider'", ["AE-SSO-021"]) {
            _, mutation in
            mutation.silence(["N003"])
        },
        .mutant("silent-about-unsupported-provider", "does not report an unsupported provider", ["AE-SSO-022"]) {
            _, mutation in
            mutation.silence(["N004"])
        },
        .mutant("silent-about-cancelled-picker", "does not report a cancelled picker", ["AE-SSO-023"]) {
            _, mutation in
            mutation.silence(["N005"])
        },
        .mutant("silent-about-failing-account", "does not report that the account failed", ["AE-SSO-024"]) {
            _, mutation in
            mutation.silence(["VSA503"])
        },
        .mutant("logout-forgets-the-platform", "does not report VSA203 at a logout", ["AE-LOG-009"]) { _, mutation in
            mutation.silence(["VSA203"])
        },
        .mutant(
            "picker-when-authenticated", "presents a picker to who is authenticated", ["AE-SSO-015"]
        ) { stage, mutation in
            mutation.onCall(.getAuthenticationFilter) { call in
                if stage.hasSucceeded { stage.tell(.picker(.presentTvProviderDialog, .reference("picker"))) }
                return [call]
            }
        },
        .mutant("check-presents-picker", "presents a picker for a check", ["AE-SSO-027"]) { stage, mutation in
            mutation.onCall(.checkAuthentication) { call in
                stage.tell(.picker(.presentTvProviderDialog, .reference("picker")))
                return [call]
            }
        },
        .mutant("adoption-is-told", "reports the device's account at once", ["AE-REQ-022"]) { _, mutation in
            mutation.onCallback(.setRequestorComplete) {
                [$0, .authenticationStatus(.success, .userAuthenticated)]
            }
        },
        .mutant("adoption-asks-the-user", "presents a picker during setRequestor", ["AE-REQ-022"]) { stage, mutation in
            mutation.onCallback(.setRequestorComplete) {
                [.picker(.presentTvProviderDialog, .reference("picker")), $0]
            }
        },
    ]

    /// Wrong contents of the picker.
    static let picker: [Mutant] = [
        .mutant(
            "filter-is-ignored", "offers every MVPD that supports SSO, whatever the filter says",
            ["AE-SSO-026", "AE-SSO-013", "AE-SSO-014", "AE-SSO-009"]
        ) { _, mutation in
            mutation.call = { call in
                switch call.selector {
                case .getAuthenticationFilter, .getAuthenticationWithDataAndFilter: [Message(.getAuthentication)]
                default: [call]
                }
            }
        },
        .mutant(
            "filter-offers-everyone", "offers the filter's MVPDs also where they do not support SSO", ["AE-SSO-012"]
        ) { stage, mutation in
            mutation.alterAccount { account in
                account.question = { question in
                    var question = question
                    if question.mayAskUser, let filter = stage.filter { question.providers = filter }
                    return question
                }
            }
        },
        .mutant("picker-in-own-order", "offers the providers in an order of its own", ["AE-SSO-013"]) { _, mutation in
            mutation.alterAccount { account in
                account.question = { question in
                    var question = question
                    question.providers.reverse()
                    return question
                }
            }
        },
        .mutant("nobody-featured", "marks no provider as featured", ["AE-SSO-014"]) { _, mutation in
            mutation.alterAccount { account in
                account.question = { question in
                    var question = question
                    question.featured = []
                    return question
                }
            }
        },
    ]
}

extension Mutation.Outcome {
    /// The reply with a word replaced in its body.
    fileprivate func replacing(_ word: String, with other: String) -> Self {
        map { reply in
            var reply = reply
            let text = String(decoding: reply.body, as: UTF8.self)
            reply.body = Array(text.replacing(word, with: other).utf8)
            return reply
        }
    }
}
