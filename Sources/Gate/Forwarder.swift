package import Backend
package import HTTPServer
internal import Synchronization
internal import Timing
package import Transport

/// Passes the requests that come to gates on to the real service providers, and brings back what they answer.
///
/// Each session of a run has a *place*: one endpoint for each provider, in their order. Bodies go both ways byte for byte,
/// compressed or not; what is looked into is asked for uncompressed.
package final class Forwarder: Sendable {
    private let client: HTTPClient
    private let providers: [String]
    private let care: Care
    private let exhausted: @Sendable () -> Void
    /// By place; made when the endpoints are known.
    private let maps = Mutex<[AddressMap]>([])

    /// `client` checks the certificates of the providers; `exhausted` is called for each request beyond the budget.
    package init(
        _ client: HTTPClient, providers: [String], limits: CareLimits = CareLimits(),
        exhausted: @escaping @Sendable () -> Void = {}
    ) {
        self.exhausted = exhausted
        self.client = client
        self.providers = providers.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        care = Care(limits)
    }

    /// What the server before the providers takes: large bodies, too.
    package static var serverLimits: Limits {
        var limits = Limits()
        limits.bodyBytes = 256 << 20
        limits.bufferBytes = 1 << 30
        return limits
    }

    /// Has to be told the addresses of the gates before a port is.
    package func announce(_ gates: [String]) {
        let places = stride(from: 0, to: gates.count, by: providers.count).map { start in
            AddressMap(
                providers: providers, gates: Array(gates[start..<min(start + providers.count, gates.count)]))
        }
        maps.withLock { $0 = places }
    }

    package var upstream: Upstream {
        Upstream { [self] request, isLookedInto, completion in
            forward(request, isLookedInto: isLookedInto, tries: 0, completion)
        }
    }

    private func forward(
        _ request: ServerRequest, isLookedInto: Bool, tries: Int,
        _ completion: @escaping @Sendable (Upstream.Outcome) -> Void
    ) {
        let (place, provider) = request.endpoint.quotientAndRemainder(dividingBy: providers.count)
        guard let map = maps.withLock({ $0.indices.contains(place) ? $0[place] : nil }) else {
            return completion(.failure("has no gate yet"))
        }
        guard request.target.hasPrefix("/") else {
            return completion(.failure("cannot be asked for a target without a path"))
        }
        let now = MonotonicTime.now()
        guard let time = care.admit(to: provider, at: now) else {
            exhausted()
            return completion(.failure("is not asked any more: the budget of the run is used up"))
        }
        let outgoing = HTTPRequest(
            method: request.method, url: providers[provider] + request.target,
            headers: RequestHeaders(map.outward(request.headers.fields, isLookedInto: isLookedInto)),
            body: request.body.isEmpty ? nil : request.body, timeout: .seconds(90), maximumReplyBytes: 1 << 30)
        let isHead = request.method == "HEAD"
        @Sendable func send() {
            client.send(outgoing, lane: provider) { [self] outcome in
                switch outcome {
                case .failure(let error): completion(.failure("did not answer: \(error.message)"))
                case .success(let response):
                    let pause = care.pause(
                        status: response.status, retryAfter: response.header("retry-after"), tries: tries)
                    guard let pause else { return completion(.reply(map.inward(response, toHead: isHead))) }
                    care.pause(provider, for: pause, from: .now())
                    forward(request, isLookedInto: isLookedInto, tries: tries + 1, completion)
                }
            }
        }
        guard time > now else { return send() }
        if client.start(send, after: time - now, lane: provider) == nil {
            completion(.failure("was not asked: the run ends"))
        }
    }
}
