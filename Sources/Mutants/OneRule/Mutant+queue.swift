internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping
internal import Timing

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Wrong ways with calls that come before the configuration.
extension Mutant {
    static let queue: [Mutant] = [
        .onCall(
            "does-not-queue", "fails a check that comes before the configuration", ["AE-Q-001", "AE-Q-003"],
            .checkAuthentication
        ) { stage, call in
            guard !stage.isConfigured else { return [call] }
            stage.tell(.authenticationStatus(.error, .userNotAuthenticated))
            return []
        },
        .onCall(
            "drops-queued-calls", "forgets calls that come before the configuration",
            ["AE-Q-001", "AE-Q-003", "AE-Q-006"]
        ) { stage, call in
            let stays: [Selector] = [.setOptions, .setRequestor, .setRequestorServiceProviders]
            return stage.isConfigured || stays.contains(call.selector) ? [call] : []
        },
        .onCall(
            "queues-authentication-alone", "forgets other than authentication calls before the configuration",
            ["AE-Q-006"]
        ) { stage, call in
            let dropped: [Selector] = [
                .getMetadata, .checkPreauthorizedResources, .checkPreauthorizedResourcesCache, .logout,
                .checkAuthorization, .getAuthorization,
            ]
            return !stage.isConfigured && dropped.contains(call.selector) ? [] : [call]
        },
        .mutant(
            "queue-needs-a-nudge", "serves the queue only when another call follows setRequestorComplete:",
            ["AE-Q-003", "AE-Q-005"]
        ) { stage, mutation in
            let held = Kept<[Message]>([])
            mutation.call = { call in
                let passes: [Selector] = [.setOptions, .setRequestor, .setRequestorServiceProviders]
                if passes.contains(call.selector) { return [call] }
                let isOpen = stage.isConfigured
                return held.change { calls in
                    calls.append(call)
                    return isOpen ? exchange(&calls, with: []) : []
                }
            }
        },
        .onCall(
            "sends-before-configuration", "asks for a registration code before the configuration is complete",
            ["AE-Q-002"], .getAuthentication
        ) { stage, call in
            if !stage.isConfigured, let url = stage.urls.first {
                stage.send(
                    NetworkRequest(
                        method: "POST", url: "\(url)/reggie/v1/\(stage.requestor)/regcode",
                        headers: (stage.authorizedRequest?.headers ?? []).filter { $0.name == "Authorization" },
                        body: Array("deviceId=early".utf8)))
            }
            return [call]
        },
        .onCallback(
            "queues-preauthorize", "lets preauthorize wait for the configuration", ["AE-Q-010"]
        ) { _, callback in
            let code = callback["failure"]?.objectValue?["status"]?.objectValue?["code"]
            return callback.selector == .onFailure && code == "requestor_not_configured" ? [] : [callback]
        },
        .onCall(
            "blocks-the-caller", "returns from setRequestor only when the configuration is complete", ["AE-Q-009"]
        ) { stage, call in
            guard [.setRequestor, .setRequestorServiceProviders].contains(call.selector) else { return [call] }
            let done = stage.countCallbacks(.setRequestorComplete)
            stage.call(call)
            let end = MonotonicTime.now() + .seconds(60)
            while stage.countCallbacks(.setRequestorComplete) == done, .now() < end { usleep(1_000) }
            return []
        },
    ]
}
