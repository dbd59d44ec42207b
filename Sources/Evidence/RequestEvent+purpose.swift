extension RequestEvent {
    /// Whether a permit brings a media token: an authorization of REST API v2 asks for both (service-protocol.md 7.6).
    package var asksForMediaToken: Bool {
        purpose == .mediaToken || purpose == .authorize && path.contains("/decisions/authorize/")
    }

    /// What the request is for, whatever generation of the protocol it is of (service-protocol.md 1 to 4).
    package enum Purpose: String, Sendable, Hashable, CaseIterable {
        case registration, accessToken, individualization
        case configuration
        case registrationCode, profileRequest, authenticate
        /// The login itself is asked for.
        case session
        /// Whether a login is done that goes on elsewhere; who asks may ask again.
        case poll
        case freePreview
        /// A decision is asked for.
        case authorize
        /// What was decided before is asked for: it decides nothing anew.
        case authorizationToken
        case mediaToken, preauthorize, metadata, logout
        /// A page of an MVPD, asked for by the browser and not by the port.
        case page
        /// A browser's question whether it may ask (CORS): no request of the port itself.
        case preflight
        case other

        /// Whether a service is asked for something, and not a page.
        package var isService: Bool { ![.page, .preflight, .other].contains(self) }

        /// Whether the port itself asks; login pages and where a login begins are the browser's.
        package var isOfPort: Bool { ![.page, .preflight, .authenticate].contains(self) }

        /// Whether something is asked for an MVPD, after configuration (AE-SP-008).
        package var isEntitlement: Bool {
            switch self {
            case .registrationCode, .profileRequest, .session, .freePreview, .authorize, .authorizationToken,
                .mediaToken, .preauthorize, .metadata, .logout:
                true
            case .registration, .accessToken, .individualization, .configuration, .authenticate, .poll, .page,
                .preflight, .other:
                false
            }
        }
    }
}
