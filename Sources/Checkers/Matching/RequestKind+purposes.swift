import Evidence
import Specification

extension RequestKind {
    /// Whether a request of this purpose is meant.
    ///
    /// Login pages and the authentication endpoint are the browser's: the port does not ask for them itself.
    func includes(_ purpose: RequestEvent.Purpose) -> Bool {
        switch self {
        case .any: purpose != .page && purpose != .authenticate
        case .entitlement: purpose.isEntitlement
        case .registration: purpose == .registration
        case .accessToken: purpose == .accessToken
        case .configuration: purpose == .configuration
        case .registrationCode: purpose == .registrationCode
        case .profileRequest: purpose == .profileRequest
        case .authenticate: purpose == .authenticate
        case .session: purpose == .session
        case .freePreview: purpose == .freePreview
        case .authorize: purpose == .authorize
        case .mediaToken: purpose == .mediaToken
        case .preauthorize: purpose == .preauthorize
        case .metadata: purpose == .metadata
        case .logout: purpose == .logout
        }
    }
}

extension RequestEvent.Purpose {
    /// Whether the request is one that a port makes for an MVPD, after configuration (AE-SP-008).
    var isEntitlement: Bool {
        switch self {
        case .registrationCode, .profileRequest, .session, .freePreview, .authorize, .mediaToken, .preauthorize,
            .metadata, .logout:
            true
        case .registration, .accessToken, .individualization, .configuration, .authenticate, .page, .other:
            false
        }
    }
}
