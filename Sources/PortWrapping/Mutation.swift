package import AccessEnabler
package import AccessEnablerAPI

/// What a mutant puts between the reference and its environment, in one session.
///
/// Everything starts as it should be; a mutant changes one of them.
package struct Mutation: Sendable {
    package typealias Outcome = Result<NetworkReply, NetworkFailure>

    /// What becomes of a call on its way to the reference.
    package var call: @Sendable (Message) -> [Message] = { [$0] }
    /// What becomes of a callback on its way to the application; `presentSafari:` counts as one.
    package var callback: @Sendable (Message) -> [Message] = { [$0] }
    /// What becomes of a request; nil is neither sent nor answered.
    package var request: @Sendable (NetworkRequest) -> NetworkRequest? = { $0 }
    /// What becomes of a reply; the request is the one the reference made.
    package var reply: @Sendable (NetworkRequest, Outcome) -> Outcome = { $1 }
    /// Stands between the two above and the real network.
    package var network: @Sendable (any Network) -> any Network = { $0 }
    /// Whether `network` itself tells when a configuration was processed.
    package var isTapping = false
    package var environment: @Sendable (inout Environment) -> Void = { _ in }
    package var configuration: @Sendable (inout SessionConfiguration) -> Void = { _ in }
    /// Takes callbacks to the application, one after the other; nil is at once.
    package var delivery: (any Delivery)?

    package init() {}

    /// The network with everything before it that the mutation puts there.
    func wrapping(_ base: any Network) -> any Network {
        InterposedNetwork(network(base)) { [self] request, base, completion in
            guard let outgoing = self.request(request) else { return Cancellation() }
            return base.send(outgoing) { [self] in completion(reply(request, $0)) }
        }
    }

    /// Both: this one is nearer to the reference.
    package func within(_ outer: Mutation) -> Mutation {
        let inner = self
        var both = Mutation()
        both.call = { outer.call($0).flatMap(inner.call) }
        both.callback = { inner.callback($0).flatMap(outer.callback) }
        both.network = { inner.wrapping(outer.wrapping($0)) }
        both.isTapping = inner.isTapping || outer.isTapping
        both.environment = { environment in
            inner.environment(&environment)
            outer.environment(&environment)
        }
        both.configuration = { configuration in
            inner.configuration(&configuration)
            outer.configuration(&configuration)
        }
        both.delivery = outer.delivery ?? inner.delivery
        return both
    }
}

/// Takes what an instance has to tell to the application, in order.
package protocol Delivery: Sendable {
    /// Runs `work` after all that was handed over before; on any thread, before or after the call returns.
    func deliver(_ work: @escaping @Sendable () -> Void)
}

extension Selector {
    /// Not of the documents: the instance shows a page in a Safari view controller of its own.
    package static let presentSafari: Selector = "presentSafari:"
}
