import AccessEnablerAPI
internal import ServiceProtocol

/// What the short steps stand for.
///
/// A macro is nothing but the steps it writes; whoever reads a trace sees those.
struct Macros {
    /// On which platform and in which release the application does it.
    let idiom: Idiom

    func step(_ action: Step.Action, _ text: String, cites: [String] = []) -> Step {
        Step(action: action, label: nil, cites: cites, text: text)
    }

    func call(_ selector: Selector, _ arguments: (String, Template)..., text: String? = nil) -> Step {
        call(selector, arguments, text: text)
    }

    func call(_ selector: Selector, _ arguments: [(String, Template)], text: String? = nil) -> Step {
        step(.call(selector, arguments.map { Step.Argument(name: $0.0, value: $0.1) }), text ?? "call \(selector)")
    }

    /// `cites` are the statements that are broken when the callback does not come: a short step that cannot be done
    /// says nothing about the statements of the contract it stands in.
    func wait(for selector: Selector, _ conditions: (String, Matcher)..., cites: [String]) -> Step {
        let pattern = Pattern(
            .callback(selector), conditions: conditions.map { Pattern.Condition(path: [$0.0], matcher: $0.1) })
        return step(.await(pattern, due: .atOnce), "await \(selector)", cites: cites)
    }

    /// The configuration phase with these service providers, to its successful end (AE-REQ-008).
    func configure(_ providers: [String], as requestor: String) -> [Step] {
        [
            startConfiguration(providers, as: requestor, text: "configure"),
            wait(for: .setRequestorComplete, ("status", .symbol("SUCCESS")), cites: ["AE-REQ-008"]),
        ]
    }

    /// Until all of several providers have been heard: the phase may have ended with the first of them (AE-SP-017).
    func settle(_ providers: [String]) -> [Step] {
        providers.count > 1 ? [step(.quiesce(outlasting: .shown), "until all providers were heard")] : []
    }

    /// The call that begins a configuration phase with these service providers.
    ///
    /// Before 3.0 the requestor's ID is signed, and on tvOS keys are given (AE-REQ-003, AE-REQ-004).
    func startConfiguration(
        _ providers: [String], as requestor: String, text: String = "start the configuration"
    ) -> Step {
        let id = ("requestorID", Template("$\(requestor)"))
        let urls = ("urls", Template.array(providers.map { Template("$\($0)") }))
        let proof = ("signedRequestorID", Template("$signed-\(requestor)"))
        let keys = [("secret", Template("$secret")), ("publicKey", Template("$public-key"))]
        return switch (idiom.isSigned, idiom.isTelevision) {
        case (false, _): call(.setRequestorServiceProviders, [id, urls], text: text)
        case (true, false): call(.setRequestorSignedServiceProviders, [id, proof, urls], text: text)
        case (true, true): call(.setRequestorSecretServiceProviders, [id, proof, urls] + keys, text: text)
        }
    }

    /// The classic flow with this MVPD, to its successful end (AE-AUTHN-020); on tvOS that of a second screen.
    func signIn(_ mvpd: String) -> [Step] {
        guard !idiom.isTelevision else { return signInElsewhere(mvpd) }
        return [
            call(.getAuthentication),
            wait(for: .displayProviderDialog, cites: ["AE-AUTHN-008"]),
            choose(mvpd, text: "choose \(mvpd)"),
            wait(for: .navigateToUrl, cites: ["AE-SEL-004"]),
            step(.browse(.signIn), "browse: sign-in"),
            handleExternalURL(),
            wait(for: .setAuthenticationStatus, ("status", .symbol("SUCCESS")), cites: ["AE-AUTHN-017", "AE-URL-003"]),
        ]
    }

    /// The flow of tvOS with this MVPD, to its successful end on a second screen (AE-TV-001, AE-TV-004).
    func signInElsewhere(_ mvpd: String) -> [Step] {
        [
            call(.getAuthentication),
            wait(for: .displayProviderDialog, cites: ["AE-AUTHN-008"]),
            choose(mvpd, text: "choose \(mvpd)"),
            step(.await(Pattern(.loginOffered), due: .atOnce), "await the registration code", cites: ["AE-TV-001"]),
            step(.browse(.secondScreen), "browse: second-screen"),
            wait(for: .setAuthenticationStatus, ("status", .symbol("SUCCESS")), cites: ["AE-AUTHN-017", "AE-TV-004"]),
        ]
    }

    /// What the user does when the flow has handed over, and the way back to the application.
    ///
    /// On tvOS the user is at a second screen, and nothing comes back (AE-TV-004).
    func logIn(_ way: Step.Browse) -> [Step] {
        guard !idiom.isTelevision else { return [step(.browse(.secondScreen), "browse: second-screen")] }
        return [step(.browse(way), "browse: \(way.rawValue)"), handleExternalURL()]
    }

    /// A logout to its end: over its page on iOS (AE-LOG-002), at once on tvOS (AE-LOG-003).
    ///
    /// Before 3.0 the page needs no way back.
    func logOut() -> [Step] {
        let end = wait(for: .setAuthenticationStatus, ("status", .symbol("ERROR")), cites: ["AE-LOG-004"])
        guard idiom.opensLogoutPages else { return [call(.logout), end] }
        let page = wait(for: .navigateToUrl, cites: ["AE-LOG-002"])
        let way = idiom.isSigned ? [] : [handleExternalURL()]
        return [call(.logout), page, step(.browse(.follow), "browse: follow")] + way + [end]
    }

    /// nil is the user's cancellation (AE-SEL-008).
    func choose(_ mvpd: String?, text: String) -> Step {
        let value = mvpd.map { Template("$\($0)") } ?? .literal(.null)
        return call(.setSelectedProvider, ("mvpdId", value), text: text)
    }

    /// The application hands over the custom URL the browser came to (AE-NAV-011).
    ///
    /// Before 3.0 it only says that the browser came there (AE-URL-010).
    func handleExternalURL() -> Step {
        guard !idiom.isSigned else { return call(.getAuthenticationToken, text: "return to the application") }
        return call(.handleExternalURL, ("url", Template("$browser.url")), text: "return to the application")
    }

    /// Learns each MVPD's provider from where its login starts, and cancels there (AE-NAV-002, AE-TV-001).
    ///
    /// A request for a registration code need not name the MVPD; where the port asks for the end of the login says it, too.
    func probeBindings(_ mvpds: [String]) -> [Step] {
        let poll = step(
            .await(Pattern(.request(.poll)), due: .undocumented), "await a poll for the login", cites: ["AE-TV-002"])
        return mvpds.flatMap { mvpd in
            [
                call(.getAuthentication, text: "probe \(mvpd)"),
                wait(for: .displayProviderDialog, cites: ["AE-AUTHN-008"]),
                choose(mvpd, text: "choose \(mvpd)"),
                step(
                    .await(Pattern(.loginOffered), due: .atOnce), "await the offer of a login",
                    cites: ["AE-SEL-002", "AE-SEL-004"]),
            ] + (idiom.isTelevision ? [poll] : []) + [
                choose(nil, text: "cancel"),
                wait(for: .setAuthenticationStatus, ("status", .symbol("ERROR")), cites: ["AE-SEL-008"]),
            ]
        }
    }
}
