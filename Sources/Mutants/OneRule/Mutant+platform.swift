import AccessEnabler
import AccessEnablerAPI
internal import PortWrapping
import Synchronization

/// Wrong logins with the device's account.
extension Mutant {
    static let platform: [Mutant] = [
        .changeEnvironment(
            "no-platform-sso", "never asks the device's account", ["AE-SSO-002", "AE-SSO-017", "AE-GETZ-018"]
        ) { _, environment in environment.account = nil },
        .onCallback(
            "picker-without-controller", "presents a picker that is nil", ["AE-SSO-001"], .presentTvProviderDialog
        ) { _, _ in [.picker(.presentTvProviderDialog, nil)] },
        .onCallback(
            "own-dialog-beside-picker", "shows its own dialog beside Apple's picker", ["AE-SSO-002"],
            .presentTvProviderDialog
        ) { _, callback in [callback, Message(.displayProviderDialog, [.init("mvpds", [])])] },
        .onCallback(
            "picker-for-nobody", "presents a picker although no MVPD supports Apple SSO", ["AE-SSO-003"]
        ) { _, callback in
            callback.selector == .displayProviderDialog
                ? [.picker(.presentTvProviderDialog, .reference("picker")), callback] : [callback]
        },
        .onCallback("dismisses-nothing", "has nil dismissed", ["AE-SSO-004"], .dismissTvProviderDialog) { _, _ in
            [.picker(.dismissTvProviderDialog, nil)]
        },
        .onCallback(
            "dismisses-another", "has another dialog dismissed than was presented", ["AE-SSO-004", "AE-SSO-007"],
            .dismissTvProviderDialog
        ) { _, _ in [.picker(.dismissTvProviderDialog, .reference("another"))] },
        .onCallback(
            "dismisses-twice", "has the picker dismissed twice", ["AE-SSO-007"], .dismissTvProviderDialog
        ) { _, callback in [callback, callback] },
        .onCall(
            "dismisses-unasked", "has a picker dismissed that was never presented", ["AE-SSO-007"], .getAuthentication
        ) { stage, call in
            stage.tell(.picker(.dismissTvProviderDialog, .reference("picker")))
            return [call]
        },
        .onCallback(
            "picker-stays", "never has the picker dismissed", ["AE-SSO-005", "AE-SSO-004"], .dismissTvProviderDialog
        ) { _, _ in [] },
        .mutant(
            "picker-dismissed-late", "has the picker dismissed after the status of the login", ["AE-SSO-006"]
        ) { _, mutation in
            let late = Kept<Message?>(nil)
            mutation.callback = { callback in
                switch callback.selector {
                case .dismissTvProviderDialog:
                    late.value = callback
                    return []
                case .setAuthenticationStatus:
                    let dismissal = late.change { exchange(&$0, with: nil) }
                    return [callback] + [dismissal].compactMap(\.self)
                default:
                    return [callback]
                }
            }
        },
        .onCallback(
            "picker-has-no-end", "reports no status after a picker", ["AE-SSO-016", "AE-AUTHN-028"],
            .setAuthenticationStatus
        ) { stage, callback in
            stage.countCallbacks(.presentTvProviderDialog) > 0 && stage.lastCall == .getAuthentication ? [] : [callback]
        },
        .onReply(
            "supported-on-page", "sends the user of a fully supported provider to the login page", ["AE-SSO-017"],
            to: "/config/"
        ) { _, outcome in outcome.changingText { $0.replacing("SUPPORTED", with: "PICKER") } },
        .onReply(
            "picker-only-through-platform", "wants the platform to authenticate a provider that is only in its picker",
            ["AE-SSO-018"], to: "/config/"
        ) { _, outcome in outcome.changingText { $0.replacing("PICKER", with: "SUPPORTED") } },
        .mutant(
            "picker-choice-is-lost", "shows its own dialog after a choice in the picker", ["AE-SSO-019", "AE-SSO-018"]
        ) { _, mutation in
            mutation.alterAccount { account in
                account.news = { news in
                    if case .account = news { .failed(AccountFailure(.unsupportedProvider)) } else { news }
                }
            }
        },
        .onCallback(
            "picker-choice-is-told", "reports N003 for every choice in the picker", ["AE-SSO-019"],
            .dismissTvProviderDialog
        ) { _, callback in
            [callback, .information("N003")]
        },
        .onCallback(
            "no-way-back-from-picker", "does not show its own dialog where Apple SSO will not do",
            ["AE-SSO-021", "AE-SSO-022", "AE-SSO-024"], .displayProviderDialog
        ) { stage, callback in stage.countCallbacks(.status) > 0 ? [] : [callback] },
        .onCallback(
            "no-access-no-login", "ends the login where the account may not be used", ["AE-SSO-020"],
            .displayProviderDialog
        ) { stage, callback in
            stage.countCallbacks(.status) > 0 ? [.authenticationStatus(.error, .genericAuthentication)] : [callback]
        },
        .onCallback(
            "cancelled-picker-logs-in", "reports SUCCESS for a cancelled picker", ["AE-SSO-023"],
            .setAuthenticationStatus
        ) { _, _ in [.authenticationStatus(.success, .userAuthenticated)] },
        .silence(
            "silent-about-access", "does not report that the account may not be used", ["AE-SSO-020"],
            ["VSA403", "VSA404"]),
        .silence("silent-about-other-provider", "does not report 'Other TV Provider'", ["AE-SSO-021"], ["N003"]),
        .silence(
            "silent-about-unsupported-provider", "does not report an unsupported provider", ["AE-SSO-022"], ["N004"]),
        .silence("silent-about-cancelled-picker", "does not report a cancelled picker", ["AE-SSO-023"], ["N005"]),
        .silence("silent-about-failing-account", "does not report that the account failed", ["AE-SSO-024"], ["VSA503"]),
        .silence("logout-forgets-the-platform", "does not report VSA203 at a logout", ["AE-LOG-009"], ["VSA203"]),
        .onCall(
            "picker-when-authenticated", "presents a picker to who is authenticated", ["AE-SSO-015"],
            .getAuthenticationFilter
        ) { stage, call in
            if stage.hasSucceeded { stage.tell(.picker(.presentTvProviderDialog, .reference("picker"))) }
            return [call]
        },
        .onCall(
            "check-presents-picker", "presents a picker for a check", ["AE-SSO-027"], .checkAuthentication
        ) { stage, call in
            stage.tell(.picker(.presentTvProviderDialog, .reference("picker")))
            return [call]
        },
        .onCallback(
            "adoption-is-told", "reports the device's account at once", ["AE-REQ-022"], .setRequestorComplete
        ) { _, callback in [callback, .authenticationStatus(.success, .userAuthenticated)] },
        .onCallback(
            "adoption-asks-the-user", "presents a picker during setRequestor", ["AE-REQ-022"], .setRequestorComplete
        ) { _, callback in [.picker(.presentTvProviderDialog, .reference("picker")), callback] },
        .mutant(
            "account-trouble-is-a-sign-out", "forgets the login when the device's account does not answer",
            ["AE-STO-001"]
        ) { stage, mutation in
            let storage = Kept<(any TokenStorage)?>(nil)
            let account = Kept<(any PlatformAccount)?>(nil)
            mutation.environment = { environment in
                storage.value = environment.storage
                account.value = environment.account
            }
            mutation.onCallback(.setRequestorComplete) { callback in
                guard stage.hasSucceeded else { return [callback] }
                account.value?.request(AccountRequest(providers: [], mayAskUser: false)) { news in
                    guard news == .failed(AccountFailure(.serviceTemporarilyUnavailable)) else { return }
                    storage.value?.forget { $0.hasPrefix("tokens/") }
                }
                return [callback]
            }
        },
    ]

    /// Wrong contents of the picker.
    static let picker: [Mutant] = [
        .onCall(
            "filter-is-ignored", "offers every MVPD that supports SSO, whatever the filter says",
            ["AE-SSO-026", "AE-SSO-013", "AE-SSO-014", "AE-SSO-009"]
        ) { _, call in
            switch call.selector {
            case .getAuthenticationFilter, .getAuthenticationWithDataAndFilter: [Message(.getAuthentication)]
            default: [call]
            }
        },
        .mutant(
            "filter-offers-everyone", "offers the filter's MVPDs also where they do not support SSO", ["AE-SSO-012"]
        ) { stage, mutation in
            mutation.changeQuestions { question in
                if question.mayAskUser, let filter = stage.filter { question.providers = filter }
            }
        },
        .mutant("picker-in-own-order", "offers the providers in an order of its own", ["AE-SSO-013"]) { _, mutation in
            mutation.changeQuestions { $0.providers.reverse() }
        },
        .mutant("nobody-featured", "marks no provider as featured", ["AE-SSO-014"]) { _, mutation in
            mutation.changeQuestions { $0.featured = [] }
        },
    ]
}

extension Mutation {
    /// Asks the account something else than the reference does.
    fileprivate mutating func changeQuestions(_ change: @escaping @Sendable (inout AccountRequest) -> Void) {
        alterAccount { account in
            account.question = { question in
                var question = question
                change(&question)
                return question
            }
        }
    }
}
