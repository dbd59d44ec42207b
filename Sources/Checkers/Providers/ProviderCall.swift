/// A call of the services that the documents describe, with the statuses they have for its answers (service-protocol.md).
package struct ProviderCall: Sendable {
    package enum Kind: Sendable, Hashable {
        case registration, accessToken, device
        case configuration, clientlessConfiguration
        case code, codeRecord, codeEnd
        case login, session, authorization, mediaToken, preauthorization
        /// Those of the clientless API.
        case secondScreen, pollLogin, freePreview, checkLogin, loginToken, profileExchange, profileRequest
        case deviceAuthorization, authorizationToken, deviceMediaToken, devicePreauthorization, metadata, deviceLogout
        /// Those of REST API v2.
        case v2Configuration, v2Session, v2Resumption, v2SessionRecord, v2Login, v2Profiles, v2Decisions
        case v2Preauthorization, v2Logout, v2PartnerSession, v2PartnerProfile
    }

    package let kind: Kind
    let methods: [String]
    let path: String
    /// Of service-protocol.md.
    let section: String
    let successes: Set<Int>
    /// Nil: what a refusal is told with is not documented.
    let refusals: Set<Int>?

    var isV2: Bool { path.hasPrefix("/api/v2/") }
    var isClientless: Bool { path.hasPrefix("/api/v1/") || path.hasPrefix("/reggie/") }
    /// Whether a browser asks, for whom errors are pages.
    var isOfBrowser: Bool { [.login, .secondScreen, .v2Login].contains(kind) }

    private init(
        _ kind: Kind, _ methods: String..., at path: String, _ section: String, _ successes: Set<Int>,
        refusals: Set<Int>? = nil
    ) {
        (self.kind, self.methods, self.path, self.section) = (kind, methods, path, section)
        (self.successes, self.refusals) = (successes, refusals)
    }

    /// Whether a status is documented for this call; 429 and what a server says of itself go with every call (0.5.4), and so
    /// does what is said of access tokens (2.4) and of methods.
    func documents(_ status: Int) -> Bool {
        if successes.contains(status) || status == 429 || status >= 500 { return true }
        guard (400..<500).contains(status) else { return false }
        return refusals?.union([405]).contains(status) ?? true
    }

    // MARK: - All of them

    /// Refusals of calls that carry an access token.
    private static let ofTokens: Set<Int> = [400, 401, 403]
    private static let ofV2: Set<Int> = [400, 401]

    static let all: [ProviderCall] = registrations + native + clientless + v2

    private static let registrations = [
        ProviderCall(.registration, "POST", at: "/o/client/register", "2.2", [201], refusals: [400]),
        ProviderCall(.accessToken, "POST", at: "/o/client/token", "2.3", [200, 201], refusals: [400]),
        ProviderCall(.device, "POST", at: "/indiv/devices", "2.1", [200, 201]),
        ProviderCall(.code, "POST", at: "/reggie/v1/{requestor}/regcode", "4.1", [201], refusals: ofTokens),
        ProviderCall(.codeRecord, "GET", at: "/reggie/v1/{requestor}/regcode/{code}", "4.2", [200]),
        ProviderCall(.codeEnd, "DELETE", at: "/reggie/v1/{requestor}/regcode/{code}", "4.2", [204]),
    ]

    private static let native = [
        ProviderCall(.configuration, "GET", at: "/adobe-services/config/{requestor}", "1.1", [200]),
        ProviderCall(.configuration, "GET", at: "/adobe-services/config", "1.1", [200]),
        ProviderCall(.login, "GET", at: "/adobe-services/authenticate", "3.1", [200, 302, 303, 307]),
        ProviderCall(.login, "GET", at: "/adobe-services/authenticate/saml", "3.1", [200, 302, 303, 307]),
        ProviderCall(.session, "POST", "GET", at: "/adobe-services/session", "3.3", [200]),
        ProviderCall(.session, "POST", "GET", at: "/adobe-services/sessionDevice", "3.4", [200]),
        ProviderCall(.authorization, "POST", "GET", at: "/adobe-services/authorize", "3.5", [200]),
        ProviderCall(.authorization, "POST", "GET", at: "/adobe-services/authorizeDevice", "3.6", [200]),
        ProviderCall(.mediaToken, "POST", "GET", at: "/adobe-services/shortAuthorize", "3.7", [200]),
        ProviderCall(.mediaToken, "POST", "GET", at: "/adobe-services/deviceShortAuthorize", "3.7", [200]),
        ProviderCall(.preauthorization, "POST", "GET", at: "/adobe-services/preauthorize", "3.8", [200]),
    ]

    private static let clientless = [
        ProviderCall(.clientlessConfiguration, "GET", at: "/api/v1/config/{requestor}", "1.2", [200]),
        ProviderCall(.secondScreen, "GET", at: "/api/v1/authenticate", "4.3", [302]),
        ProviderCall(.pollLogin, "GET", at: "/api/v1/authenticate/{code}", "4.4", [200]),
        ProviderCall(.freePreview, "POST", at: "/api/v1/authenticate/freepreview", "4.5", [204], refusals: ofTokens),
        ProviderCall(.checkLogin, "GET", at: "/api/v1/checkauthn", "4.6", [200], refusals: ofTokens),
        ProviderCall(.checkLogin, "GET", at: "/api/v1/checkauthn/{code}", "4.6", [200], refusals: ofTokens),
        ProviderCall(
            .loginToken, "GET", at: "/api/v1/tokens/authn", "4.6", [200], refusals: ofTokens.union([404, 410])),
        ProviderCall(.profileExchange, "POST", at: "/api/v1/tokens/authn", "4.6", [204], refusals: ofTokens),
        ProviderCall(
            .profileRequest, "GET", at: "/api/v1/{requestor}/profile-requests/{mvpd}", "4.6", [200], refusals: ofTokens),
        ProviderCall(.deviceAuthorization, "GET", at: "/api/v1/authorize", "4.7", [200], refusals: ofTokens),
        ProviderCall(
            .authorizationToken, "GET", at: "/api/v1/tokens/authz", "4.7", [200],
            refusals: ofTokens.union([404, 410, 412])),
        ProviderCall(.deviceMediaToken, "GET", at: "/api/v1/mediatoken", "4.8", [200], refusals: ofTokens),
        ProviderCall(.deviceMediaToken, "GET", at: "/api/v1/tokens/media", "4.8", [200], refusals: ofTokens),
        ProviderCall(
            .devicePreauthorization, "GET", "POST", at: "/api/v1/preauthorize", "4.9", [200],
            refusals: ofTokens.union([412])),
        ProviderCall(
            .devicePreauthorization, "GET", "POST", at: "/api/v1/preauthorize/{code}", "4.9", [200],
            refusals: ofTokens.union([412])),
        ProviderCall(.deviceLogout, "DELETE", at: "/api/v1/logout", "4.10", [204]),
        ProviderCall(
            .metadata, "GET", at: "/api/v1/tokens/usermetadata", "4.12", [200], refusals: ofTokens.union([404, 412])),
    ]

    private static let v2 = [
        ProviderCall(.v2Login, "GET", at: "/api/v2/authenticate/{sp}/{code}", "7.3", [302], refusals: [400]),
        ProviderCall(.v2Configuration, "GET", at: "/api/v2/{sp}/configuration", "7.1", [200], refusals: ofV2),
        ProviderCall(.v2Session, "POST", at: "/api/v2/{sp}/sessions", "7.3", [200], refusals: ofV2),
        ProviderCall(.v2Resumption, "POST", at: "/api/v2/{sp}/sessions/{code}", "7.3", [200], refusals: ofV2),
        ProviderCall(.v2SessionRecord, "GET", at: "/api/v2/{sp}/sessions/{code}", "7.3", [200], refusals: ofV2),
        ProviderCall(.v2Profiles, "GET", at: "/api/v2/{sp}/profiles", "7.4", [200], refusals: ofV2),
        ProviderCall(.v2Profiles, "GET", at: "/api/v2/{sp}/profiles/{mvpd}", "7.4", [200], refusals: ofTokens),
        ProviderCall(.v2Profiles, "GET", at: "/api/v2/{sp}/profiles/code/{code}", "7.4", [200], refusals: ofTokens),
        ProviderCall(
            .v2Preauthorization, "POST", at: "/api/v2/{sp}/decisions/preauthorize/{mvpd}", "7.6", [200],
            refusals: ofTokens),
        ProviderCall(
            .v2Decisions, "POST", at: "/api/v2/{sp}/decisions/authorize/{mvpd}", "7.6", [200], refusals: ofTokens),
        ProviderCall(.v2Logout, "GET", at: "/api/v2/{sp}/logout/{mvpd}", "7.10", [200, 302], refusals: ofV2),
        ProviderCall(
            .v2PartnerSession, "POST", at: "/api/v2/{sp}/sessions/sso/{partner}", "7.11", [200], refusals: ofV2),
        ProviderCall(
            .v2PartnerProfile, "POST", at: "/api/v2/{sp}/profiles/sso/{partner}", "7.11", [200, 201], refusals: ofV2),
    ]
}

extension ProviderCall {
    /// The call that a request is, with the words of its path in the places of `{name}`; nil where the documents have none.
    static func of(method: String, path: String) -> (call: ProviderCall, values: [String: String])? {
        var words = path.split(separator: "/").map(String.init)
        guard let last = words.last else { return nil }
        // Versions and formats may stand in the path (service-protocol.md 3, 4).
        if words.first == "adobe-services", words.count > 2, words[1].allSatisfy({ $0.isNumber || $0 == "." }) {
            words.remove(at: 1)
        }
        if words.first == "api" || words.first == "reggie", words.count > 1, words[1] == "v1" {
            for format in [".json", ".xml"] where last.hasSuffix(format) {
                words[words.count - 1] = String(last.dropLast(format.count))
            }
        }
        var best: (call: ProviderCall, values: [String: String])?
        for call in all where call.methods.contains(method) {
            guard let values = call.values(in: words) else { continue }
            // Of several the one with the fewest open places.
            if best.map({ values.count < $0.values.count }) ?? true { best = (call, values) }
        }
        return best
    }

    private func values(in words: [String]) -> [String: String]? {
        let places = path.split(separator: "/")
        guard places.count == words.count else { return nil }
        var values: [String: String] = [:]
        for (place, word) in zip(places, words) {
            if place.hasPrefix("{") {
                values[String(place.dropFirst().dropLast())] = word
            } else if place != word {
                return nil
            }
        }
        return values
    }
}
