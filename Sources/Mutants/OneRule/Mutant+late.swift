internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping

/// Answers that come when they are of no use any more, and what a port makes of them.
extension Mutant {
    static let late: [Mutant] = [
        takingLateLogins(
            "login-goes-to-the-present-requestor", "takes the answer to a login for that of the requestor set since",
            ["AE-STO-010", "AE-CHKN-004"]
        ) { $0.requestor },
        takingLateLogins(
            "logout-leaves-the-login-waiting", "finishes a login that was under way when the user logged out",
            ["AE-LOG-006"]
        ) { $0.count(of: .logout) },
        .mutant(
            "reports-the-first-code", "reports the registration code of the first login again",
            ["AE-TV-001", "AE-TV-004"]
        ) { _, mutation in
            let first = Kept<Message?>(nil)
            mutation.onCallback(.status) { callback in
                guard callback.statusID == "REGCODE" else { return [callback] }
                return first.change { first in
                    first = first ?? callback
                    return [first ?? callback]
                }
            }
        },
        .onCallback(
            "second-logout-is-silent", "reports no end of a second logout", ["AE-LOG-004"], .setAuthenticationStatus
        ) { stage, callback in stage.lastCall == .logout && stage.count(of: .logout) > 1 ? [] : [callback] },
        .mutant(
            "routes-by-the-first-login", "sends everything to the service provider of the first login",
            ["AE-SP-008", "AE-SP-009", "AE-SP-012"]
        ) { stage, mutation in
            let first = Kept<String?>(nil)
            mutation.changeRequests { request in
                guard !request.isConfiguration, !request.url.contains("/o/client/"),
                    let provider = stage.urls.first(where: { request.url.hasPrefix($0) })
                else { return }
                if request.path.hasSuffix("/session") { first.value = first.value ?? provider }
                request.url = (first.value ?? provider) + request.url.dropFirst(provider.count)
            }
        },
        .mutant(
            "first-choice-counts", "ignores a second choice in the same login", ["AE-SEL-013", "AE-SP-012"]
        ) { _, mutation in
            let hasChosen = Kept(false)
            mutation.call = { call in
                switch call.selector {
                case .getAuthentication:
                    hasChosen.value = false
                    return [call]
                case .setSelectedProvider where call["mvpdId"]?.stringValue != nil:
                    return hasChosen.change { exchange(&$0, with: true) } ? [] : [call]
                default: return [call]
                }
            }
        },
        .mutant(
            "login-serves-the-first-again", "delivers the token of the first authorization for every other",
            ["AE-GETZ-009", "AE-GETZ-012", "AE-TOK-005"]
        ) { _, mutation in
            let first = Kept<Message?>(nil)
            mutation.onCallback(.setToken) { callback in
                first.change { first in
                    defer { first = first ?? callback }
                    return [first, callback].compactMap(\.self)
                }
            }
        },
        .mutant(
            "cancelled-authorization-goes-on", "goes on with an authorization whose login was cancelled",
            ["AE-GETZ-015"]
        ) { stage, mutation in
            let cancelled = Kept<Message?>(nil)
            mutation.onCall(.getAuthorization) { call in
                cancelled.value = call
                return [call]
            }
            mutation.callback = { callback in
                switch callback.selector {
                case .setToken, .tokenRequestFailed: cancelled.value = nil
                case .setAuthenticationStatus where callback["status"] == 1 && stage.lastCall != .getAuthorization:
                    if let call = cancelled.value { stage.call(call) }
                default: break
                }
                return [callback]
            }
        },
        .mutant(
            "refused-token-is-final", "does not ask for a new access token when one is refused", ["AE-INIT-011"]
        ) { _, mutation in
            mutation.reply = { $1.refusing(instead: 400) {} }
        },
        .mutant(
            "refused-token-is-a-logout", "forgets the login when an access token is refused",
            ["AE-INIT-011", "AE-STO-001"]
        ) { _, mutation in
            let storage = Kept<(any TokenStorage)?>(nil)
            mutation.environment = { storage.value = $0.storage }
            mutation.reply = { _, outcome in
                outcome.refusing(instead: 400) { storage.value?.forget { $0.hasPrefix("tokens/") } }
            }
        },
        .mutant(
            "cancel-leaves-the-renewal-locked",
            "fetches no login any more once one was cancelled while an access token was under way",
            ["AE-AUTHN-017", "AE-URL-003"]
        ) { _, mutation in
            let isRenewing = Kept(false)
            let isLocked = Kept(false)
            mutation.onCall(.setSelectedProvider) { call in
                if call["mvpdId"] == .null, isRenewing.value { isLocked.value = true }
                return [call]
            }
            mutation.interpose { request, base, completion in
                if isLocked.value, request.path.hasSuffix("/session") { return Cancellation() }
                guard request.url.contains("/o/client/token") else { return base.send(request, completion: completion) }
                isRenewing.value = true
                return base.send(request) { outcome in
                    isRenewing.value = false
                    completion(outcome)
                }
            }
        },
        .onReply(
            "offsets-are-ignored", "reads the dates of tokens as GMT", ["AE-XML-019", "AE-CHKN-007"], to: "/session"
        ) { _, outcome in
            outcome.changingText { $0.replacing(/GMT [+-][0-9]{4}/, with: "GMT +0000") }
        },
        .changeEnvironment(
            "stores-at-the-end", "stores what it knows when it is closed", ["AE-STO-002", "AE-AUTHN-022", "AE-LOG-006"]
        ) { stage, environment in
            let storage = LateStorage(environment.storage)
            stage.atEnd { storage.flush() }
            environment.storage = storage
            environment.ownStorage = storage
        },
    ]

    /// Reports SUCCESS where the answer to a login comes although something has changed since it was asked for.
    private static func takingLateLogins<State: Equatable & Sendable>(
        _ id: String, _ title: String, _ cites: [String], _ state: @escaping @Sendable (Stage) -> State
    ) -> Mutant {
        .mutant(id, title, cites) { stage, mutation in
            let isWrong = Kept(false)
            // Heard also where the reference does not want the answer any more.
            mutation.interpose { request, base, completion in
                guard request.path.hasSuffix("/session") else { return base.send(request, completion: completion) }
                let before = state(stage)
                _ = base.send(request) { outcome in
                    if state(stage) != before, outcome.isToken { isWrong.value = true }
                    completion(outcome)
                }
                return Cancellation()
            }
            mutation.onCallback(.setAuthenticationStatus) { callback in
                [isWrong.value ? .authenticationStatus(.success, .userAuthenticated) : callback]
            }
        }
    }
}

extension Mutation.Outcome {
    /// A reply with an authentication token.
    fileprivate var isToken: Bool {
        guard case .success(let reply) = self else { return false }
        let text = String(decoding: reply.body, as: UTF8.self)
        return text.contains("<authnToken") || text.contains("\"notAfter\"")
    }

    /// The same with another status where an access token was refused.
    fileprivate func refusing(instead status: Int, then body: () -> Void) -> Self {
        guard case .success(var reply) = self, reply.status == 401 else { return self }
        body()
        reply.status = status
        return .success(reply)
    }
}
