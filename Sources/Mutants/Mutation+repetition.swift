internal import AccessEnabler
internal import PortWrapping

extension Mutation {
    /// Answers requests to one path as those with the same key were answered with success before, without asking.
    mutating func repeatAnswers(to path: String, by key: @escaping @Sendable (NetworkRequest) -> String?) {
        let known = Kept<[String: NetworkReply]>([:])
        interpose { request, base, completion in
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
}
