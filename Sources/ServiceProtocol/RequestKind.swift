/// The groups of requests that a contract can name; what counts as one of them is said here and nowhere else.
package enum RequestKind: String, Sendable, Hashable, CaseIterable {
    /// Any request that the port itself makes.
    case any
    /// Any request of the port after configuration that concerns an MVPD.
    case entitlement
    case registration
    case accessToken = "access-token"
    case configuration
    case registrationCode = "registration-code"
    /// The question to an MVPD that the platform is to have answered.
    case profileRequest = "profile-request"
    case authenticate
    case session
    /// The question whether a login is done that goes on elsewhere; who has no call of its own for it asks for the login.
    case poll
    case freePreview = "free-preview"
    case authorize
    case mediaToken = "media-token"
    case preauthorize
    case metadata
    case logout
    /// A page of an MVPD, which a browser loads.
    case page

    /// Whether something always comes before it in a case that a port may have made it in already.
    package var followsALogin: Bool {
        [.authorize, .mediaToken, .preauthorize, .metadata, .logout, .freePreview].contains(self)
    }

    /// What requests of this kind are for.
    package var purposes: [Purpose] {
        switch self {
        case .any: Purpose.allCases.filter(\.isOfPort)
        case .entitlement: Purpose.allCases.filter(\.isEntitlement)
        case .registration: [.registration]
        case .accessToken: [.accessToken]
        case .configuration: [.configuration]
        case .registrationCode: [.registrationCode]
        case .profileRequest: [.profileRequest]
        case .authenticate: [.authenticate]
        case .session: [.session]
        case .poll: [.poll, .session]
        case .freePreview: [.freePreview]
        case .authorize: [.authorize]
        case .mediaToken: [.mediaToken]
        case .preauthorize: [.preauthorize]
        case .metadata: [.metadata]
        case .logout: [.logout]
        case .page: [.page]
        }
    }

    /// What fails where requests of this kind are made to fail: other ways to learn the same fail, too.
    package var purposesToBreak: [Purpose] {
        switch self {
        case .any: Purpose.allCases
        case .session: [.session, .poll]
        case .authorize: [.authorize, .authorizationToken]
        default: purposes
        }
    }

    package func includes(_ purpose: Purpose) -> Bool {
        switch self {
        case .any: purpose.isOfPort
        case .entitlement: purpose.isEntitlement
        default: purposes.contains(purpose)
        }
    }
}
