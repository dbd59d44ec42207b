internal import AccessEnabler
internal import AccessEnablerAPI
internal import Encodings
internal import PortWrapping
internal import Synchronization

/// Ports that read the documents otherwise where these contradict themselves, or do not say something.
extension Variant {
    static let readings: [Variant] = [
        Variant(
            "keeps-the-local-token", "leaves a valid login as it is when setRequestor is called again",
            because: "a remote token is fetched where SSO is enabled, and no document says where it is",
            ["A-73", "AE-REQ-014"]
        ) { stage, mutation in
            mutation.reply = { request, outcome in
                guard request.isSession, stage.hasSucceeded, stage.lastCall?.configures ?? false,
                    case .success(let reply) = outcome,
                    ["<authnToken", "notAfter"].contains(where: { reply.body.firstRange(of: $0.utf8) != nil })
                else { return outcome }
                return .failure(NetworkFailure(.interrupted, "the reply was lost"))
            }
        },
        Variant(
            "skips-the-picker", "goes to the login of the MVPD of the last one where the picker would be shown",
            because: "the overview has it so for every release, and the reference of the API up to 1.5",
            ["A-03", "AE-AUTHN-010", "AE-AUTHN-011"]
        ) { stage, mutation in
            let memory = LastMVPD(stage)
            mutation.call = memory.take
            mutation.callback = memory.pass
            mutation.reply = memory.read
        },
        Variant(
            "asks-who-is-logged-in",
            "asks the service for the user's login before a login or an authorization of nobody begins",
            because: "the authentication status is checked first; only checkAuthentication does it without the network",
            ["AE-AUTHN-003", "AE-CHKZ-003", "A-67"]
        ) { stage, mutation in
            mutation.call = { call in
                // With several providers there is none to ask before an MVPD is chosen.
                if call.selector.startsFlows, stage.isConfigured, !stage.hasSucceeded, stage.urls.count == 1,
                    let authorized = stage.currentRequest, let device = authorized.header("ap_21")
                {
                    stage.send(
                        authorized.asking(
                            "/api/v1/tokens/authn", [("deviceId", device), ("requestor", stage.requestor)]))
                }
                return [call]
            }
        },
        Variant(
            "logout-page-for-nobody", "shows the logout page also when nobody is logged in",
            because: "a logout shows the page; no exception is made", ["AE-LOG-002"]
        ) { stage, mutation in
            let page = PageForNobody(stage)
            mutation.call = page.take
            mutation.callback = page.pass
        },
        .onCallback(
            "absent-metadata-has-words", "says in words that there is no such metadata",
            because: "what is delivered then is not documented", ["AE-META-019"], .setMetadataStatus
        ) { _, callback in
            // The device's ID is withheld by the documents' own words.
            guard callback["metadata"] == .null, callback["key"] != "METADATA_DEVICE_ID" else { return [callback] }
            return [callback.with("metadata", "not available")]
        },
    ]
}

/// Chooses the MVPD of the last login in the user's place, as long as that login was not taken back.
private final class LastMVPD: Sendable {
    private struct State {
        /// By requestor.
        var remembered: [String: String] = [:]
        /// Whether a configuration has said of an MVPD that it cannot authenticate.
        var isDoubtful = false
        var isChoosing = false
    }

    private let stage: Stage
    private let state = Mutex(State())

    init(_ stage: Stage) {
        self.stage = stage
    }

    @Sendable
    func take(_ call: Message) -> [Message] {
        state.withLock { state in
            switch call.selector {
            case .logout: state.remembered = [:]
            case .setSelectedProvider where call["mvpdId"]?.isNull ?? true: state.remembered[stage.requestor] = nil
            default: break
            }
        }
        return [call]
    }

    @Sendable
    func read(_ request: NetworkRequest, _ outcome: Mutation.Outcome) -> Mutation.Outcome {
        if request.isConfiguration, case .success(let reply) = outcome,
            String(decoding: reply.body, as: UTF8.self).contains(#/canAuthenticate>\s*false/#)
        {
            state.withLock { $0.isDoubtful = true }
        }
        return outcome
    }

    @Sendable
    func pass(_ callback: Message) -> [Message] {
        switch callback.selector {
        case .sendTrackingData where callback.isTracking(.selection):
            // The user has selected nothing.
            return state.withLock { exchange(&$0.isChoosing, with: false) } ? [] : [callback]
        case .sendTrackingData where callback.isTracking(.authentication):
            if let data = callback["data"]?.arrayValue, data.first == true, let id = data[1].stringValue {
                state.withLock { $0.remembered[stage.requestor] = id }
            }
        case .setAuthenticationStatus where callback.isStatus(.genericAuthentication):
            state.withLock { $0.remembered[stage.requestor] = nil }
        case .displayProviderDialog:
            guard let id = rememberedMVPD(in: callback) else { break }
            state.withLock { $0.isChoosing = true }
            stage.call(.selection(id))
            return []
        default: break
        }
        return [callback]
    }

    private func rememberedMVPD(in dialog: Message) -> String? {
        let ids = (dialog["mvpds"]?.arrayValue ?? []).compactMap { $0.objectValue?["ID"]?.stringValue }
        return state.withLock { state in
            state.isDoubtful ? nil : state.remembered[stage.requestor].flatMap { ids.contains($0) ? $0 : nil }
        }
    }
}

/// Puts the logout page before the end of a logout that has none, and waits for its end as after any other.
private final class PageForNobody: Sendable {
    private struct State {
        var isLoggingOut = false
        /// The end of the logout, while the page is shown.
        var end: Message?
    }

    private let stage: Stage
    private let state = Mutex(State())

    init(_ stage: Stage) {
        self.stage = stage
    }

    @Sendable
    func take(_ call: Message) -> [Message] {
        if call.selector == .handleExternalURL, let end = state.withLock({ exchange(&$0.end, with: nil) }) {
            stage.tell(end)
            return []
        }
        state.withLock { $0 = State(isLoggingOut: call.selector == .logout) }
        return [call]
    }

    @Sendable
    func pass(_ callback: Message) -> [Message] {
        guard stage.platform == .iOS, state.withLock({ $0.isLoggingOut }) else { return [callback] }
        switch callback.selector {
        case .navigateToUrl, .navigateToUrlUseSVC:
            state.withLock { $0.isLoggingOut = false }
            return [callback]
        case .setAuthenticationStatus:
            let redirect = PercentEncoding.encode("adobepass://ios.app")
            let requestor = PercentEncoding.encode(stage.requestor)
            let page =
                "\(stage.urls.first ?? "")/adobe-services/logout?requestor_id=\(requestor)&redirect_url=\(redirect)"
            // Before 3.0 no call tells that the page has ended.
            let hasEnd = stage.count(of: .setRequestor) + stage.count(of: .setRequestorServiceProviders) > 0
            state.withLock { $0 = State(end: hasEnd ? callback : nil) }
            return [.navigation(to: page)] + (hasEnd ? [] : [callback])
        default: return [callback]
        }
    }
}

extension Selector {
    /// Whether the call begins a login or an authorization.
    fileprivate var startsFlows: Bool {
        ["getAuthentication", "checkAuthorization", "getAuthorization"].contains { rawValue.hasPrefix($0) }
            && self != .getAuthenticationToken
    }
}
