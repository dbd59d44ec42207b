internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping

/// Wrong answers to setRequestor.
extension Mutant {
    static let configuration: [Mutant] = [
        .onCallback(
            "completes-twice", "calls setRequestorComplete: twice", ["AE-REQ-010"], .setRequestorComplete
        ) { _, callback in [callback, callback] },
        .onCallback(
            "never-completes", "never calls setRequestorComplete:",
            ["AE-REQ-007", "AE-REQ-008", "AE-REQ-009", "AE-REQ-010"], .setRequestorComplete
        ) { _, _ in [] },
        .onCallback(
            "success-as-error", "reports a successful configuration as ERROR", ["AE-REQ-008"], .setRequestorComplete
        ) { _, callback in [callback.with("status", 0)] },
        .onCallback(
            "always-succeeds", "reports a failed configuration as SUCCESS", ["AE-REQ-009", "AE-SP-016"],
            .setRequestorComplete
        ) { _, callback in [callback.with("status", 1)] },
        .mutant(
            "completes-early", "reports SUCCESS before a provider has answered",
            ["AE-REQ-008", "AE-REQ-009", "AE-REQ-019"]
        ) { stage, mutation in
            mutation.callback = { $0.selector == .setRequestorComplete ? [] : [$0] }
            mutation.call = { call in
                if [.setRequestor, .setRequestorServiceProviders].contains(call.selector) {
                    stage.tell(.requestorComplete(.success))
                }
                return [call]
            }
        },
        .onCallback(
            "shows-the-configuration", "shows the provider dialog when the configuration is there",
            ["AE-REQ-007", "AE-REQ-022", "AE-DPD-004"], .setRequestorComplete
        ) { _, callback in [callback, Message(.displayProviderDialog, [.init("mvpds", [])])] },
        .mutant("asks-nobody", "completes without asking for a configuration", ["AE-REQ-006", "AE-SP-001"]) {
            stage, mutation in
            mutation.request = { $0.isConfiguration ? nil : $0 }
            mutation.call = { call in
                if [.setRequestor, .setRequestorServiceProviders].contains(call.selector) {
                    stage.tell(.requestorComplete(.success))
                }
                return [call]
            }
        },
        .changeConfiguration(
            "default-is-another", "takes another default service provider", ["AE-REQ-011", "AE-SP-021"]
        ) { _, configuration in
            // Port 9 of this machine: nobody is there.
            configuration.defaultServiceProvider = "http://127.0.0.1:9"
        },
        .onCall(
            "configures-once", "answers a repeated setRequestor without asking again",
            ["AE-REQ-013", "AE-REQ-014", "AE-REQ-015"]
        ) { stage, call in
            guard [.setRequestor, .setRequestorServiceProviders].contains(call.selector), stage.lastCall != nil,
                stage.count(of: call.selector) > 0
            else { return [call] }
            stage.tell(.requestorComplete(.success))
            return []
        },
        .onReply(
            "ignores-remote-logout", "keeps a token whose session was ended elsewhere", ["AE-REQ-015"], to: "/session"
        ) { _, outcome in
            guard case .success(let reply) = outcome,
                String(decoding: reply.body, as: UTF8.self).contains("<pendingLogout") || reply.status == 401
                    || reply.body == Array(#"{"profiles":{}}"#.utf8)
            else { return outcome }
            return .failure(NetworkFailure(.interrupted, "the reply was lost"))
        },
        .mutant(
            "loses-a-renewed-login", "forgets a login of which the service has a newer token", ["AE-REQ-014"]
        ) { stage, mutation in
            let first = Kept<[UInt8]?>(nil)
            mutation.onReply("/session") { outcome in
                guard case .success(let reply) = outcome, reply.body.firstRange(of: "<authnToken".utf8) != nil else {
                    return outcome
                }
                let isRenewed = first.change { first in
                    defer { first = first ?? reply.body }
                    return first.map { $0 != reply.body } ?? false
                }
                guard isRenewed, stage.lastCall?.configures ?? false else { return outcome }
                return .success(NetworkReply(status: 200, body: Array("<pendingLogout/>".utf8)))
            }
        },
        .onCallback(
            "no-status-reports", "makes no advanced status report",
            ["AE-REQ-023", "AE-REQ-024", "AE-INIT-012", "AE-EST-007", "AE-EST-008", "AE-TV-001", "AE-TV-007"], .status
        ) { _, _ in [] },
        .onCallback(
            "status-without-level", "leaves the level out of status reports", ["AE-EST-002"], .status
        ) { _, callback in
            [callback.changingStatus { $0["level"] = nil }]
        },
        .onCallback(
            "invented-level", "reports with a level that does not exist", ["AE-EST-003"], .status
        ) { _, callback in
            [callback.changingStatus { $0["level"] = "fatal" }]
        },
        .changeRequests("drops-access-token", "sends requests without an access token", ["AE-INIT-011"]) { _, request in
            request.headers.removeAll { $0.name == "Authorization" }
        },
        .changeRequests(
            "statement-of-its-own", "registers with another software statement than it was constructed with",
            ["AE-INIT-001", "AE-INIT-011"], to: "/o/client/register"
        ) { _, request in
            request.changeBody { text in
                guard let name = text.firstRange(of: "\"software_statement\":\"") else { return text }
                let end = text[name.upperBound...].firstIndex(of: "\"") ?? text.endIndex
                return text[..<name.upperBound] + "another-statement" + text[end...]
            }
        },
        .changeConfiguration("talks-at-construction", "calls back when it is made", ["AE-INIT-005"]) { stage, _ in
            stage.tell(.requestorComplete(.success))
        },
    ]
}
