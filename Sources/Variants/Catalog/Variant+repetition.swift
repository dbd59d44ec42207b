internal import AccessEnabler
internal import Encodings
internal import PortWrapping

/// Requests more often than the reference makes them.
extension Variant {
    static let repetition: [Variant] = [
        Variant(
            "retries-server-errors", "sends a request once more that a server error answered",
            because: "the documents say what a request is for, not how often it is tried", ["AE-SP-020"]
        ) { _, mutation in
            mutation.retry { outcome in
                if case .success(let reply) = outcome { reply.status >= 500 } else { false }
            }
        },
        Variant(
            "retries-broken-connections", "sends a request once more when the connection broke",
            because: "RFC 9110 lets clients do it, and the documents say nothing of it"
        ) { _, mutation in
            mutation.retry { outcome in
                if case .failure(let failure) = outcome { failure.code == .interrupted } else { false }
            }
        },
        Variant(
            "retries-after-a-while", "sends a request that failed once more after 300 ms",
            because: "the documents say what a request is for, not how often it is tried"
        ) { _, mutation in
            mutation.retry(after: .milliseconds(300)) { outcome in
                switch outcome {
                case .success(let reply): reply.status >= 500
                case .failure(let failure): failure.code != .cancelled
                }
            }
        },
        Variant(
            "retries-timeouts", "gives a request up after 4 s, and sends it once more",
            because: "the documents do not say how long a port waits for a reply", ["AE-SP-020"]
        ) { _, mutation in
            mutation.retry { outcome in
                if case .failure(let failure) = outcome { failure.code == .timedOut } else { false }
            } _: { request in
                request.timeLimit = .seconds(4)
            }
        },
        .interpose(
            "retries-unreadable-configurations", "asks once more for a configuration that it cannot read",
            because: "the documents give no number of requests", ["AE-REQ-006", "AE-SP-020"]
        ) { _, request, base, completion in
            let chain = RequestChain()
            chain.send(request, over: base) { outcome in
                guard request.isConfiguration, case .success(let reply) = outcome, reply.status == 200,
                    !String(decoding: reply.body, as: UTF8.self).contains("</mvpd>")
                else { return completion(outcome) }
                chain.send(request, over: base, completion)
            }
            return chain.cancellation
        },
        .interpose(
            "never-cancels", "lets requests come to their end when their flow is over, and ignores the replies",
            because: "what is asked is that nothing comes of them", ["AE-SEL-017"]
        ) { _, request, base, completion in
            _ = base.send(request, completion: completion)
            return Cancellation()
        },
        Variant(
            "configuration-twice", "asks each provider twice at once for its configuration, and takes the first reply",
            because: "the documents give no number of requests", ["AE-REQ-006", "AE-SP-001"]
        ) { _, mutation in
            mutation.sendBeside { $0.isConfiguration ? $0 : nil }
        },
        Variant(
            "session-twice", "asks for a login's token once more when it has it",
            because: "the documents give no number of requests", ["AE-URL-002", "AE-REQ-014"]
        ) { _, mutation in
            mutation.sendAfterwards { request, reply in
                request.isSession && reply.status == 200 ? request : nil
            }
        },
        Variant(
            "configuration-again-on-login", "fetches the configuration anew after a login, and ignores it",
            because: "the documents forbid no further request", ["AE-SP-003"]
        ) { stage, mutation in
            mutation.sendAfterwards { request, reply in
                guard request.isSession, reply.status == 200 else { return nil }
                return request.asking("/adobe-services/config/\(PercentEncoding.encode(stage.requestor))", [])
            }
        },
    ]
}

extension Mutation {
    /// Sends something else at the same time, whose reply nobody hears.
    mutating func sendBeside(_ beside: @escaping @Sendable (NetworkRequest) -> NetworkRequest?) {
        interpose { request, base, completion in
            let sent = base.send(request, completion: completion)
            guard let other = beside(request).map({ base.send($0) { _ in } }) else { return sent }
            return Cancellation {
                sent.cancel()
                other.cancel()
            }
        }
    }

    /// Sends something else when a reply has come, before it is dealt with; nobody hears its reply.
    mutating func sendAfterwards(_ next: @escaping @Sendable (NetworkRequest, NetworkReply) -> NetworkRequest?) {
        interpose { request, base, completion in
            base.send(request) { outcome in
                if case .success(let reply) = outcome, let following = next(request, reply) {
                    _ = base.send(following) { _ in }
                }
                completion(outcome)
            }
        }
    }
}
