import Evidence
import Timing

/// A step that waited in vain, and whether that was all that was known of it.
struct VainWait: Sendable {
    /// The number of the observation that says so.
    let number: Int
    /// Whether the port had nothing left to do that the step could have waited for.
    ///
    /// Nothing that it had asked of anybody was unanswered, every call had returned, its executor was passed, its
    /// process answered, and for a time that is longer than any pause that it makes by itself nothing had come of it.
    let isIdle: Bool

    /// Twice the longest that mutants pause by themselves while nobody owes them an answer: between two looks for the
    /// end of a login on a second screen.
    static let idleTime = Duration.seconds(1)

    /// nil where no step waited in vain.
    init?(in observations: [Observation]) {
        let end = observations.lastIndex { observation in
            if case .stepFailed(_, let failure) = observation.event { failure.kind == .timedOut } else { false }
        }
        guard let end else { return nil }
        number = observations[end].sequence
        isIdle = Self.isIdle(observations[..<end])
    }

    private static func isIdle(_ before: ArraySlice<Observation>) -> Bool {
        var unanswered: Set<UInt64> = []
        var calls: Set<Int> = []
        var lastSign: MonotonicTime?
        var asked: [Probe: (number: Int, time: MonotonicTime)] = [:]
        var passed: [Probe: MonotonicTime] = [:]
        for observation in before {
            var isSign = true
            switch observation.event {
            case .request(let request): unanswered.insert(request.exchange)
            case .replyLeft(let reply): unanswered.remove(reply.exchange)
            case .replyBroken(let exchange, _): unanswered.remove(exchange)
            case .call(let number, _): calls.insert(number)
            case .callReturned(let number), .callThrew(let number, _): calls.remove(number)
            case .callback, .configurationTaken, .safariPresented, .platform, .browser, .sessionOpened: break
            case .probeSent(let probe, let number):
                asked[probe] = (number, observation.time)
                isSign = false
            case .probeAnswered(let probe, let number):
                if let last = asked[probe], last.number == number { passed[probe] = last.time }
                isSign = false
            default: isSign = false
            }
            if isSign { lastSign = observation.time }
        }
        guard unanswered.isEmpty, calls.isEmpty, let lastSign else { return false }
        return [Probe.barrier, .ping].allSatisfy { probe in passed[probe].map { $0 - lastSign >= idleTime } ?? false }
    }
}
