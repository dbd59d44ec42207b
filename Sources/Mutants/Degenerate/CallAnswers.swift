internal import AccessEnablerAPI
internal import PortWrapping

/// Plausible answers to each call, made up from the call alone.
enum CallAnswers {
    static let calls: Set<Selector> = [
        .setOptions, .setRequestor, .setRequestorServiceProviders, .checkAuthentication, .getAuthentication,
        .getAuthenticationWithData, .getAuthenticationFilter, .getAuthenticationWithDataAndFilter,
        .setSelectedProvider, .getSelectedProvider, .handleExternalURL, .checkPreauthorizedResources,
        .checkPreauthorizedResourcesCache, .preauthorize, .checkAuthorization, .checkAuthorizationWithData,
        .getAuthorization, .getAuthorizationWithData, .logout, .getMetadata,
    ]

    /// The callback that says that the call succeeded.
    static func success(_ call: Message) -> [Message] { answers(to: call).map { [$0.success] } ?? [] }

    /// The callback that says that the call failed.
    static func failure(_ call: Message) -> [Message] { answers(to: call).map { [$0.failure] } ?? [] }

    /// nil for a call that nothing answers.
    private static func answers(to call: Message) -> (success: Message, failure: Message)? {
        let authenticated = Message.authenticationStatus(.success, .userAuthenticated)
        switch call.selector {
        case .setRequestor, .setRequestorServiceProviders:
            return (.requestorComplete(.success), .requestorComplete(.error))
        case .checkAuthentication, .logout:
            return (authenticated, .authenticationStatus(.error, .userNotAuthenticated))
        case .getAuthentication, .getAuthenticationWithData, .handleExternalURL:
            return (authenticated, .authenticationStatus(.error, .genericAuthentication))
        case .setSelectedProvider:
            return (authenticated, .authenticationStatus(.error, .providerNotSelected))
        case .checkAuthorization, .checkAuthorizationWithData, .getAuthorization, .getAuthorizationWithData:
            let resource = Message.Argument("resource", call["resource"] ?? "")
            let code = ErrorCode.userNotAuthorized.rawValue
            return (
                Message(.setToken, [.init("token", "token"), resource]),
                Message(.tokenRequestFailed, [resource, .init("code", .string(code)), .init("description", "")])
            )
        case .checkPreauthorizedResources, .checkPreauthorizedResourcesCache:
            return (
                Message(.preauthorizedResources, [.init("resources", call["resources"] ?? [])]),
                Message(.preauthorizedResources, [.init("resources", [])])
            )
        case .preauthorize:
            return (
                Message(.onResponse, [.init("response", ["status": nil, "decisions": []])]),
                Message(.onFailure, [.init("failure", ["status": ["status": 0], "decisions": []])])
            )
        case .getSelectedProvider:
            let mvpd = MVPD(id: "A", displayName: "A", logoURL: "a").value
            return (
                Message(.selectedProvider, [.init("mvpd", mvpd)]), Message(.selectedProvider, [.init("mvpd", .null)])
            )
        case .getMetadata:
            return (metadata(call, "value"), metadata(call, .null))
        default:
            return nil
        }
    }

    private static func metadata(_ call: Message, _ value: Value) -> Message {
        let keys = call["keyDictionary"] ?? [:]
        return Message(
            .setMetadataStatus,
            [
                .init("metadata", value), .init("encrypted", false),
                .init("key", keys.objectValue?["METADATA_OPCODE_KEY"] ?? .null), .init("arguments", keys),
            ])
    }
}
