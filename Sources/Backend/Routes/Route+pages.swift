internal import Cryptography
internal import HTTPServer
internal import ServiceProtocol

/// What browsers are shown and sent to: the MVPDs' pages, the returns from them, the second screen
/// (service-protocol.md 3.2, 3.8, 4.5).
extension Route {
    static let logins: [Route] = [
        page("POST", at: "/sp/saml/SAMLAssertionConsumer") { $0.consumeAssertion($1) },
        // Where an MVPD sends the browser back to: one that speaks OAuth 2.0, and after a logout.
        page("GET", at: "/adobe-services/oauth2") { $0.takeAuthorizationCode($1) },
        page("GET", at: "/sp/saml/LogoutServiceHTTPRedirectResponse") { $0.finishLogout($1) },
        // Where a login in a hidden frame ends.
        page("GET", at: "/adobe-services/completeBackgroundLogin") { _, _ in
            .html(Page.message("Signed in", "You can close this window."))
        },
        page("POST", "GET", at: "/mvpd/{}/sso") { $0.showLoginPage($1) },
        page("POST", at: "/mvpd/{}/login") { $0.logIn($1) },
        page("POST", "GET", at: "/mvpd/{}/cancel") { $0.cancelLogin($1) },
        page("POST", at: "/mvpd/{}/consent") { $0.consent($1) },
        page("GET", at: "/mvpd/{}/logout") { $0.logOutAtMVPD($1) },
    ]

    static let activation: [Route] = [
        page("GET", at: "/activate") { $0.showActivation($1) },
        page("POST", "GET", at: "/activate/choose") { $0.chooseProvider($1, base: $1.base) },
        page("GET", at: "/activate/done") { $0.endActivation($1) },
    ]

    static let others: [Route] = [
        // What the two sides of a login publish of themselves.
        Route("GET", at: "/sp/saml/metadata", for: .other, errors: .page, .keepsNothing) {
            $0.tellServiceProvider(base: $1.base)
        },
        Route("GET", at: "/mvpd/{mvpd}/metadata", for: .other, errors: .page, .keepsNothing) {
            $0.tellIdentityProvider($1.place("mvpd"), base: $1.base)
        },
        // Checks a media token, and gives the address that a content delivery network takes.
        Route("GET", "POST", at: "/tvs/v1/sign", for: .other, errors: .guessed, .keepsNothing) { $0.sign($1) },
        Route("GET", at: "/public-key.pem", for: .other, errors: .guessed, .keepsNothing) { state, _ in
            .text(state.signer.key.publicKey.pem)
        },
        // Gives a device its temporary pass anew.
        Route("DELETE", at: "/reset-tempass/v3/reset", for: .other, errors: .registration) { $0.resetTempPass($1) },
        Route("DELETE", at: "/reset-tempass/v3/reset/generic", for: .other, errors: .registration) {
            $0.resetPromotions($1)
        },
        Route("GET", at: "/", for: .other, errors: .page, .keepsNothing) { $0.showFront(base: $1.base) },
    ]

    private static func page(
        _ methods: String..., at paths: String...,
        handler: @escaping @Sendable (inout SessionState, Incoming) -> ServerReply
    ) -> Route {
        Route(methods, paths, .page, .page) { state, incoming, _ in handler(&state, incoming) }
    }
}
