internal import ServiceProtocol

/// Client registration and the entitlement calls of the native libraries (service-protocol.md 2 and 3).
extension Route {
    static let registration: [Route] = [
        Route("POST", at: "/o/client/register", for: .registration, errors: .registration, .throttled) {
            $0.register($1)
        },
        Route("POST", at: "/o/client/token", for: .accessToken, errors: .registration, .throttled) {
            $0.issueAccessToken($1)
        },
        Route(
            "POST", at: "/indiv/devices", for: .individualization, errors: .registration, [.keepsNothing, .namesDevice]
        ) {
            $0.individualize($1)
        },
    ]

    static let native: [Route] = [
        Route(
            "GET", at: "/adobe-services/config", "/adobe-services/config/{requestor}", "/api/v1/config/{requestor}",
            for: .configuration, errors: .configuration, [.keepsNothing, .throttled]
        ) {
            $0.configure($1, alias: $2)
        },
        Route(
            "GET", at: "/adobe-services/authenticate", "/adobe-services/authenticate/saml", for: .authenticate,
            errors: .page
        ) {
            $0.authenticate($1, base: $1.base)
        },
        Route(
            "POST", "GET", at: "/adobe-services/session", "/adobe-services/sessionDevice", for: .session,
            errors: .native, .signed
        ) {
            $0.tellSession($1, alias: $2)
        },
        Route(
            "POST", "GET", at: "/adobe-services/authorize", "/adobe-services/authorizeDevice", for: .authorize,
            errors: .native, .signed
        ) {
            $0.authorize($1, alias: $2)
        },
        Route(
            "POST", "GET", at: "/adobe-services/shortAuthorize", "/adobe-services/deviceShortAuthorize",
            for: .mediaToken, errors: .native, .signed
        ) {
            $0.issueMediaToken($1, alias: $2)
        },
        Route("POST", "GET", at: "/adobe-services/preauthorize", for: .preauthorize, errors: .native, .keepsNothing) {
            $0.preauthorize($1)
        },
        Route("GET", at: "/adobe-services/logout", for: .logout, errors: .page) { $0.logOut($1, base: $1.base) },
    ]
}
