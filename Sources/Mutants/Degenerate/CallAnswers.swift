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
    static func success(_ call: Message) -> [Message] {
        switch call.selector {
        case .setRequestor, .setRequestorServiceProviders:
            [.requestorComplete(.success)]
        case .checkAuthentication, .getAuthentication, .getAuthenticationWithData, .setSelectedProvider,
            .handleExternalURL, .logout:
            [.authenticationStatus(.success, .userAuthenticated)]
        case .checkAuthorization, .checkAuthorizationWithData, .getAuthorization, .getAuthorizationWithData:
            [Message(.setToken, [.init("token", "token"), .init("resource", call["resource"] ?? "")])]
        case .checkPreauthorizedResources, .checkPreauthorizedResourcesCache:
            [Message(.preauthorizedResources, [.init("resources", call["resources"] ?? [])])]
        case .preauthorize:
            [Message(.onResponse, [.init("response", ["status": nil, "decisions": []])])]
        case .getSelectedProvider:
            [Message(.selectedProvider, [.init("mvpd", MVPD(id: "A", displayName: "A", logoURL: "a").value)])]
        case .getMetadata:
            [metadata(call, "value")]
        default:
            []
        }
    }

    /// The callback that says that the call failed.
    static func failure(_ call: Message) -> [Message] {
        switch call.selector {
        case .setRequestor, .setRequestorServiceProviders:
            [.requestorComplete(.error)]
        case .checkAuthentication:
            [.authenticationStatus(.error, .userNotAuthenticated)]
        case .getAuthentication, .getAuthenticationWithData, .handleExternalURL:
            [.authenticationStatus(.error, .genericAuthentication)]
        case .setSelectedProvider:
            [.authenticationStatus(.error, .providerNotSelected)]
        case .logout:
            [.authenticationStatus(.error, .userNotAuthenticated)]
        case .checkAuthorization, .checkAuthorizationWithData, .getAuthorization, .getAuthorizationWithData:
            [
                Message(
                    .tokenRequestFailed,
                    [
                        .init("resource", call["resource"] ?? ""),
                        .init("code", .string(ErrorCode.userNotAuthorized.rawValue)), .init("description", ""),
                    ])
            ]
        case .checkPreauthorizedResources, .checkPreauthorizedResourcesCache:
            [Message(.preauthorizedResources, [.init("resources", [])])]
        case .preauthorize:
            [Message(.onFailure, [.init("failure", ["status": ["status": 0], "decisions": []])])]
        case .getSelectedProvider:
            [Message(.selectedProvider, [.init("mvpd", .null)])]
        case .getMetadata:
            [metadata(call, .null)]
        default:
            []
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
