/// Which generation of the service providers' protocol an implementation speaks.
public enum Wire: String, Sendable, Hashable, CaseIterable {
    /// The protocol of AccessEnabler itself, below `/adobe-services`.
    case sdk
    /// REST API v2.
    case restV2 = "rest-v2"
}
