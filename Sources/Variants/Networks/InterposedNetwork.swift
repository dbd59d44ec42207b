internal import AccessEnabler
internal import PortWrapping
internal import Synchronization

/// A network that decides for each request what is sent.
struct InterposedNetwork: Network {
    typealias Completion = @Sendable (Mutation.Outcome) -> Void

    let base: any Network
    let exchange: @Sendable (NetworkRequest, any Network, @escaping Completion) -> Cancellation

    func send(
        _ request: NetworkRequest, completion: @escaping @Sendable (Result<NetworkReply, NetworkFailure>) -> Void
    ) -> Cancellation {
        exchange(request, base, completion)
    }
}

/// Requests that are sent one after the other in place of one, and are given up as one.
final class RequestChain: Sendable {
    private struct State {
        var isCancelled = false
        var current = Cancellation()
    }

    private let state = Mutex(State())

    var cancellation: Cancellation {
        Cancellation { [self] in
            let current = state.withLock { state in
                state.isCancelled = true
                return state.current
            }
            current.cancel()
        }
    }

    /// Sends the next request, unless all was given up.
    func send(
        _ request: NetworkRequest, over network: any Network, _ completion: @escaping InterposedNetwork.Completion
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
    func wait(_ time: Duration, _ next: @escaping @Sendable () -> Void) {
        let waiting = Environment.sleep(time, next)
        state.withLock { $0.current = waiting }
    }
}

extension Mutation {
    /// Decides for each request what is sent.
    mutating func interpose(
        _ exchange:
            @escaping @Sendable (NetworkRequest, any Network, @escaping InterposedNetwork.Completion) -> Cancellation
    ) {
        network = { InterposedNetwork(base: $0, exchange: exchange) }
    }

    /// Sends something else first, and the request when that has been answered, whatever the answer.
    mutating func sendFirst(_ first: @escaping @Sendable (NetworkRequest) -> NetworkRequest?) {
        interpose { request, base, completion in
            guard let before = first(request) else { return base.send(request, completion: completion) }
            let chain = RequestChain()
            chain.send(before, over: base) { _ in chain.send(request, over: base, completion) }
            return chain.cancellation
        }
    }

    /// Sends the request again where its outcome asks for that, once.
    mutating func retry(
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

extension NetworkRequest {
    /// The name's value; nil where it is not there.
    func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    var isRegistration: Bool { url.contains("/o/client/") }
    /// The request that fetches what a login left.
    var isSession: Bool { path.hasSuffix("/session") || path.hasSuffix("/sessionDevice") }
    /// Scheme, host and whatever is before the paths of the service.
    var base: String {
        let marks = ["/adobe-services/", "/o/client/", "/reggie/", "/api/"]
        let ends = marks.compactMap { url.range(of: $0)?.lowerBound }
        return String(url[..<(ends.min() ?? url.endIndex)])
    }
}

extension StringProtocol {
    /// Where the text first occurs.
    func range(of text: String) -> Range<Index>? {
        firstRange(of: text)
    }
}
