package import Backend
package import HTTPServer
internal import POSIX
internal import Synchronization
internal import Timing
package import Transport

/// Passes the requests that come to gates on to the real service providers, and brings back what they answer.
///
/// Each session of a run has a *place*: one endpoint for each provider, in their order. Bodies go both ways byte for byte,
/// compressed or not, and while they come; what is looked into is asked for uncompressed, and held up to its end.
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

    /// What the server before the providers takes: bodies of any size, of which so much is held as is looked into.
    package static var serverLimits: Limits {
        var limits = Limits()
        limits.bodyBytes = .max
        limits.heldBodyBytes = 1 << 20
        limits.bufferBytes = 1 << 30
        return limits
    }

    /// Of a reply that has to be known to its end, what is held at the most; of a larger one the rest goes through.
    package static let heldReplyBytes = 16 << 20

    /// Has to be told the addresses of the gates before a port is.
    package func announce(_ gates: [String]) {
        let places = stride(from: 0, to: gates.count, by: providers.count).map { start in
            AddressMap(
                providers: providers, gates: Array(gates[start..<min(start + providers.count, gates.count)]))
        }
        maps.withLock { $0 = places }
    }

    package var upstream: Upstream {
        Upstream { [self] request, demand, report in
            forward(Passage(request, demand, report: report), tries: 0)
        }
    }

    private func forward(_ passage: Passage, tries: Int) {
        let request = passage.request
        let (place, provider) = request.endpoint.quotientAndRemainder(dividingBy: providers.count)
        guard let map = maps.withLock({ $0.indices.contains(place) ? $0[place] : nil }) else {
            return passage.report(.failure("has no gate yet"))
        }
        guard request.target.hasPrefix("/") else {
            return passage.report(.failure("cannot be asked for a target without a path"))
        }
        let now = MonotonicTime.now()
        guard let time = care.admit(to: provider, at: now) else {
            exhausted()
            return passage.report(.failure("is not asked any more: the budget of the run is used up"))
        }
        let outgoing = outgoing(passage, to: provider, map)
        @Sendable func send() {
            let attempt = Attempt()
            @Sendable func take(_ response: HTTPResponse, _ rest: BytePipe.Reader?) {
                if let pause = pause(response, of: request, from: provider, tries: tries) {
                    attempt.state.withLock { $0 = .repeated }
                    care.pause(provider, for: pause, from: .now())
                    return forward(passage, tries: tries + 1)
                }
                attempt.state.withLock { $0 = .begun }
                passage.report(.reply(map.inward(response, toHead: request.method == "HEAD", rest: rest)))
            }
            let streaming = ReplyStreaming(
                holding: { passage.demand.isHeld || AddressMap.isPage($0.headers) ? Self.heldReplyBytes : 0 },
                begin: { take($0, $1) })
            client.send(outgoing, lane: provider, streaming: streaming) { outcome in
                switch (outcome, attempt.state.withLock { $0 }) {
                case (.success(let response), .open): take(response, nil)
                case (.failure(let error), .open) where error.code == .requestBroken: passage.report(.abandoned)
                case (.failure(let error), .open): passage.report(.failure("did not answer: \(error.message)"))
                case (.failure(let error), .begun) where ![.cancelled, .requestBroken].contains(error.code):
                    passage.report(.brokeOff("broke its reply off: \(error.message)"))
                case (_, .begun), (_, .repeated): break
                }
            }
        }
        guard time > now else { return send() }
        if client.start(send, after: time - now, lane: provider) == nil {
            passage.report(.failure("was not asked: the run ends"))
        }
    }

    private func outgoing(_ passage: Passage, to provider: Int, _ map: AddressMap) -> HTTPRequest {
        let request = passage.request
        var outgoing = HTTPRequest(
            method: request.method, url: providers[provider] + request.target,
            headers: RequestHeaders(map.outward(request.headers.fields, isLookedInto: passage.demand.isLookedInto)),
            body: request.body.isEmpty ? nil : request.body, timeout: .seconds(90), maximumReplyBytes: .max)
        // Nobody reads the body of a HEAD; a large one is not worth the reading.
        if request.method != "HEAD" { outgoing.rest = request.rest }
        return outgoing
    }

    /// How long the provider is to be left alone before the request is sent again; nil where this is its answer.
    private func pause(
        _ response: HTTPResponse, of request: ServerRequest, from provider: Int, tries: Int
    ) -> Duration? {
        let pause = care.pause(
            status: response.status, retryAfter: response.header("retry-after"), tries: tries)
        // A body that has gone by cannot be sent again, but the others wait.
        if let pause, request.rest != nil { care.pause(provider, for: pause, from: .now()) }
        return request.rest == nil ? pause : nil
    }
}

/// A request on its way to a provider, with whoever waits for what comes of it.
private final class Passage: Sendable {
    let request: ServerRequest
    let demand: Upstream.Demand
    let report: @Sendable (Upstream.Outcome) -> Void

    init(
        _ request: ServerRequest, _ demand: Upstream.Demand, report: @escaping @Sendable (Upstream.Outcome) -> Void
    ) {
        (self.request, self.demand, self.report) = (request, demand, report)
    }
}

/// One time that a request is sent.
private final class Attempt: Sendable {
    enum State {
        case open
        /// Its reply has been handed on.
        case begun
        /// The request is sent again, whatever becomes of this reply.
        case repeated
    }

    let state = Mutex(State.open)
}
