package import AccessEnabler
internal import Synchronization

/// A network that decides for each request what is sent.
package struct InterposedNetwork: Network {
    package typealias Exchange = @Sendable (NetworkRequest, any Network, @escaping NetworkCompletion) -> Cancellation

    private let base: any Network
    private let exchange: Exchange

    package init(_ base: any Network, _ exchange: @escaping Exchange) {
        self.base = base
        self.exchange = exchange
    }

    package func send(_ request: NetworkRequest, completion: @escaping NetworkCompletion) -> Cancellation {
        exchange(request, base, completion)
    }
}

/// Requests that are sent one after the other in place of one, and are given up as one.
package final class RequestChain: Sendable {
    private struct State {
        var isCancelled = false
        var current = Cancellation()
    }

    private let state = Mutex(State())

    package init() {}

    package var cancellation: Cancellation {
        Cancellation { [self] in
            let current = state.withLock { state in
                state.isCancelled = true
                return state.current
            }
            current.cancel()
        }
    }

    /// Sends the next request, unless all was given up.
    package func send(
        _ request: NetworkRequest, over network: any Network, _ completion: @escaping NetworkCompletion
    ) {
        guard !state.withLock({ $0.isCancelled }) else {
            return completion(.failure(NetworkFailure(.cancelled, "the request was given up")))
        }
        let sent = network.send(request, completion: completion)
        let isLate = state.withLock { state in
            state.current = sent
            return state.isCancelled
        }
        if isLate { sent.cancel() }
    }

    /// Does the next thing later.
    package func wait(_ time: Duration, _ next: @escaping @Sendable () -> Void) {
        let waiting = Environment.sleep(time, next)
        state.withLock { $0.current = waiting }
    }
}

extension Mutation {
    /// Decides for each request what is sent.
    package mutating func interpose(_ exchange: @escaping InterposedNetwork.Exchange) {
        network = { InterposedNetwork($0, exchange) }
    }

    /// Sends something else first, and the request when that has been answered, whatever the answer.
    package mutating func sendFirst(_ first: @escaping @Sendable (NetworkRequest) -> NetworkRequest?) {
        interpose { request, base, completion in
            guard let before = first(request) else { return base.send(request, completion: completion) }
            let chain = RequestChain()
            chain.send(before, over: base) { _ in chain.send(request, over: base, completion) }
            return chain.cancellation
        }
    }

    /// Sends the request again where its outcome asks for that, once.
    package mutating func retry(
        after pause: Duration = .zero, where isMeant: @escaping @Sendable (Outcome) -> Bool,
        _ prepare: @escaping @Sendable (inout NetworkRequest) -> Void = { _ in }
    ) {
        interpose { request, base, completion in
            let chain = RequestChain()
            var first = request
            prepare(&first)
            chain.send(first, over: base) { outcome in
                guard isMeant(outcome) else { return completion(outcome) }
                guard pause > .zero else { return chain.send(request, over: base, completion) }
                chain.wait(pause) { chain.send(request, over: base, completion) }
            }
            return chain.cancellation
        }
    }
}
