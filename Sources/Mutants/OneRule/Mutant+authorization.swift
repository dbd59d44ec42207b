internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping

/// Wrong authorizations.
extension Mutant {
    static let authorization: [Mutant] = [
        .onCall(
            "check-authorization-logs-in", "starts a login in checkAuthorization", ["AE-CHKZ-004", "AE-CHKZ-005"],
            .checkAuthorization
        ) { _, call in [Message(.getAuthorization, call.arguments)] },
        .onCall(
            "get-authorization-does-not-log-in", "fails getAuthorization where nobody is authenticated",
            ["AE-GETZ-003", "AE-GETZ-018"], .getAuthorization
        ) { _, call in [Message(.checkAuthorization, call.arguments)] },
        .onCallback(
            "forgets-the-authorization", "does not go on with the authorization after the login", ["AE-GETZ-004"]
        ) { stage, callback in
            let ends: [Selector] = [.setToken, .tokenRequestFailed]
            return ends.contains(callback.selector) && stage.lastCall == .handleExternalURL ? [] : [callback]
        },
        .alterStorage(
            "authorization-is-not-cached", "requests an authorization every time", ["AE-GETZ-006", "AE-STO-002"]
        ) { _, storage in storage.stores = { !$0.contains("/authorization/") } },
        .changeEnvironment(
            "one-authorization-at-a-time", "forgets the authorizations of other resources",
            ["AE-STO-006", "AE-GETZ-006"]
        ) { _, environment in
            let base = environment.storage
            environment.storage = AlteredStorage(base) { key in
                guard key.contains("/authorization/") else { return true }
                for other in base.keys() where other.contains("/authorization/") { base.remove(other) }
                return true
            }
        },
        .mutant(
            "media-token-is-cached", "delivers the same media token again",
            ["AE-GETZ-007", "AE-STO-008", "AE-TOK-005"]
        ) { _, mutation in
            mutation.repeatAnswers(to: "/shortAuthorize") { _ in "" }
        },
        .onCallback(
            "token-is-not-delivered", "does not deliver the media token",
            ["AE-GETZ-009", "AE-CHKZ-007", "AE-GETZ-012"],
            .setToken
        ) { _, _ in [] },
        .onCallback(
            "token-twice", "delivers the media token twice", ["AE-CHKZ-007", "AE-GETZ-012"], .setToken
        ) { _, callback in [callback, callback] },
        .onCallback(
            "token-for-another-resource", "delivers the media token for another resource",
            ["AE-TOK-002", "AE-GETZ-020"], .setToken
        ) { _, callback in [callback.with("resource", "another")] },
        .onCallback("token-is-empty", "delivers an empty media token", ["AE-TOK-004"], .setToken) { _, callback in
            [callback.with("token", "")]
        },
        .onCallback(
            "authorization-token-exposed", "delivers something else than the media token",
            ["AE-TOK-001", "AE-XML-021"],
            .setToken
        ) { _, callback in [callback.with("token", "<simpleAuthorizationToken/>")] },
        .onCallback(
            "media-token-is-mended", "closes the signature's element properly", ["AE-TOK-001"], .setToken
        ) { _, callback in [callback.changingText("token", mended)] },
        .onCallback(
            "media-token-is-rewritten", "adds the empty proxy MVPD that a media token may do without",
            ["AE-TOK-001", "AE-TOK-007"], .setToken
        ) { _, callback in
            [
                callback.changingText("token") {
                    $0.replacing("</authToken>", with: "<proxyMvpdId></proxyMvpdId></authToken>")
                }
            ]
        },
        .onCallback(
            "token-after-a-denial", "delivers a token where the service denies", ["AE-GETZ-010", "AE-FAIL-003"],
            .tokenRequestFailed
        ) { _, callback in [.madeUpToken(for: callback["resource"] ?? "")] },
        .onCallback(
            "token-by-a-login-of-before", "delivers a token by a login that does not count any more",
            ["AE-STO-001", "AE-CHKZ-004"], .tokenRequestFailed
        ) { stage, callback in
            let isNobodys = callback["code"] == .string(ErrorCode.userNotAuthenticated.rawValue)
            return [stage.hasSucceeded && isNobodys ? .madeUpToken(for: callback["resource"] ?? "") : callback]
        },
        .mutant(
            "denied-for-good", "repeats a denial without asking the service",
            ["AE-GETZ-005", "AE-GETZ-009", "AE-FAIL-007"]
        ) { stage, mutation in
            let denials = Kept<[Value: Message]>([:])
            mutation.onCallback(.tokenRequestFailed) { callback in
                if callback["code"] == .string(ErrorCode.userNotAuthorized.rawValue),
                    let resource = callback["resource"]
                {
                    denials.change { $0[resource] = callback }
                }
                return [callback]
            }
            mutation.onCall { call in
                guard [.getAuthorization, .checkAuthorization].contains(call.selector),
                    let denial = call["resource"].flatMap({ denials.value[$0] })
                else { return [call] }
                stage.tell(denial)
                return []
            }
        },
        .onCallback(
            "denial-is-silent", "does not report that authorization failed",
            ["AE-GETZ-010", "AE-CHKZ-007", "AE-CHKZ-004"], .tokenRequestFailed
        ) { _, _ in [] },
        .mutant(
            "remote-logout-logs-in", "starts a login when a check learns that the user was logged out elsewhere",
            ["AE-DPD-004"]
        ) { stage, mutation in
            let storage = Kept<(any TokenStorage)?>(nil)
            mutation.environment = { storage.value = $0.storage }
            mutation.onCallback(.tokenRequestFailed) { callback in
                let isRefused = callback["code"] == .string(ErrorCode.userNotAuthorized.rawValue)
                let isHeld = storage.value?.keys().contains { $0.hasSuffix("/authentication") } ?? true
                if isRefused, !isHeld, stage.lastCall == .checkAuthorization { stage.call(Message(.getAuthentication)) }
                return [callback]
            }
        },
        .onCallback(
            "denial-of-another-resource", "reports the failure of another resource", ["AE-FAIL-002", "AE-GETZ-020"],
            .tokenRequestFailed
        ) { _, callback in [callback.with("resource", "another")] },
        .onCallback(
            "denial-with-another-code", "reports a denial with a code that does not exist",
            ["AE-FAIL-003", "AE-FAIL-009"], .tokenRequestFailed
        ) { _, callback in [callback.with("code", "Denied")] },
        .onCallback(
            "description-is-nil", "gives a failed token request no description", ["AE-FAIL-001", "AE-FAIL-004"],
            .tokenRequestFailed
        ) { _, callback in [callback.with("description", .null)] },
        .changeEnvironment(
            "old-authorization-stays", "does not replace an expired authorization in the storage",
            ["AE-STO-005", "AE-STO-007"]
        ) { _, environment in
            let base = environment.storage
            environment.storage = AlteredStorage(base) { key in
                !key.contains("/authorization/") || base.load(key) == nil
            }
        },
        .onCallback(
            "expiry-logs-in", "starts a login by itself where the token has expired", ["AE-STO-025", "AE-CHKN-006"],
            .setAuthenticationStatus
        ) { stage, callback in
            guard stage.hasSucceeded, stage.lastCall == .checkAuthentication, callback["status"] == 0 else {
                return [callback]
            }
            stage.call(Message(.getAuthentication))
            return [callback]
        },
        .onCallback(
            "cancellation-is-read-unevenly",
            "reports a failed authorization after a cancellation at the login page, and none after one at the picker",
            ["AE-GETZ-015", "AE-GETZ-016"], .setAuthenticationStatus
        ) { stage, callback in
            guard callback.isStatus(.providerNotSelected), stage.selected != nil, let resource = stage.resource
            else { return [callback] }
            return [callback, .failedAuthorization(.string(resource), .providerNotSelected)]
        },
        .onCallback(
            "message-is-altered", "changes the MVPD's message", ["AE-FAIL-005"], .tokenRequestFailed
        ) { _, callback in
            [callback.changingText("description") { $0.isEmpty ? $0 : "Sorry: \($0)" }]
        },
        .onCallback(
            "message-is-invented", "prints a message that is not there", ["AE-FAIL-004"], .tokenRequestFailed
        ) { _, callback in [callback["description"] == "" ? callback.with("description", "(null)") : callback] },
        .onReply(
            "media-failure-is-success", "delivers a token although none was granted", ["AE-GETZ-011"],
            to: "/shortAuthorize"
        ) { _, outcome in
            guard case .success(let reply) = outcome, reply.status != 200 || reply.body.starts(with: "<error".utf8)
            else {
                return outcome
            }
            return .success(NetworkReply(status: 200, body: Array(Self.printedToken.utf8)))
        },
        .mutant(
            "media-trouble-is-tried-again",
            "reports that a cached authorization brought no media token, and asks for a new one as well",
            ["AE-CHKZ-007"]
        ) { stage, mutation in
            let storage = Kept<(any TokenStorage)?>(nil)
            let isCached = Kept(false)
            mutation.environment = { storage.value = $0.storage }
            mutation.callback = { callback in
                if callback.isTracking(.authorization) { isCached.value = callback["data"]?.arrayValue?[3] == true }
                guard let resource = callback["resource"], isCached.change({ exchange(&$0, with: false) }),
                    callback.selector == .tokenRequestFailed
                else { return [callback] }
                storage.value?.forget { $0.contains("/authorization/") }
                stage.call(Message(.checkAuthorization, [.init("resource", resource)]))
                return [callback]
            }
        },
        .onCallback(
            "authorization-is-untracked", "makes no tracking callback for authorizations",
            ["AE-GETZ-013", "AE-CHKZ-009", "AE-TRK-005"]
        ) { _, callback in callback.isTracking(.authorization) ? [] : [callback] },
        .onCall(
            "authorization-data-is-dropped", "does not send the data of an authorization call",
            ["AE-CHKZ-002", "AE-GETZ-002"]
        ) { _, call in
            let selectors: [Selector] = [.checkAuthorizationWithData, .getAuthorizationWithData]
            return [selectors.contains(call.selector) ? call.with("data", .null) : call]
        },
        .onCall(
            "token-without-authorization", "delivers a token without asking the service",
            ["AE-GETZ-005", "AE-GETZ-007", "AE-CHKZ-006"]
        ) { stage, call in
            let asks: [Selector] = [.checkAuthorization, .getAuthorization]
            guard asks.contains(call.selector), stage.hasSucceeded else { return [call] }
            stage.tell(.madeUpToken(for: call["resource"] ?? ""))
            return []
        },
        .onCall(
            "authorizes-nobody", "asks for an authorization where nobody is authenticated",
            ["AE-CHKZ-003", "AE-CHKZ-005"], .checkAuthorization
        ) { stage, call in
            if !stage.hasSucceeded, let known = stage.authorizedRequest, let url = stage.urls.first {
                stage.send(
                    NetworkRequest(
                        method: "POST", url: "\(url)/adobe-services/authorize",
                        headers: known.headers.filter { $0.name != "Content-Type" },
                        body: Array("requestor_id=\(stage.requestor)".utf8)))
            }
            return [call]
        },
        .onCallback(
            "token-after-cancel", "delivers a token although the login was cancelled", ["AE-GETZ-015"],
            .setAuthenticationStatus
        ) { stage, callback in
            guard callback.isStatus(.providerNotSelected), let resource = stage.resource else { return [callback] }
            return [callback, .madeUpToken(for: .string(resource))]
        },
        .mutant("media-token-first", "requests the media token before the authorization", ["AE-GETZ-008"]) {
            stage, mutation in
            mutation.onRequest("/adobe-services/authorize") { request in
                var early = request
                // REST API v2 has none; who speaks it may ask as before.
                let provider = stage.urls.first { request.url.hasPrefix($0) } ?? ""
                early.url = provider + "/adobe-services/shortAuthorize" + request.url.drop { $0 != "?" }
                stage.send(early)
                return request
            }
        },
    ]

    /// The token as one would expect it to be framed, and as no token is.
    private static func mended(_ token: String) -> String {
        guard let second = token.dropFirst().firstRange(of: "<signatureInfo>") else { return token }
        return token[..<second.lowerBound] + "</signatureInfo>" + token[second.upperBound...]
    }

    private static let printedToken =
        "<signatureInfo>AAAA<signatureInfo><authToken><sessionGUID>0123456789abcdef0123456789abcdef</sessionGUID>"
        + "<requestorID>r</requestorID><resourceID>r</resourceID><ttl>420000</ttl>"
        + "<issueTime>2030-01-01 00:00:00 +0000</issueTime><mvpdId>m</mvpdId></authToken>"
}
