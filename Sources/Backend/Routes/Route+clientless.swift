internal import HTTPServer
internal import ServiceProtocol

/// The clientless calls (service-protocol.md 4).
extension Route {
    static let clientless: [Route] = [
        answering("POST", at: "/reggie/v1/{requestor}/regcode", for: .registrationCode, .namesDevice) {
            $0.issueRegistrationCode($1)
        },
        answering("GET", at: "/reggie/v1/{requestor}/regcode/{code}", for: .poll) { $0.tellRegistrationCode($1) },
        answering("DELETE", at: "/reggie/v1/{requestor}/regcode/{code}", for: .registrationCode) {
            $0.tellRegistrationCode($1)
        },
        // A second screen begins a login for the device that has a code.
        answering("GET", at: "/api/v1/authenticate", for: .authenticate) { $0.sendSecondScreen($1) },
        answering("POST", at: "/api/v1/authenticate/freepreview", for: .freePreview, .namesDevice) {
            $0.grantFreePreview($1)
        },
        // A device asks whether the login with its code is done.
        answering("GET", at: "/api/v1/authenticate/{code}", for: .session, .keepsNothing) { $0.tellLogin($1) },
        answering("GET", at: "/api/v1/checkauthn", for: .session, .keepsNothing) { $0.checkLogin($1) },
        answering("GET", at: "/api/v1/checkauthn/{code}", for: .poll, .keepsNothing) { $0.checkLogin($1) },
        answering("GET", at: "/api/v1/tokens/authn", for: .session, .keepsNothing) { $0.tellLogin($1) },
        answering("POST", at: "/api/v1/tokens/authn", for: .session, .keepsNothing) { $0.exchangeProfile($1) },
        // What an MVPD is asked through the platform.
        answering("GET", at: "/api/v1/{requestor}/profile-requests/{mvpd}", for: .profileRequest) {
            $0.issueProfileRequest($1)
        },
        answering("GET", at: "/api/v1/tokens/usermetadata", for: .metadata, .keepsNothing) { $0.tellMetadata($1) },
        // These authorize by the device's login; the service keeps their tokens.
        answering("GET", at: "/api/v1/authorize", for: .authorize) { $0.authorizeDevice($1, onlyTells: false) },
        answering("GET", at: "/api/v1/tokens/authz", for: .authorizationToken) {
            $0.authorizeDevice($1, onlyTells: true)
        },
        answering("GET", at: "/api/v1/mediatoken", "/api/v1/tokens/media", for: .mediaToken) {
            $0.issueDeviceMediaToken($1)
        },
        answering(
            "POST", "GET", at: "/api/v1/preauthorize", "/api/v1/preauthorize/{code}", for: .preauthorize, .keepsNothing
        ) {
            $0.preauthorizeDevice($1)
        },
        answering("DELETE", at: "/api/v1/logout", for: .logout) { $0.logOutDevice($1) },
    ]

    /// A row whose errors are the generic ones, and which the documents name among those that are throttled.
    private static func answering(
        _ methods: String..., at paths: String..., for purpose: Purpose, _ traits: Traits = [],
        handler: @escaping @Sendable (inout SessionState, Incoming) -> ServerReply
    ) -> Route {
        Route(methods, paths, purpose, .clientless, traits.union(.throttled)) { state, incoming, _ in
            handler(&state, incoming)
        }
    }
}
