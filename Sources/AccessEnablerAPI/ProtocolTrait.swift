/// What not every generation of the service providers' protocol has, and what some contracts are about.
package enum ProtocolTrait: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Logins and authorizations are signed tokens, which the client keeps, judges and sends back.
    case tokens
    /// The client keeps an authorization, and does not ask for what it has.
    case keptAuthorizations = "kept-authorizations"
    /// A media token is asked for by itself.
    case mediaTokenRequests = "media-token-requests"
    /// The configuration says how an MVPD's login page is to be shown, and whether it can log anybody in.
    case loginHints = "login-hints"
    /// A logout leads the user to a page, on which the MVPD ends its own session.
    case logoutPages = "logout-pages"
    /// The service knows logins of one user with several MVPDs at a time.
    case severalLogins = "several-logins"

    package static func < (left: ProtocolTrait, right: ProtocolTrait) -> Bool { left.rawValue < right.rawValue }

    /// Why nothing of the kind can be asked of a port where the protocol does not have it.
    package var absence: String {
        switch self {
        case .tokens: "no authentication or authorization token reaches the client: the service keeps profiles"
        case .keptAuthorizations:
            "each authorization is asked for anew, and the service decides whether one still holds"
        case .mediaTokenRequests: "the media token comes with the authorization, and only with it"
        case .loginHints: "the configuration does not say how an MVPD's login page is to be shown"
        case .logoutPages: "a logout opens no page, and the MVPD is not told"
        case .severalLogins: "the service knows one login of a device for each requestor: the last"
        }
    }
}

extension Wire {
    package var traits: Set<ProtocolTrait> {
        switch self {
        case .sdk: Set(ProtocolTrait.allCases)
        case .restV1: [.keptAuthorizations, .mediaTokenRequests, .loginHints]
        case .restV2: [.logoutPages, .severalLogins]
        }
    }
}
