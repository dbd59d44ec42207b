internal import ServiceProtocol

extension RequestEvent {
    /// Whether a permit brings a media token: an authorization of REST API v2 asks for both (service-protocol.md 7.6).
    package var asksForMediaToken: Bool {
        purpose == .mediaToken || purpose == .authorize && path.contains("/decisions/authorize/")
    }
}
