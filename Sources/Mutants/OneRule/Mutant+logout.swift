internal import AccessEnablerAPI
internal import PortWrapping

/// Wrong logouts.
extension Mutant {
    static let logout: [Mutant] = [
        .alterStorage(
            "logout-keeps-token", "keeps tokens at a logout", ["AE-LOG-006", "AE-LOG-007", "AE-LOG-008", "AE-LOG-016"]
        ) { _, storage in storage.removes = { !$0.hasPrefix("tokens/") } },
        .alterStorage("logout-keeps-authorizations", "keeps authorizations at a logout", ["AE-LOG-008"]) { _, storage in
            storage.removes = { !$0.contains("/authorization/") }
        },
        .alterStorage(
            "logout-of-one-programmer", "keeps the tokens of other programmers at a logout", ["AE-LOG-007"]
        ) { stage, storage in storage.removes = { $0.contains("/\(stage.requestor)") } },
        .alterStorage(
            "logout-of-one-login", "keeps the tokens of other MVPDs at a logout", ["AE-LOG-006", "AE-LOG-007"]
        ) { stage, storage in
            storage.removes = { key in
                !key.hasPrefix("tokens/") || key.contains("/\(stage.selected ?? "")/")
            }
        },
        .onCallback(
            "logout-has-no-page", "does not send the user to the logout page", ["AE-LOG-002"]
        ) { stage, callback in
            guard callback["url"]?.stringValue?.contains("/logout") ?? false else { return [callback] }
            stage.call(Message(.handleExternalURL, [.init("url", "adobepass://ios.app")]))
            return []
        },
        .onCallback(
            "logout-names-nobody", "sends the user to a page that ends no session at the service", ["AE-LOG-020"]
        ) { _, callback in
            [callback.changingText("url") { $0.replacing("/adobe-services/logout", with: "/logged-out") }]
        },
        .onCallback(
            "logout-has-no-end", "does not report the end of a logout", ["AE-LOG-004", "AE-URL-007"],
            .setAuthenticationStatus
        ) { stage, callback in
            stage.count(of: .logout) > 0 && [.logout, .handleExternalURL].contains(stage.lastCall) ? [] : [callback]
        },
        .onCallback(
            "logout-ends-twice", "reports the end of a logout twice", ["AE-LOG-021"], .setAuthenticationStatus
        ) { stage, callback in
            callback["status"] == 0 && [.logout, .handleExternalURL].contains(stage.lastCall)
                && stage.count(of: .logout) > 0 ? [callback, callback] : [callback]
        },
        .onCallback(
            "logout-reports-success", "reports the end of a logout as SUCCESS",
            ["AE-LOG-004", "AE-STAT-009", "AE-URL-007"], .setAuthenticationStatus
        ) { stage, callback in
            stage.count(of: .logout) > 0 && [.logout, .handleExternalURL].contains(stage.lastCall)
                ? [.authenticationStatus(.success, .userAuthenticated)] : [callback]
        },
        .onCallback(
            "logout-is-early", "reports the end of a logout before the page has ended", ["AE-LOG-005"]
        ) { stage, callback in
            guard callback["url"]?.stringValue?.contains("/logout") ?? false else { return [callback] }
            stage.call(Message(.handleExternalURL, [.init("url", "adobepass://ios.app")]))
            return [callback]
        },
        .onCall("logout-speaks-of-apple", "reports VSA203 for every logout", ["AE-LOG-010"], .logout) { stage, call in
            stage.tell(.information("VSA203"))
            return [call]
        },
        .onCall(
            "logout-page-on-television", "sends the user to a logout page on tvOS", ["AE-LOG-003"], .logout
        ) { stage, call in
            let page = "\(stage.urls.first ?? "")/adobe-services/logout?requestor_id=\(stage.requestor)"
            stage.tell(.navigation(to: page))
            return [call]
        },
        .onCall(
            "logout-keeps-the-mvpd", "goes on with the old MVPD after a logout", ["AE-LOG-016", "AE-AUTHN-007"],
            .getAuthentication
        ) { stage, call in
            guard stage.count(of: .logout) > 0, let id = stage.selected else { return [call] }
            return [.selection(id), call]
        },
        .mutant(
            "logout-answers-a-check-twice", "answers a check that a logout overtakes, and again when its reply comes",
            ["AE-CHKZ-007"]
        ) { stage, mutation in
            let asked = Kept<Value?>(nil)
            mutation.call = { call in
                if call.selector == .checkAuthorization { asked.value = call["resource"] }
                guard call.selector == .logout, let resource = asked.change({ exchange(&$0, with: nil) })
                else { return [call] }
                stage.tell(.failedAuthorization(resource, .userNotAuthenticated))
                return [call]
            }
            mutation.callback = { callback in
                if callback["resource"] == asked.value { asked.value = nil }
                return [callback]
            }
        },
    ]
}
