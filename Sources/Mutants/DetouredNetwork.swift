internal import AccessEnabler
internal import PortWrapping

/// Answers some requests by itself, as if nobody could be reached.
struct RefusingNetwork: Network {
    let base: any Network
    let refuses: @Sendable (NetworkRequest) -> Bool

    func send(
        _ request: NetworkRequest, completion: @escaping @Sendable (Result<NetworkReply, NetworkFailure>) -> Void
    ) -> Cancellation {
        guard refuses(request) else { return base.send(request, completion: completion) }
        completion(.failure(NetworkFailure(.interrupted, "not asked")))
        return Cancellation()
    }
}

/// Sends a request that fails to the next service provider of the list.
struct FailoverNetwork: Network {
    let base: any Network
    let stage: Stage

    func send(
        _ request: NetworkRequest, completion: @escaping @Sendable (Result<NetworkReply, NetworkFailure>) -> Void
    ) -> Cancellation {
        base.send(request) { outcome in
            if case .success(let reply) = outcome, reply.status < 500 { return completion(outcome) }
            guard !request.isConfiguration, let url = stage.elsewhere(request.url) else { return completion(outcome) }
            var other = request
            other.url = url
            _ = base.send(other, completion: completion)
        }
    }
}

/// Answers requests to one path as those with the same key were answered with success before.
struct RememberingNetwork: Network {
    let base: any Network
    let path: String
    let known: Kept<[String: NetworkReply]>
    let key: @Sendable (NetworkRequest) -> String?

    func send(
        _ request: NetworkRequest, completion: @escaping @Sendable (Result<NetworkReply, NetworkFailure>) -> Void
    ) -> Cancellation {
        guard request.path.hasSuffix(path), let key = key(request) else {
            return base.send(request, completion: completion)
        }
        if let reply = known.value[key] {
            completion(.success(reply))
            return Cancellation()
        }
        return base.send(request) { outcome in
            if case .success(let reply) = outcome, reply.status == 200 { known.change { $0[key] = reply } }
            completion(outcome)
        }
    }
}

/// Hears the answers to requests to one path also where the reference does not want them any more.
struct UncancelledNetwork: Network {
    let base: any Network
    let path: String
    /// Called when a request is sent; what comes back is told of its answer.
    let watch: @Sendable (NetworkRequest) -> @Sendable (Mutation.Outcome) -> Void

    func send(
        _ request: NetworkRequest, completion: @escaping @Sendable (Result<NetworkReply, NetworkFailure>) -> Void
    ) -> Cancellation {
        guard request.path.hasSuffix(path) else { return base.send(request, completion: completion) }
        let hear = watch(request)
        _ = base.send(request) { outcome in
            hear(outcome)
            completion(outcome)
        }
        return Cancellation()
    }
}
