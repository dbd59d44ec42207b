internal import AccessEnabler
internal import AccessEnablerAPI
internal import Documents
internal import Encodings
internal import PortWrapping
internal import Synchronization

/// Other ways to log in, to wait for a second screen, and to log out.
extension Variant {
    private static let polling = "how often a port looks for the end of a login is not documented"

    static let login: [Variant] = [
        .onCallback(
            "writes-schemes-in-small-letters", "writes the application's own scheme in small letters",
            because: "the scheme of a URL is the same in any letters (RFC 3986, 3.1)", ["AE-NAV-014"],
            .navigateToUrlUseSVC
        ) { _, callback in [callback.changingText("url") { $0.replacing("adbe.u-XFX", with: "adbe.u-xfx") }] },
        Variant(
            "polls-each-second", "looks for a login on a second screen once a second", because: polling, ["AE-TV-002"],
            limits: { $0.poll = .seconds(1) }),
        Variant(
            "polls-each-5-s", "looks for a login on a second screen every 5 s", because: polling, ["AE-TV-002"],
            isSlow: true, limits: { $0.poll = .seconds(5) }),
        Variant(
            "polls-each-6-s", "looks for a login on a second screen every 6 s", because: polling, ["AE-TV-002"],
            isSlow: true, limits: { $0.poll = .seconds(6) }),
        Variant(
            "polls-each-15-s", "looks for a login on a second screen every 15 s", because: polling, ["AE-TV-002"],
            isSlow: true, limits: { $0.poll = .seconds(15) }),
        Variant(
            "polls-ever-slower", "waits 300 ms longer before each look for a login on a second screen",
            because: polling, ["AE-TV-002"]
        ) { stage, mutation in
            let looks = Kept<[String: Int]>([:])
            mutation.interpose { request, base, completion in
                guard request.isSession, stage.platform == .tvOS, let code = FormText(request.body)["reg_code"] else {
                    return base.send(request, completion: completion)
                }
                let count = looks.change { looks in
                    defer { looks[code, default: 0] += 1 }
                    return looks[code] ?? 0
                }
                let chain = RequestChain()
                chain.wait(.milliseconds(300) * count) { chain.send(request, over: base, completion) }
                return chain.cancellation
            }
        },
        .interpose(
            "polls-by-checkauthn", "asks whether the code is used before it fetches the token",
            because: "what is asked while a port waits is not documented", ["AE-TV-002"]
        ) { stage, request, base, completion in
            let code = FormText(request.body)["reg_code"]
            guard request.isSession, let code, stage.platform == .tvOS else {
                return base.send(request, completion: completion)
            }
            let chain = RequestChain()
            chain.send(request.asking("/api/v1/checkauthn/\(code)", [("requestor", stage.requestor)]), over: base) {
                guard case .success(let reply) = $0, reply.status == 403 else {
                    return chain.send(request, over: base, completion)
                }
                completion(.success(NetworkReply(status: 401)))
            }
            return chain.cancellation
        },
        Variant(
            "polls-the-registration", "looks at the registration of the code before it fetches the token",
            because: "what is asked while a port waits is not documented", ["AE-TV-002"]
        ) { stage, mutation in
            mutation.sendFirst { request in
                guard request.isSession, let code = FormText(request.body)["reg_code"] else { return nil }
                return request.asking("/reggie/v1/\(PercentEncoding.encode(stage.requestor))/regcode/\(code)", [])
            }
        },
        .interpose(
            "takes-a-code-back", "asks for a registration code, gives it back, and asks for another",
            because: "the documents give no number of codes, and the service takes codes back", ["AE-SP-008"]
        ) { _, request, base, completion in
            guard request.method == "POST", request.path.hasSuffix("/regcode") else {
                return base.send(request, completion: completion)
            }
            let chain = RequestChain()
            chain.send(request, over: base) { outcome in
                guard case .success(let reply) = outcome, reply.status == 201,
                    let code = try? JSON.parse(reply.body)["code"]?.string
                else { return completion(outcome) }
                var back = request.asking("\(request.path)/\(code)", [])
                back.method = "DELETE"
                chain.send(back, over: base) { _ in chain.send(request, over: base, completion) }
            }
            return chain.cancellation
        },
        Variant(
            "reports-a-used-code-again", "reports the code of the login before once more, ahead of the next one's",
            because: "how often a code is reported is not documented", ["AE-EST-002", "AE-TV-001"]
        ) { stage, mutation in
            let last = Kept<Message?>(nil)
            mutation.onCallback(.status) { callback in
                guard callback.statusID == "REGCODE" else { return [callback] }
                let former = last.change { exchange(&$0, with: callback) }
                return stage.hasSucceeded ? [former, callback].compactMap(\.self) : [callback]
            }
        },
        Variant(
            "answers-for-the-login-it-has",
            "answers getAuthentication with SUCCESS while a login with another MVPD than the selected one is valid",
            because: "a user who is authenticated already is told so; whether the selection changes that is not said",
            ["A-70", "AE-AUTHN-004"]
        ) { stage, mutation in
            let check = CheckBeforeLogin(stage)
            mutation.call = check.take
            mutation.callback = check.passed
        },
        Variant(
            "ignores-a-second-login", "ignores getAuthentication while the picker is shown",
            because: "a second call during a login may run, restart or be ignored", ["AE-AUTHN-026"]
        ) { stage, mutation in
            let isShown = Kept(false)
            mutation.call = { call in
                switch call.selector {
                case .getAuthentication where isShown.value: return []
                case .setSelectedProvider, .logout: isShown.value = false
                case let other where other.configures: isShown.value = false
                default: break
                }
                return [call]
            }
            mutation.callback = { callback in
                if callback.selector == .displayProviderDialog { isShown.value = true }
                return [callback]
            }
        },
        Variant(
            "picker-again", "shows the picker again for a getAuthorization that comes while it is shown",
            because:
                "getAuthorization triggers the dialog where nobody is authenticated, and nothing is said of a login under way",
            ["AE-DPD-004", "AE-GETZ-018"]
        ) { stage, mutation in
            let shown = Kept<Message?>(nil)
            mutation.call = { call in
                switch call.selector {
                case .getAuthorization, .getAuthorizationWithData:
                    if let dialog = shown.value { stage.tell(dialog) }
                case .setSelectedProvider, .logout, .getAuthentication, .getAuthenticationWithData:
                    shown.value = nil
                case let other where other.configures: shown.value = nil
                default: break
                }
                return [call]
            }
            mutation.callback = { callback in
                if callback.selector == .displayProviderDialog { shown.value = callback }
                return [callback]
            }
        },
        .onCallback(
            "picker-twice", "shows the picker twice, one right after the other",
            because: "how often the dialog is shown is not documented", ["AE-DPD-001", "AE-DPD-004"],
            .displayProviderDialog
        ) { _, callback in [callback, callback] },
        .onCallback(
            "picker-sorted", "lists MVPDs by their names", because: "the order of the list is not documented",
            ["AE-DPD-002", "AE-SP-004"], .displayProviderDialog
        ) { _, callback in
            let mvpds = callback["mvpds"]?.arrayValue?.compactMap { MVPD($0) } ?? []
            return [callback.with("mvpds", .array(mvpds.sorted { $0.displayName < $1.displayName }.map(\.value)))]
        },
        .onCallback(
            "picker-backwards", "lists MVPDs in the opposite order", because: "the order of the list is not documented",
            ["AE-DPD-002", "AE-SP-004"], .displayProviderDialog
        ) { _, callback in [callback.with("mvpds", .array(callback["mvpds"]?.arrayValue?.reversed() ?? []))] },
        Variant(
            "asks-for-the-selected-provider", "asks the service for its configuration at each getSelectedProvider",
            because: "network requests are neither asked nor forbidden there", ["A-67", "AE-PROV-005"]
        ) { stage, mutation in
            mutation.call = { call in
                if call.selector == .getSelectedProvider, stage.isConfigured, let url = stage.urls.first,
                    let authorized = stage.currentRequest
                {
                    let requestor = PercentEncoding.encode(stage.requestor)
                    var request = authorized.asking("/adobe-services/config/\(requestor)", [])
                    request.url = url + request.url.dropFirst(request.base.count)
                    stage.send(request)
                }
                return [call]
            }
        },
        .onCallback(
            "login-url-in-another-order", "writes the parameters of pages in another order, and one more",
            because: "what a page's URL looks like is not documented but for where it leads", ["AE-NAV-002"]
        ) { _, callback in
            guard [.navigateToUrl, .navigateToUrlUseSVC, .presentSafari].contains(callback.selector),
                let url = callback["url"]?.stringValue, url.contains("?")
            else { return [callback] }
            let parts = url.split(separator: "?", maxSplits: 1).map(String.init)
            var query = FormText(parts[1])
            query.fields.reverse()
            query.add("locale", "de-AT")
            return [callback.with("url", .string("\(parts[0])?\(query.text)"))]
        },
        .onCallback(
            "login-url-has-a-fragment", "sends the browser to a place within a page",
            because: "what a page's URL looks like is not documented but for where it leads", ["AE-NAV-002"]
        ) { _, callback in
            let pages: [Selector] = [.navigateToUrl, .navigateToUrlUseSVC, .presentSafari]
            return [pages.contains(callback.selector) ? callback.changingText("url") { $0 + "#login" } : callback]
        },
        Variant(
            "mvpds-say-more", "has further pairs in each MVPD",
            because: "no document says that there are no others", ["AE-MVPD-001"]
        ) { _, mutation in
            let more: @Sendable (Value) -> Value = { value in
                guard var members = value.objectValue else { return value }
                members["isProxy"] = false
                members["locale"] = "de-AT"
                return .object(members)
            }
            mutation.callback = { callback in
                switch callback.selector {
                case .displayProviderDialog:
                    [callback.with("mvpds", .array((callback["mvpds"]?.arrayValue ?? []).map(more)))]
                case .selectedProvider: [callback.with("mvpd", more(callback["mvpd"] ?? .null))]
                default: [callback]
                }
            }
        },
        Variant(
            "logs-out-at-the-service", "tells the service of a logout itself, too",
            because: "the user is logged out at the service; who asks for that is not documented",
            ["AE-LOG-002", "AE-LOG-003"]
        ) { stage, mutation in
            mutation.call = { call in
                if call.selector == .logout, stage.isConfigured, let authorized = stage.currentRequest,
                    let device = authorized.header("ap_21")
                {
                    var request = authorized.asking(
                        "/api/v1/logout", [("deviceId", device), ("requestor", stage.requestor)])
                    request.method = "DELETE"
                    stage.send(request)
                }
                return [call]
            }
        },
    ]
}

/// Answers getAuthentication as a check where the check finds somebody.
private final class CheckBeforeLogin: Sendable {
    private struct Question {
        var call: Message
        var heard: [Message] = []
    }

    private let stage: Stage
    private let questions = Mutex<[Question]>([])
    /// Whether the last selection was of an MVPD; a cancellation is answered by itself, with the callback of a check.
    private let isSelected = Mutex(false)

    init(_ stage: Stage) {
        self.stage = stage
    }

    /// The check in place of the login.
    @Sendable
    func take(_ call: Message) -> [Message] {
        let isPlain =
            call.selector == .getAuthentication
            || call.selector == .getAuthenticationWithData && call["forceAuthn"] == false
        if call.selector == .setSelectedProvider { isSelected.withLock { $0 = call["mvpdId"]?.stringValue != nil } }
        // Only where the selection could matter: an MVPD that was chosen while nobody had asked for one.
        guard isPlain, stage.isConfigured, isSelected.withLock(\.self), stage.lastCall == .setSelectedProvider else {
            return [call]
        }
        questions.withLock { $0.append(Question(call: call)) }
        return [Message(.checkAuthentication)]
    }

    @Sendable
    func passed(_ callback: Message) -> [Message] {
        let isHeard = questions.withLock { questions in
            guard !questions.isEmpty,
                [.setAuthenticationStatus, .sendTrackingData, .status].contains(callback.selector)
            else { return false }
            questions[0].heard.append(callback)
            return true
        }
        guard isHeard else { return [callback] }
        guard callback.selector == .setAuthenticationStatus else { return [] }
        let question = questions.withLock { $0.removeFirst() }
        if callback["status"] == 1 { return question.heard }
        stage.call(question.call)
        return []
    }
}

extension NetworkRequest {
    /// A question to the same provider, by the same client and with the same options, which are in the query.
    func asking(_ path: String, _ query: [(name: String, value: String)]) -> NetworkRequest {
        var question = self
        question.method = "GET"
        question.body = nil
        let ofTheBody = ["content-type", "content-encoding", "transfer-encoding", "expect", "ap_19", "ap_23"]
        question.headers.removeAll { ofTheBody.contains($0.name.lowercased()) }
        question.url = base + path
        question.addToQuery(query + queryFields)
        // Some carry the device's information in the body, which is gone.
        if let information = FormText(body)["device_info"] { question.addToQuery([("device_info", information)]) }
        return question
    }

    var queryFields: [(name: String, value: String)] {
        url.split(separator: "?", maxSplits: 1).dropFirst().first.map { FormText(String($0)).fields } ?? []
    }
}
