internal import Evidence

/// What a path stands for (service-protocol.md 1 to 4).
enum Endpoint: Sendable, Hashable {
    case registration, accessToken, individualization
    case configuration(requestor: String?)
    case registrationCodes(requestor: String)
    case registrationCode(requestor: String, code: String)
    case authenticate
    case assertionConsumer
    /// Where an MVPD that speaks OAuth 2.0 sends the browser back to.
    case oauth2Callback
    /// Where a login in a hidden frame ends.
    case backgroundLogin
    /// Where an MVPD sends the browser back to after a logout.
    case logoutResponse
    case session
    case authorize, mediaToken, preauthorize, logout
    case freePreview
    /// A second screen begins a login for the device that has a code.
    case secondScreen
    /// A device asks whether the login with its code is done.
    case loginOfCode(String)
    case authenticationCheck(code: String?)
    case authenticationToken
    /// What an MVPD is asked through the platform.
    case profileRequest(requestor: String, mvpd: String)
    case userMetadata
    /// The clientless calls that authorize by the device's login; the service keeps their tokens.
    case deviceAuthorization, authorizationToken, deviceMediaToken, deviceLogout
    case devicePreauthorization(code: String?)
    case ssoPage, loginPage, cancelPage, consentPage
    /// The MVPD's side of a logout.
    case mvpdLogout
    /// The second screen's pages: a form for the code, a choice of the MVPD, the end.
    case activation, activationChoice, activationEnd
    case publicKey
    /// What the two sides of a login publish of themselves.
    case serviceProviderMetadata
    case mvpdMetadata(String)
    /// Gives a device its temporary pass anew.
    case tempPassReset
    case front
    case unknown

    /// Reads a path whose escapes are resolved and whose repeated slashes are folded.
    ///
    /// A version segment and, in clientless calls, an extension `.json` or `.xml` may be there or not.
    init(path: String) {
        // Bytes are compared, not characters: this is on the way of every request.
        var segments = path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
        if segments.count > 1, segments[0] == "adobe-services", segments[1].isVersion { segments.remove(at: 1) }
        if segments.first == "api" || segments.first == "reggie", let last = segments.last {
            for suffix in [".json", ".xml"] where last.hasSuffix(suffix) {
                segments[segments.count - 1] = last.dropLast(suffix.count)
            }
        }
        self = Self.read(segments)
    }

    private static func read(_ segments: [Substring]) -> Endpoint {
        switch segments.first {
        case nil: .front
        case "o" where segments.count == 3 && segments[1] == "client":
            switch segments[2] {
            case "register": .registration
            case "token": .accessToken
            default: .unknown
            }
        case "indiv": segments == ["indiv", "devices"] ? .individualization : .unknown
        case "adobe-services": native(segments.dropFirst())
        case "sp":
            switch segments {
            case ["sp", "saml", "SAMLAssertionConsumer"]: .assertionConsumer
            case ["sp", "saml", "LogoutServiceHTTPRedirectResponse"]: .logoutResponse
            case ["sp", "saml", "metadata"]: .serviceProviderMetadata
            default: .unknown
            }
        case "reggie" where segments.count > 3 && segments[1] == "v1" && segments[3] == "regcode":
            switch segments.count {
            case 4: .registrationCodes(requestor: String(segments[2]))
            case 5: .registrationCode(requestor: String(segments[2]), code: String(segments[4]))
            default: .unknown
            }
        case "api" where segments.count > 2 && segments[1] == "v1": clientless(segments.dropFirst(2))
        case "mvpd" where segments.count == 3:
            switch segments[2] {
            case "sso": .ssoPage
            case "login": .loginPage
            case "cancel": .cancelPage
            case "consent": .consentPage
            case "logout": .mvpdLogout
            case "metadata": .mvpdMetadata(String(segments[1]))
            default: .unknown
            }
        case "activate":
            switch segments.dropFirst() {
            case []: .activation
            case ["choose"]: .activationChoice
            case ["done"]: .activationEnd
            default: .unknown
            }
        case "public-key.pem" where segments.count == 1: .publicKey
        case "reset-tempass": segments == ["reset-tempass", "v3", "reset"] ? .tempPassReset : .unknown
        default: .unknown
        }
    }

    private static func native(_ segments: ArraySlice<Substring>) -> Endpoint {
        guard let first = segments.first else { return .unknown }
        let second = segments.dropFirst().first
        switch (first, segments.count) {
        case ("config", 1): return .configuration(requestor: nil)
        case ("config", 2): return .configuration(requestor: second.map(String.init))
        case ("authenticate", 1): return .authenticate
        case ("authenticate", 2) where second == "saml": return .authenticate
        case ("session", 1), ("sessionDevice", 1): return .session
        case ("authorize", 1), ("authorizeDevice", 1): return .authorize
        case ("shortAuthorize", 1), ("deviceShortAuthorize", 1): return .mediaToken
        case ("preauthorize", 1): return .preauthorize
        case ("logout", 1): return .logout
        case ("oauth2", 1): return .oauth2Callback
        case ("completeBackgroundLogin", 1): return .backgroundLogin
        default: return .unknown
        }
    }

    private static func clientless(_ segments: ArraySlice<Substring>) -> Endpoint {
        guard let first = segments.first else { return .unknown }
        let second = segments.dropFirst().first
        switch (first, segments.count) {
        case ("config", 2): return .configuration(requestor: second.map(String.init))
        case ("authenticate", 1): return .secondScreen
        case ("authenticate", 2):
            return second == "freepreview" ? .freePreview : .loginOfCode(second.map(String.init) ?? "")
        case ("checkauthn", 1): return .authenticationCheck(code: nil)
        case ("checkauthn", 2): return .authenticationCheck(code: second.map(String.init))
        case ("tokens", 2) where second == "authn": return .authenticationToken
        case ("tokens", 2) where second == "usermetadata": return .userMetadata
        case ("authorize", 1): return .deviceAuthorization
        case ("tokens", 2) where second == "authz": return .authorizationToken
        case ("mediatoken", 1): return .deviceMediaToken
        case ("tokens", 2) where second == "media": return .deviceMediaToken
        case ("preauthorize", 1): return .devicePreauthorization(code: nil)
        case ("preauthorize", 2): return .devicePreauthorization(code: second.map(String.init))
        case ("logout", 1): return .deviceLogout
        case (_, 3) where second == "profile-requests":
            return .profileRequest(requestor: String(first), mvpd: segments.last.map(String.init) ?? "")
        default: return .unknown
        }
    }

    func purpose(method: String) -> RequestEvent.Purpose {
        switch self {
        case _ where method == "OPTIONS": .preflight
        case .registration: .registration
        case .accessToken: .accessToken
        case .individualization: .individualization
        case .configuration: .configuration
        case .registrationCode where method != "DELETE": .poll
        case .registrationCodes, .registrationCode: .registrationCode
        case .profileRequest: .profileRequest
        case .authenticate, .secondScreen: .authenticate
        case .loginOfCode, .authenticationCheck(_?): .poll
        case .session, .authenticationCheck, .authenticationToken: .session
        case .authorize, .deviceAuthorization: .authorize
        case .authorizationToken: .authorizationToken
        case .mediaToken, .deviceMediaToken: .mediaToken
        case .preauthorize, .devicePreauthorization: .preauthorize
        case .logout, .deviceLogout: .logout
        case .freePreview: .freePreview
        case .userMetadata: .metadata
        case .assertionConsumer, .oauth2Callback, .backgroundLogin, .logoutResponse, .ssoPage, .loginPage, .cancelPage,
            .consentPage, .mvpdLogout, .activation, .activationChoice, .activationEnd:
            .page
        case .tempPassReset, .publicKey, .serviceProviderMetadata, .mvpdMetadata, .front, .unknown: .other
        }
    }

    /// Whether a request may leave something behind that a later one finds.
    var keepsSomething: Bool {
        switch self {
        case .configuration, .individualization, .publicKey, .front, .unknown, .preauthorize, .devicePreauthorization,
            .userMetadata, .authenticationCheck, .authenticationToken, .loginOfCode, .serviceProviderMetadata,
            .mvpdMetadata:
            false
        default: true
        }
    }

    /// Whether answers are in the format the caller wants (service-protocol.md 4).
    var isClientless: Bool {
        switch self {
        case .registrationCodes, .registrationCode, .secondScreen, .loginOfCode, .authenticationCheck,
            .authenticationToken, .profileRequest, .userMetadata, .deviceAuthorization, .authorizationToken,
            .deviceMediaToken,
            .devicePreauthorization, .deviceLogout, .freePreview:
            true
        default: false
        }
    }

    /// What the header Allow says.
    var allowedMethods: [String] {
        methods + (methods.contains("GET") ? ["HEAD"] : []) + ["OPTIONS"]
    }

    /// The methods it answers, HEAD and OPTIONS aside.
    var methods: [String] {
        switch self {
        case .registration, .accessToken, .individualization, .registrationCodes, .assertionConsumer, .loginPage,
            .freePreview, .consentPage:
            ["POST"]
        case .activationChoice, .session, .authorize, .mediaToken, .preauthorize, .devicePreauthorization, .ssoPage,
            .cancelPage:
            ["POST", "GET"]
        case .authenticationToken: ["GET", "POST"]
        case .deviceLogout, .tempPassReset: ["DELETE"]
        case .registrationCode: ["GET", "DELETE"]
        case .configuration, .authenticate, .logout, .secondScreen, .loginOfCode, .authenticationCheck,
            .profileRequest, .userMetadata, .deviceAuthorization, .authorizationToken, .deviceMediaToken, .front,
            .oauth2Callback,
            .backgroundLogin, .logoutResponse, .mvpdLogout, .activation, .activationEnd, .publicKey,
            .serviceProviderMetadata, .mvpdMetadata:
            ["GET"]
        case .unknown: []
        }
    }
}

extension Substring {
    /// Digits, a dot, digits.
    fileprivate var isVersion: Bool {
        let parts = split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }
    }
}
