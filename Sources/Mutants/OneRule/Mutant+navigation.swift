internal import AccessEnablerAPI
internal import PortWrapping

/// Wrong ways to the login page.
extension Mutant {
    static let navigation: [Mutant] = [
        .onCallback(
            "navigates-to-wrong-provider", "sends the user to another provider's login page",
            ["AE-NAV-002", "AE-SP-008", "AE-SP-007"]
        ) { stage, callback in
            [callback.changingText("url") { stage.elsewhere($0) ?? $0 }]
        },
        .onCallback(
            "navigates-somewhere", "sends the user to a URL that is no endpoint", ["AE-NAV-001", "AE-NAV-002"]
        ) { stage, callback in
            [callback.changingText("url") { _ in "\(stage.urls.first ?? "")/welcome" }]
        },
        .onCallback(
            "does-not-navigate", "never sends the user to a login page", ["AE-SEL-004", "AE-AUTHN-013"]
        ) { _, callback in
            let pages: [Selector] = [.navigateToUrl, .navigateToUrlUseSVC, .presentSafari]
            return pages.contains(callback.selector) ? [] : [callback]
        },
        .onCallback("both-navigations", "calls both navigation callbacks for one page", ["AE-NAV-006"]) { _, callback in
            switch callback.selector {
            case .navigateToUrl:
                [callback, Message(.navigateToUrlUseSVC, callback.arguments + [.init("useSVC", true)])]
            case .navigateToUrlUseSVC: [callback, Message(.navigateToUrl, [callback.arguments[0]])]
            default: [callback]
            }
        },
        .onCallback(
            "never-svc", "uses navigateToUrl: also for MVPDs that need a Safari view controller",
            ["AE-NAV-004", "AE-OPT-007"], .navigateToUrlUseSVC
        ) { _, callback in [Message(.navigateToUrl, [callback.arguments[0]])] },
        .onCallback(
            "svc-for-everyone", "uses navigateToUrl:useSVC: for every MVPD", ["AE-NAV-004", "AE-NAV-005"],
            .navigateToUrl
        ) { _, callback in [Message(.navigateToUrlUseSVC, callback.arguments + [.init("useSVC", true)])] },
        .onCallback(
            "use-svc-false", "calls navigateToUrl:useSVC: with NO", ["AE-NAV-007", "AE-OPT-007"], .navigateToUrlUseSVC
        ) { _, callback in [callback.with("useSVC", false)] },
        .onCall(
            "presents-safari-itself", "presents the Safari view controller although the application handles it",
            ["AE-OPT-007", "AE-NAV-004"], .setOptions
        ) { _, call in [call.changingMembers("options") { $0["handleSVC"] = nil }] },
        .mutant(
            "svc-is-not-taken-back", "leaves Safari view controllers to an application that handled them before",
            ["AE-OPT-006", "AE-OPT-004"]
        ) { _, mutation in
            let isHandled = Kept(false)
            mutation.onCall(.setOptions) { call in
                let changed = call.changingMembers("options") { options in
                    if options["handleSVC"] == true { isHandled.value = true }
                    if isHandled.value, options["handleSVC"] != nil { options["handleSVC"] = true }
                }
                return [changed]
            }
        },
        .onCallback(
            "hands-svc-over", "leaves the Safari view controller to an application that does not handle it",
            ["AE-OPT-006"], .presentSafari
        ) { _, callback in [Message(.navigateToUrlUseSVC, callback.arguments + [.init("useSVC", true)])] },
        .onCallback(
            "does-not-present", "neither shows a page that needs a Safari view controller nor has it shown",
            ["AE-NAV-009", "AE-NAV-016", "AE-OPT-006"], .presentSafari
        ) { _, _ in [] },
        .onCallback(
            "web-view-for-safari", "has the application load a page that needs a Safari view controller",
            ["AE-NAV-009", "AE-NAV-016", "AE-OPT-006"], .presentSafari
        ) { _, callback in [Message(.navigateToUrl, [callback.arguments[0]])] },
        .onCallback(
            "presents-and-tells", "presents the page itself and has the application load it",
            ["AE-OPT-006", "AE-NAV-006"], .presentSafari
        ) { _, callback in [callback, Message(.navigateToUrlUseSVC, callback.arguments + [.init("useSVC", true)])] },
        .onCallback(
            "wrong-redirect", "opens the login page without a redirect URL", ["AE-NAV-013", "AE-NAV-014"]
        ) { _, callback in [callback.redirecting(to: "https%3A%2F%2Fexample.invalid")] },
        .onCallback(
            "safari-logout-comes-back-elsewhere", "ends the logout in a Safari view controller at adobepass://ios.app",
            ["AE-LOG-013"], .navigateToUrlUseSVC
        ) { _, callback in
            let isLogout = callback["url"]?.stringValue?.contains("/logout") ?? false
            return [isLogout ? callback.redirecting(to: "adobepass%3A%2F%2Fios.app") : callback]
        },
        .onCallback("page-on-television", "opens a login page on tvOS", ["AE-TV-003"], .status) { stage, callback in
            callback.statusID == "REGCODE" ? [callback, .navigation(to: stage.loginPage)] : [callback]
        },
    ]
}

extension Message {
    /// With a page that leads back to another address, percent-encoded.
    fileprivate func redirecting(to address: String) -> Message {
        changingText("url") { url in
            guard let start = url.firstRange(of: "redirect_url=") else { return url }
            return url[..<start.upperBound] + address + url[start.upperBound...].drop { $0 != "&" }
        }
    }
}
