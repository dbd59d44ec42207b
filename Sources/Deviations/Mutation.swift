internal import AccessEnabler
internal import AccessEnablerAPI

/// What a mutant puts between the reference and its surroundings, in one session.
///
/// Everything starts as it should be; a mutant changes one of them.
struct Mutation: Sendable {
    typealias Outcome = Result<NetworkReply, NetworkFailure>

    /// What becomes of a call on its way to the reference.
    var call: @Sendable (Message) -> [Message] = { [$0] }
    /// What becomes of a callback on its way to the application; `presentSafari:` counts as one.
    var callback: @Sendable (Message) -> [Message] = { [$0] }
    /// What becomes of a request; nil is neither sent nor answered.
    var request: @Sendable (NetworkRequest) -> NetworkRequest? = { $0 }
    /// What becomes of a reply; the request is the one the reference made.
    var reply: @Sendable (NetworkRequest, Outcome) -> Outcome = { $1 }
    /// Stands between the two above and the real network.
    var network: @Sendable (any Network) -> any Network = { $0 }
    /// Whether `network` itself tells when a configuration was taken in.
    var isTapping = false
    var surroundings: @Sendable (inout Surroundings) -> Void = { _ in }
    var configuration: @Sendable (inout SessionConfiguration) -> Void = { _ in }
}

extension Selector {
    /// Not of the documents: the instance shows a page in a Safari view controller of its own.
    static let presentSafari: Selector = "presentSafari:"
}

/// Applies a mutation to what passes through the network.
struct MutantNetwork: Network {
    let base: any Network
    let mutation: Mutation
    let stage: Stage

    func send(
        _ request: NetworkRequest, completion: @escaping @Sendable (Result<NetworkReply, NetworkFailure>) -> Void
    ) -> Cancellation {
        stage.note(request)
        guard let outgoing = mutation.request(request) else { return Cancellation() }
        return base.send(outgoing) { [mutation] in completion(mutation.reply(request, $0)) }
    }
}
