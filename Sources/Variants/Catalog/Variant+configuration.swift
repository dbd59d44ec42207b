internal import AccessEnabler
internal import AccessEnablerAPI
internal import Cryptography
internal import Encodings
internal import PortWrapping

/// Other ways to a configuration, and to the permission to ask for one.
extension Variant {
    private static let completion = "with some providers unanswered, the moment of completion is not documented"

    static let configuration: [Variant] = [
        Variant(
            "first-reply-completes", "is configured with the first valid reply, and processes the others later",
            because: completion, ["A-06", "AE-SP-017"], limits: { $0.configurationGrace = .zero }),
        Variant(
            "all-replies-complete", "is configured when every provider has answered", because: completion,
            ["A-06", "AE-SP-017", "AE-SP-020"], isSlow: true, limits: { $0.configurationGrace = .seconds(30) }),
        Variant(
            "by-response-time", "prefers the provider with the shortest time between its request and its reply",
            because: "the documents say both who responded first and who has the shortest response time",
            ["A-68", "AE-SP-006"]
        ) { stage, mutation in
            let times = Kept<[String: Duration]>([:])
            mutation.isTapping = true
            mutation.network = { base in
                let timed = InterposedNetwork(base) { request, base, completion in
                    let begin = ContinuousClock.now
                    return base.send(request) { outcome in
                        if request.isConfiguration { times.change { $0[request.url] = .now - begin } }
                        completion(outcome)
                    }
                }
                return ConfigurationRace(timed, stage) { replies in
                    let times = times.value
                    return replies.sorted { times[$0.url] ?? .seconds(3_600) < times[$1.url] ?? .seconds(3_600) }
                }
            }
        },
        .interpose(
            "asks-backwards", "asks the providers in the opposite order", because: "they are asked at once",
            ["AE-SP-002"]
        ) { stage, request, base, completion in
            guard request.isConfiguration, let place = stage.urls.firstIndex(where: request.url.hasPrefix) else {
                return base.send(request, completion: completion)
            }
            let chain = RequestChain()
            chain.wait(.milliseconds(2 * (stage.urls.count - 1 - place))) {
                chain.send(request, over: base, completion)
            }
            return chain.cancellation
        },
        Variant(
            "one-access-token", "registers at one provider, and uses its access token at all",
            because: "whether providers share access tokens is not documented", ["AE-INIT-011"]
        ) { _, mutation in
            let shared = SharedAccess()
            mutation.interpose(shared.exchange)
        },
        Variant(
            "renews-access-tokens", "obtains a new access token when the one it has is a second old",
            because: "how long an access token is used is not documented", ["AE-INIT-011"]
        ) { _, mutation in
            mutation.onReply("/o/client/token") { outcome in
                guard case .success(let reply) = outcome, reply.status < 300 else { return outcome }
                return outcome.changingText {
                    $0.replacing(#/"expires_in"\s*:\s*"?[0-9]+"?/#, with: "\"expires_in\":0")
                }
            }
        },
        Variant(
            "short-device-id", "has a UUID for its device's ID",
            because: "what a device's ID looks like is not documented", ["AE-DEV-002"]
        ) { _, mutation in
            mutation.environment = { environment in
                environment.newDeviceID = {
                    let digits = Array(Hex.encode(randomBytes(16)))
                    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
                    return parts.joined(separator: "-").uppercased()
                }
            }
        },
        .changeRequests(
            "requestor-in-query", "names the requestor of a configuration in the query",
            because: "what the request for a configuration looks like is not documented", ["AE-REQ-006"]
        ) { _, request in
            guard request.isConfiguration else { return }
            let parts = request.url.split(separator: "?", maxSplits: 1).map(String.init)
            let requestor = parts[0].split(separator: "/").last.map(String.init) ?? ""
            request.url =
                parts[0].dropLast(requestor.count + 1) + "?requestor_id=\(requestor)"
                + (parts.count > 1 ? "&\(parts[1])" : "")
        },
    ]
}
