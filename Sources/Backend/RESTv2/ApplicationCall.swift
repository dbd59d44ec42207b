import Encodings
internal import Documents
internal import HTTPServer
internal import Timing

/// A call of REST API v2 by an application that has proved itself.
struct ApplicationCall: Sendable {
    let incoming: Incoming
    let requestor: String
    /// The requestor of which the answer speaks: another one where the service is at fault.
    let told: String
    /// The `client_id`.
    let client: String

    var now: WallTime { incoming.now }
    var endpoint: Int { incoming.request.endpoint }
    var path: String { "/api/v2/\(PercentEncoding.encode(told))" }

    /// A parameter that says something.
    subscript(name: String) -> String? {
        incoming[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The device's identifier, byte for byte as it was sent, whose headers are in order (service-protocol.md 7.2).
    ///
    /// A device may say nothing else of itself, and what it says need not be JSON: samples of the documents are not.
    func device() throws(EnhancedError) -> String {
        let header = incoming.header("AP-Device-Identifier") ?? ""
        let parts = header.split(separator: " ")
        guard parts.count == 2, parts[0] == "fingerprint", Self.decoded(parts[1])?.isEmpty == false else {
            throw EnhancedError(.invalidDeviceIdentifier, "expected 'fingerprint' and the identifier in Base64")
        }
        if let information = incoming.header("X-Device-Info"), Self.decoded(information) == nil {
            throw EnhancedError(.invalidDeviceInfo, "it is no Base64")
        }
        return header
    }

    /// The document that a header carries in Base64; nil where it carries none.
    func document(in header: String) -> JSONObject? {
        guard let bytes = incoming.header(header).flatMap(Self.decoded) else { return nil }
        return (try? JSON.parse(bytes))?.object
    }

    private static func decoded(_ text: some StringProtocol) -> [UInt8]? {
        Base64.decode(text) ?? Base64.decodeURLSafe(text)
    }
}

extension SessionState {
    /// The scope that applications need for REST API v2.
    static let scopeOfV2 = "api:client:v2"

    /// Looks at the access token, and then at the service provider.
    func proven(_ incoming: Incoming, alias: String?) throws(EnhancedError) -> ApplicationCall {
        guard let text = incoming.accessToken else {
            throw EnhancedError(.invalidAccessTokenClient, "there is no access token")
        }
        guard let token = accessTokens[text], let client = clients[token.clientID] else {
            throw EnhancedError(.invalidAccessTokenClient, "the access token is unknown")
        }
        guard incoming.now < token.expires else {
            throw EnhancedError(.invalidAccessTokenClient, "the access token has expired")
        }
        guard !scenario.isStrict || client.scopes.contains(Self.scopeOfV2) else {
            throw EnhancedError(.invalidAccessTokenClient, "the access token lacks the scope \(Self.scopeOfV2)")
        }
        let requestor = incoming.place("requestor")
        if let own = client.requestors, !own.contains(requestor), accepts(requestor: requestor) {
            throw EnhancedError(.invalidAccessTokenProvider)
        }
        guard accepts(requestor: requestor) else { throw EnhancedError(.invalidServiceProvider) }
        return ApplicationCall(
            incoming: incoming, requestor: requestor, told: alias ?? requestor, client: token.clientID)
    }

    /// The MVPD under this identifier, with which the service provider is integrated.
    func integrated(_ id: String, _ call: ApplicationCall) throws(EnhancedError) -> MVPDScript {
        if let mvpd = mvpd(id, of: call.requestor, at: call.endpoint) { return mvpd }
        let isKnown = scenario.welcome.mvpds || scenario.providers.contains { $0.mvpds.contains { $0.id == id } }
        throw EnhancedError(isKnown ? .invalidIntegration : .invalidMVPD)
    }

    /// The MVPD that the path names.
    func integratedMVPD(_ call: ApplicationCall) throws(EnhancedError) -> MVPDScript {
        try integrated(call.incoming.place("mvpd"), call)
    }
}
