/// Which generation of the service providers' protocol an implementation speaks.
public enum Wire: String, Sendable, Hashable, CaseIterable {
    /// The protocol of AccessEnabler itself, below `/adobe-services`.
    case sdk
    /// REST API v1, the one of devices without a browser.
    case restV1 = "rest-v1"
    /// REST API v2.
    case restV2 = "rest-v2"

    /// Where a requestor's configuration is; the name goes into the path as it stands.
    package func configurationPath(of requestor: String) -> String {
        switch self {
        case .sdk: "/adobe-services/config/\(requestor)"
        case .restV1: "/api/v1/config/\(requestor)"
        case .restV2: "/api/v2/\(requestor)/configuration"
        }
    }
}
