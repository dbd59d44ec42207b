import Model

extension Sign {
    private static let status = "setAuthenticationStatus:errorCode:"
    private static let complete = "setRequestorComplete:"
    private static let failure = "tokenRequestFailed:errorCode:errorDescription:"
    private static let metadata = "setMetadataStatus:encrypted:forKey:andArguments:"

    private static let tracking = "sendTrackingData:forEventType:"

    /// As contracts write it, without the braces.
    func pattern(_ world: World) -> String {
        switch self {
        case .configured: return Self.callback(Self.complete, "status: SUCCESS")
        case .notConfigured: return Self.callback(Self.complete, "status: ERROR")
        case .configurationEnded: return Self.callback(Self.complete)
        case .authenticated: return Self.callback(Self.status, "status: SUCCESS, code: USER_AUTHENTICATED")
        case .notAuthenticated: return Self.callback(Self.status, "status: ERROR, code: USER_NOT_AUTHENTICATED_ERROR")
        case .cancelled: return Self.callback(Self.status, "status: ERROR, code: PROVIDER_NOT_SELECTED_ERROR")
        case .failed: return Self.callback(Self.status, "status: ERROR, code: GENERIC_AUTHENTICATION_ERROR")
        case .loggedOut: return Self.callback(Self.status, "status: ERROR")
        case .status: return Self.callback(Self.status)
        case .picker(let mvpds):
            let content =
                world.furtherMVPDs > 0
                ? "{ count: \(mvpds.count + world.furtherMVPDs) }"
                : "{ ids: \(Self.list(mvpds.sorted())) }"
            return Self.callback(
                "displayProviderDialog:",
                "mvpds: \(content), mvpds.0.displayName: { non-empty: true }, mvpds.0.logoURL: { non-empty: true }")
        case .loginOffered: return "login-offered: true"
        case .token(let resource):
            return Self.callback(
                "setToken:forResource:", "resource: \(world.written(resource)), token: { non-empty: true }")
        case .denied(let resource, let message):
            return Self.callback(
                Self.failure,
                "resource: \(world.written(resource)), code: USER_NOT_AUTHORIZED_ERROR, "
                    + "description: \(Script.quoted(message))")
        case .refused(let resource): return Self.callback(Self.failure, "resource: \(world.written(resource))")
        case .preauthorized(let resources):
            return Self.callback("preauthorizedResources:", "resources: { ids: \(Self.list(resources)) }")
        case .preauthorization: return Self.callback("preauthorizedResources:")
        case .selected(let mvpd): return Self.callback("selectedProvider:", "mvpd.ID: $\(mvpd)")
        case .selection: return Self.callback("selectedProvider:")
        case .metadata(let question, let hasValue):
            let value = hasValue ? ", metadata: { non-empty: true }" : ""
            return Self.callback(Self.metadata, "arguments: { object: \(question.keys(world)) }\(value)")
        case .anyUI: return "callback: any-ui"
        case .request(let request): return "request: \(request.rawValue)"
        case .sent(let request, let text):
            return "request: \(request.rawValue), where: { any: { contains: \(text) } }"
        case .authenticationTracked: return Self.callback(Self.tracking, "event: TRACKING_AUTHENTICATION")
        case .authorizationTracked(let mvpd):
            let result = mvpd.map { "data.0: { flag: true }, data.1: $\($0)" } ?? "data.0: { flag: false }"
            return Self.callback(Self.tracking, "event: TRACKING_AUTHORIZATION, \(result)")
        case .selectionTracked(let mvpd):
            return Self.callback(Self.tracking, "event: TRACKING_GET_SELECTED_PROVIDER, data.0: $\(mvpd)")
        }
    }

    /// The callbacks it may be.
    var selectors: [String] {
        switch self {
        case .configured, .notConfigured, .configurationEnded: [Self.complete]
        case .authenticated, .notAuthenticated, .cancelled, .failed, .loggedOut, .status: [Self.status]
        case .denied, .refused: [Self.failure]
        case .token: ["setToken:forResource:"]
        default: []
        }
    }

    private static func callback(_ name: String, _ conditions: String? = nil) -> String {
        let quoted = name.contains(":") ? Script.quoted(name) : name
        return "callback: \(quoted)" + (conditions.map { ", where: { \($0) }" } ?? "")
    }

    private static func list(_ names: [String]) -> String {
        "[\(names.map { "$\($0)" }.joined(separator: ", "))]"
    }
}
