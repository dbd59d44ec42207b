internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping
internal import Synchronization
internal import Timing

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Wrong ways with calls that come before the configuration.
extension Mutant {
    static let queue: [Mutant] = [
        .mutant(
            "does-not-queue", "fails a check that comes before the configuration", ["AE-Q-001", "AE-Q-003"]
        ) { stage, mutation in
            mutation.onCall(.checkAuthentication) { call in
                guard !stage.isConfigured else { return [call] }
                stage.tell(.authenticationStatus(.error, .userNotAuthenticated))
                return []
            }
        },
        .mutant(
            "drops-queued-calls", "forgets calls that come before the configuration",
            ["AE-Q-001", "AE-Q-003", "AE-Q-006"]
        ) { stage, mutation in
            mutation.call = { call in
                let stays: [Selector] = [.setOptions, .setRequestor, .setRequestorServiceProviders]
                return stage.isConfigured || stays.contains(call.selector) ? [call] : []
            }
        },
        .mutant(
            "queues-authentication-alone", "forgets other than authentication calls before the configuration",
            ["AE-Q-006"]
        ) { stage, mutation in
            mutation.call = { call in
                let dropped: [Selector] = [
                    .getMetadata, .checkPreauthorizedResources, .checkPreauthorizedResourcesCache, .logout,
                    .checkAuthorization, .getAuthorization,
                ]
                return !stage.isConfigured && dropped.contains(call.selector) ? [] : [call]
            }
        },
        .mutant(
            "queue-needs-a-nudge", "serves the queue only when another call follows setRequestorComplete:",
            ["AE-Q-003", "AE-Q-005"]
        ) { stage, mutation in
            let held = HeldCalls()
            mutation.call = { call in
                let passes: [Selector] = [.setOptions, .setRequestor, .setRequestorServiceProviders]
                if passes.contains(call.selector) { return [call] }
                return held.add(call, isOpen: stage.isConfigured)
            }
        },
        .mutant(
            "sends-before-configuration", "asks for a registration code before the configuration is complete",
            ["AE-Q-002"]
        ) { stage, mutation in
            mutation.onCall(.getAuthentication) { call in
                if !stage.isConfigured, let url = stage.urls.first {
                    stage.send(
                        NetworkRequest(
                            method: "POST", url: "\(url)/reggie/v1/\(stage.requestor)/regcode",
                            headers: (stage.authorizedRequest?.headers ?? []).filter { $0.name == "Authorization" },
                            body: Array("deviceId=early".utf8)))
                }
                return [call]
            }
        },
        .mutant("queues-preauthorize", "lets preauthorize wait for the configuration", ["AE-Q-010"]) {
            stage, mutation in
            mutation.callback = { callback in
                let code = callback["failure"]?.objectValue?["status"]?.objectValue?["code"]
                return callback.selector == .onFailure && code == "requestor_not_configured" ? [] : [callback]
            }
        },
        .mutant(
            "blocks-the-caller", "returns from setRequestor only when the configuration is complete", ["AE-Q-009"]
        ) { stage, mutation in
            mutation.call = { call in
                guard [.setRequestor, .setRequestorServiceProviders].contains(call.selector) else { return [call] }
                let done = stage.countCallbacks(.setRequestorComplete)
                stage.call(call)
                let end = MonotonicTime.now() + .seconds(60)
                while stage.countCallbacks(.setRequestorComplete) == done, .now() < end { usleep(1_000) }
                return []
            }
        },
    ]
}

/// Calls that wait for one that comes when the gate is open.
private final class HeldCalls: Sendable {
    private let calls = Mutex<[Message]>([])

    func add(_ call: Message, isOpen: Bool) -> [Message] {
        calls.withLock { calls in
            calls.append(call)
            guard isOpen else { return [] }
            defer { calls = [] }
            return calls
        }
    }
}
