internal import AccessEnablerAPI
internal import PortWrapping

/// Wrong ways to the login page.
extension Mutant {
    static let navigation: [Mutant] = [
        .mutant(
            "navigates-to-wrong-provider", "sends the user to another provider's login page",
            ["AE-NAV-002", "AE-SP-008", "AE-SP-007"]
        ) { stage, mutation in
            mutation.callback = { callback in
                guard let url = callback["url"]?.stringValue, let other = stage.elsewhere(url) else {
                    return [callback]
                }
                return [callback.with("url", .string(other))]
            }
        },
        .mutant(
            "navigates-somewhere", "sends the user to a URL that is no endpoint", ["AE-NAV-001", "AE-NAV-002"]
        ) { stage, mutation in
            mutation.callback = { callback in
                guard callback["url"] != nil else { return [callback] }
                return [callback.with("url", .string("\(stage.urls.first ?? "")/welcome"))]
            }
        },
        .mutant("does-not-navigate", "never sends the user to a login page", ["AE-SEL-004", "AE-AUTHN-013"]) {
            _, mutation in
            mutation.callback = { callback in
                let pages: [Selector] = [.navigateToUrl, .navigateToUrlUseSVC, .presentSafari]
                return pages.contains(callback.selector) ? [] : [callback]
            }
        },
        .mutant("both-navigations", "calls both navigation callbacks for one page", ["AE-NAV-006"]) { _, mutation in
            mutation.callback = { callback in
                switch callback.selector {
                case .navigateToUrl:
                    [callback, Message(.navigateToUrlUseSVC, callback.arguments + [.init("useSVC", true)])]
                case .navigateToUrlUseSVC: [callback, Message(.navigateToUrl, [callback.arguments[0]])]
                default: [callback]
                }
            }
        },
        .mutant(
            "never-svc", "uses navigateToUrl: also for MVPDs that need a Safari view controller",
            ["AE-NAV-004", "AE-OPT-007"]
        ) {
            _, mutation in
            mutation.onCallback(.navigateToUrlUseSVC) { [Message(.navigateToUrl, [$0.arguments[0]])] }
        },
        .mutant("svc-for-everyone", "uses navigateToUrl:useSVC: for every MVPD", ["AE-NAV-004", "AE-NAV-005"]) {
            _, mutation in
            mutation.onCallback(.navigateToUrl) {
                [Message(.navigateToUrlUseSVC, $0.arguments + [.init("useSVC", true)])]
            }
        },
        .mutant("use-svc-false", "calls navigateToUrl:useSVC: with NO", ["AE-NAV-007", "AE-OPT-007"]) { _, mutation in
            mutation.onCallback(.navigateToUrlUseSVC) { [$0.with("useSVC", false)] }
        },
        .mutant(
            "presents-safari-itself", "presents the Safari view controller although the application handles it",
            ["AE-OPT-007", "AE-NAV-004"]
        ) { _, mutation in
            mutation.onCall(.setOptions) { call in
                var options = call["options"]?.objectValue ?? [:]
                options["handleSVC"] = nil
                return [call.with("options", .object(options))]
            }
        },
        .mutant(
            "hands-svc-over", "leaves the Safari view controller to an application that does not handle it",
            ["AE-OPT-006"]
        ) { _, mutation in
            mutation.onCallback(.presentSafari) {
                [Message(.navigateToUrlUseSVC, $0.arguments + [.init("useSVC", true)])]
            }
        },
        .mutant(
            "does-not-present", "neither shows a page that needs a Safari view controller nor has it shown",
            ["AE-NAV-009", "AE-NAV-016", "AE-OPT-006"]
        ) { _, mutation in
            mutation.onCallback(.presentSafari) { _ in [] }
        },
        .mutant(
            "web-view-for-safari", "has the application load a page that needs a Safari view controller",
            ["AE-NAV-009", "AE-NAV-016", "AE-OPT-006"]
        ) { _, mutation in
            mutation.onCallback(.presentSafari) { [Message(.navigateToUrl, [$0.arguments[0]])] }
        },
        .mutant(
            "presents-and-tells", "presents the page itself and has the application load it",
            ["AE-OPT-006", "AE-NAV-006"]
        ) {
            _, mutation in
            mutation.onCallback(.presentSafari) {
                [$0, Message(.navigateToUrlUseSVC, $0.arguments + [.init("useSVC", true)])]
            }
        },
        .mutant("wrong-redirect", "opens the login page without a redirect URL", ["AE-NAV-013", "AE-NAV-014"]) {
            _, mutation in
            mutation.callback = { callback in
                guard let url = callback["url"]?.stringValue, let start = url.firstRange(of: "redirect_url=") else {
                    return [callback]
                }
                let rest = url[start.upperBound...].drop { $0 != "&" }
                return [
                    callback.with("url", .string(url[..<start.upperBound] + "https%3A%2F%2Fexample.invalid" + rest))
                ]
            }
        },
        .mutant("page-on-television", "opens a login page on tvOS", ["AE-TV-003"]) { stage, mutation in
            mutation.onCallback(.status) { callback in
                let page = "\(stage.urls.first ?? "")/adobe-services/authenticate/saml?noflash=true"
                return callback["statusDictionary"]?.objectValue?["errorId"] == "REGCODE"
                    ? [callback, Message(.navigateToUrl, [.init("url", .string(page))])] : [callback]
            }
        },
    ]
}
