import AccessEnablerAPI
import Evidence
import ServiceProtocol
import Timing

/// One fan-out, as far as one iteration shows it.
struct FanOut: Sendable {
    /// What one service provider did.
    struct Branch: Sendable {
        var exchange: FeedExchange
        /// When the port said that it had processed the reply.
        var processed: MonotonicTime?
        /// Whether the reply is a configuration that a port has to take.
        var isValid: Bool
    }

    /// The picker that an iteration looked at.
    struct Picker: Sendable {
        var time: MonotonicTime
        var items: [Value]
    }

    /// When `setRequestor` was called.
    var called: MonotonicTime
    /// When `setRequestorComplete:` came, and what it said.
    var completed: MonotonicTime?
    var status: StatusCode?
    var completions = 0
    /// By provider; nil where the backend has told of no request.
    var branches: [Branch?]
    var picker: Picker?
    /// Authentication checks that were tracked.
    private var checks = 0
    /// Whether there was nothing but what every such iteration shows; otherwise a judge has to look at all of it.
    var isOrdinary = true

    /// The time from the call to the end, or nil without one.
    var service: Duration? { completed.map { $0 - called } }

    /// When the slowest reply's last byte was written; nil unless all were.
    var lastByte: MonotonicTime? { latest { $0.left } }

    /// When the last request had been received in full; nil unless all were.
    var lastReceived: MonotonicTime? { latest { $0.received } }

    private func latest(_ time: (FeedExchange) -> MonotonicTime) -> MonotonicTime? {
        var latest: MonotonicTime?
        for branch in branches {
            guard let branch else { return nil }
            latest = max(latest ?? time(branch.exchange), time(branch.exchange))
        }
        return latest
    }

    /// How long the slowest provider took, from the whole request to the last byte; nil unless all answered.
    var slowest: Duration? {
        var slowest = Duration.zero
        for branch in branches {
            guard let branch else { return nil }
            slowest = max(slowest, branch.exchange.left - branch.exchange.received)
        }
        return slowest
    }

    var firstProcessed: MonotonicTime? { branches.lazy.compactMap { $0?.processed }.min() }

    /// Whether every provider was asked, and every one answered in full.
    var isWhole: Bool { branches.allSatisfy { $0.map { !$0.exchange.isBroken } ?? false } }
}

extension FanOut {
    /// Reads an iteration; nil where it made no `setRequestor`.
    ///
    /// - Parameter place: the position of the service provider that a URL leads to.
    init?(
        _ observations: [Observation], _ exchanges: [FeedExchange], providers: Int, place: (String) -> Int?
    ) {
        // By index, here and below: a copy of an observation counts the references of all that it says.
        let call = observations.indices.first { index in
            if case .call(_, let message) = observations[index].event {
                message.selector == .setRequestorServiceProviders
            } else {
                false
            }
        }
        guard let call else { return nil }
        self.init(called: observations[call].time, branches: Array(repeating: nil, count: providers))
        for exchange in exchanges { take(exchange) }
        for index in observations.indices { take(observations[index], place) }
    }

    init(called: MonotonicTime, branches: [Branch?]) {
        self.called = called
        self.branches = branches
    }

    private mutating func take(_ exchange: FeedExchange) {
        guard branches.indices.contains(exchange.provider), branches[exchange.provider] == nil else {
            // Somebody was asked twice, or somebody who should not have been.
            isOrdinary = false
            return
        }
        branches[exchange.provider] = Branch(
            exchange: exchange, isValid: exchange.status == 200 && !exchange.isBroken)
    }

    private mutating func take(_ observation: Observation, _ place: (String) -> Int?) {
        switch observation.event {
        case .configurationProcessed(let url):
            guard let provider = place(url), branches.indices.contains(provider),
                branches[provider]?.processed == nil
            else {
                isOrdinary = false
                return
            }
            branches[provider]?.processed = observation.time
        case .callback(let callback):
            take(callback.message, at: observation.time)
        case .replyBroken(let exchange, _):
            // It left whole, and is no configuration all the same.
            for index in branches.indices where branches[index]?.exchange.exchange == exchange {
                branches[index]?.isValid = false
            }
        case .request, .tokenSeen, .note, .callThrew, .portEnded, .stepFailed, .safariPresented:
            isOrdinary = isOrdinary && observation.event.isOfRegistration
        default:
            break
        }
    }

    private mutating func take(_ message: Message, at time: MonotonicTime) {
        switch message.selector {
        case .setRequestorComplete:
            completions += 1
            if completed == nil {
                completed = time
                status = message["status"]?.intValue.map { StatusCode(rawValue: $0) } ?? nil
            }
        case .displayProviderDialog:
            if picker != nil { isOrdinary = false }
            picker = Picker(time: time, items: message["mvpds"]?.arrayValue ?? [])
        case .setAuthenticationStatus:
            // The end of the picker that was looked at, and nothing else.
            if message["code"]?.stringValue != ErrorCode.providerNotSelected.rawValue || picker == nil {
                isOrdinary = false
            }
        case .sendTrackingData:
            checks += 1
            if checks > 1 || !message.isOfAStranger { isOrdinary = false }
        default:
            isOrdinary = false
        }
    }
}

extension Message {
    /// Whether it tracks the check of somebody who is not logged in, just as it is documented for iOS (AE-TRK-004,
    /// AE-TRK-013, AE-TRK-016 to AE-TRK-018).
    fileprivate var isOfAStranger: Bool {
        guard self["event"]?.stringValue == TrackingEvent.authentication.rawValue,
            let data = self["data"]?.arrayValue, data.count == 7, let system = data[6].stringValue, !system.isEmpty
        else { return false }
        return data[0] == false && data[1] == "" && data[2] == "" && data[3] == false && data[4] == "mobile"
            && data[5] == "ios"
    }
}

extension Event {
    /// Whether it is one of the requests by which a fresh instance makes itself known.
    fileprivate var isOfRegistration: Bool {
        guard case .request(let request) = self, request.fields["crossed"] == nil else { return false }
        return request.purpose == .registration || request.purpose == .accessToken
    }
}
