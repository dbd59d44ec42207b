import Model

extension Sign {
    private static let status = "setAuthenticationStatus:errorCode:"
    private static let complete = "setRequestorComplete:"
    private static let failure = "tokenRequestFailed:errorCode:errorDescription:"
    private static let metadata = "setMetadataStatus:encrypted:forKey:andArguments:"

    /// AE-FAIL-004: not what a missing text is printed as.
    private static let words = #"{ not: { one-of: ["(null)", "<null>", "null", "nil", "None", "undefined"] } }"#

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
                ? "{ count: \(mvpds.count + world.furtherMVPDs) }" : "{ ids: \(Self.list(mvpds.sorted())) }"
            return Self.callback(
                "displayProviderDialog:",
                "mvpds: \(content), mvpds.0.displayName: { non-empty: true }, mvpds.0.logoURL: { non-empty: true }")
        case .loginOffered: return "login-offered: true"
        case .page(let mvpd, let provider):
            let at = provider.map { "at: \(World.name(ofProvider: $0)), " } ?? ""
            return Self.callback("navigateToUrl:", "url: { url: { \(at)query: { mvpd: $\(mvpd) } } }")
        case .safariPage(let mvpd):
            return Self.callback("navigateToUrl:useSVC:", "useSVC: true, url: { url: { query: { mvpd: $\(mvpd) } } }")
        case .safari: return "safari: true"
        case .anyPage: return Self.callback("navigateToUrl:")
        case .anySafariPage: return Self.callback("navigateToUrl:useSVC:")
        case .dialog: return Self.callback("presentTvProviderDialog:", "viewController: { non-empty: true }")
        // That it is the same object is advice (AE-SSO-007).
        case .dialogGone: return Self.callback("dismissTvProviderDialog:")
        case .dialogGoneOnce: return Self.callback("dismissTvProviderDialog:") + ", count: 0..1"
        case .offered(let mvpds): return "platform: asks-account, where: { providers: { ids: \(Self.list(mvpds)) } }"
        case .offeredInOrder(let mvpds): return "platform: asks-account, where: { providers: \(Self.list(mvpds)) }"
        case .featured(let mvpds): return "platform: asks-account, where: { featured: { ids: \(Self.list(mvpds)) } }"
        case .reported(let code): return Self.callback("status:", "any: { contains: \(code) }")
        case .returned: return "call: \"handleExternalURL:\""
        case .inOrder(let signs): return "order: [\(signs.map { "{ \($0.pattern(world)) }" }.joined(separator: ", "))]"
        case .answeredOnce(let resource):
            return Self.callback("any", "resource: \(world.written(resource))") + ", count: 0..1"
        case .answeredExactlyOnce(let resource):
            return Self.callback("any", "resource: \(world.written(resource))") + ", count: 1"
        case .token(let resource):
            return Self.callback(
                "setToken:forResource:", "resource: \(world.written(resource)), token: { non-empty: true }")
        case .denied(let resource, let message):
            return Self.callback(
                Self.failure,
                "resource: \(world.written(resource)), code: USER_NOT_AUTHORIZED_ERROR"
                    // AE-FAIL-008: where the MVPD says nothing, the port may.
                    + ", description: \(message.isEmpty ? Self.words : Script.quoted(message))")
        case .refused(let resource): return Self.callback(Self.failure, "resource: \(world.written(resource))")
        case .preauthorized(let resources):
            let list = "{ ids: [\(world.written(resources))] }"
            // No list is as good as an empty one.
            let content = resources.isEmpty ? "{ one-of: [\(list), { absent: true }] }" : list
            return Self.callback("preauthorizedResources:", "resources: \(content)")
        case .preauthorizedAmongOthers(let resource):
            return Self.callback("preauthorizedResources:", "any: { contains: \(world.written(resource)) }")
        case .preauthorization: return Self.callback("preauthorizedResources:")
        case .preauthorizedJoined(let first, let second):
            let joined = "{ ids: [\"$\(first),$\(second)\"] }"
            return Self.callback(
                "preauthorizedResources:", "resources: { one-of: [\(joined), { count: 0 }, { absent: true }] }")
        case .anyDecision: return Self.callback("onResponse:")
        case .noDecisions: return Self.callback("onFailure:")
        case .failedDecision(let resource):
            return Self.callback("onFailure:", "failure.decisions: { some: { id: \(world.written(resource)) } }")
        case .decided(let count): return Self.callback("onResponse:", "response.decisions: { count: \(count) }")
        case .decision(let resource, let isGranted):
            return Self.callback(
                "onResponse:",
                "response.decisions: { some: { id: \(world.written(resource)), authorized: \(isGranted) } }")
        case .selected(let mvpd):
            return Self.callback(
                "selectedProvider:",
                "mvpd.ID: $\(mvpd), mvpd.displayName: { non-empty: true }, mvpd.logoURL: { non-empty: true }")
        case .selection: return Self.callback("selectedProvider:")
        case .metadata(let question, false): return Self.callback(Self.metadata, Self.asked(question, world))
        case .metadata(let question, true):
            return Self.callback(Self.metadata, "\(Self.asked(question, world)), \(question.value)")
        case .noMetadata(let question):
            return Self.callback(
                Self.metadata, "\(Self.asked(question, world)), metadata: { not: { non-empty: true } }")
        case .untrueMetadata(let question): return Self.callback(Self.metadata, question.untrueValue(world))
        case .idTold(let mvpd): return Self.callback(Self.metadata, Act.Question.id(by: "$" + mvpd))
        case .expiry(_, let question):
            return Self.callback(Self.metadata, "\(Self.asked(question, world)), metadata: { non-empty: true }")
        case .laterExpiry(let number):
            let later = "{ later: { than: expiry-\(number).metadata, by: 2d } }"
            return Self.callback(
                Self.metadata,
                "\(Self.asked(.authentication, world)), metadata: { one-of: [\(later), { instant: false }] }")
        case .anyUI: return "callback: any-ui"
        case .request(let request): return "request: \(request.rawValue)"
        case .requests(let request, let count): return "request: \(request.rawValue), count: \(count)+"
        case .requestTo(let providers, let request):
            let names = providers.map(World.name(ofProvider:)).joined(separator: ", ")
            return "request: \(request.rawValue), at: [\(names)]"
        case .sent(let request, let text):
            return "request: \(request.rawValue), where: { any: { contains: \(Script.quoted(text)) } }"
        case .unsent(let request, let text):
            return "request: \(request.rawValue), where: { any: { not: { contains: \(Script.quoted(text)) } } }"
        case .sentInLogin(let text): return Sign.sent(.authenticate, text).pattern(world)
        case .authenticationTracked(let mvpd):
            let login = mvpd.map { ", data.0: { flag: true }, data.1: $\($0), data.3: { flag: true }" } ?? ""
            return Self.callback(Self.tracking, "event: TRACKING_AUTHENTICATION\(login)")
        case .userTracked(_, let mvpd):
            return Self.callback(
                Self.tracking, "event: TRACKING_AUTHENTICATION, data.0: { flag: true }, data.1: $\(mvpd)")
        case .userTrackedAgain(let number, let mvpd):
            // The one that the number is of is no other.
            return "never: { "
                + Self.callback(
                    Self.tracking,
                    "event: TRACKING_AUTHENTICATION, data.0: { flag: true }, data.1: $\(mvpd), "
                        + "data.2: { not: { same-as: guid-\(number).data.2 } }") + " }"
        case .userTrackedAs(let number, let mvpd):
            return Self.callback(
                Self.tracking,
                "event: TRACKING_AUTHENTICATION, data.0: { flag: true }, data.1: $\(mvpd), "
                    + "data.2: { same-as: guid-\(number).data.2 }")
        case .authorizationTracked(let mvpd):
            let result =
                mvpd.map { "data.0: { flag: true }, data.1: $\($0), data.3: { flag: false }" }
                ?? "data.0: { flag: false }"
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
        case .preauthorization, .preauthorized: ["preauthorizedResources:"]
        case .metadata: [Self.metadata]
        case .anyDecision: ["onResponse:"]
        case .noDecisions: ["onFailure:"]
        case .picker: ["displayProviderDialog:"]
        case .anyPage: ["navigateToUrl:"]
        case .anySafariPage: ["navigateToUrl:useSVC:"]
        default: []
        }
    }

    /// The answer to a question is known by its arguments.
    private static func asked(_ question: Act.Question, _ world: World) -> String {
        "arguments: { object: \(question.keys(world)) }, key: \(question.opcode)"
    }

    private static func callback(_ name: String, _ conditions: String? = nil) -> String {
        let quoted = name.contains(":") ? Script.quoted(name) : name
        return "callback: \(quoted)" + (conditions.map { ", where: { \($0) }" } ?? "")
    }

    private static func list(_ names: [String]) -> String {
        "[\(names.map { "$\($0)" }.joined(separator: ", "))]"
    }
}
