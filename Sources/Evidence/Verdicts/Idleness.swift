import ServiceProtocol
package import Timing

/// Whether a port had nothing left to do where a trace ends: only then has it kept silent, and is not merely late.
///
/// What a service provider holds back on purpose is not what the port is busy with, but it may be what it waits for: the
/// documents have all providers asked for their configurations at once (AE-SP-002), and say so of no other request.
///
/// A request that is made again and again while one step lasts, a look for something, is no sign of progress either: a port
/// may look for ever. Those that are under way beside another of the kind are none of these.
package struct Idleness: Sendable {
    /// What the port, or somebody for it, still has to do; nil where nothing is.
    package let pending: String?
    /// Whether a reply is held back on purpose that the port may wait for before it goes on with anything else.
    package let isHeldBack: Bool
    /// When anything was last seen of the port, or was last asked of it.
    package let lastSign: MonotonicTime?
    /// When that was asked which came back last.
    private let passed: [Probe: MonotonicTime]

    /// So often the same is asked of a provider in one step before it is taken for a look.
    private static let looks = 2

    private struct Question: Hashable {
        var provider: String
        var purpose: Purpose
    }

    /// A port of which nothing was seen for so long may be idle: twice the longest pause of any port that is tried here
    /// while nobody owes it an answer.
    package static let minTime = Duration.seconds(1)

    package init(_ observations: some Sequence<Observation>) {
        var unanswered: [UInt64: Question] = [:]
        var looks: Set<UInt64> = []
        var questions: [UInt64: Question] = [:]
        var held: Set<UInt64> = []
        var asked: [Question: Int] = [:]
        var calls: Set<Int> = []
        var lastSign: MonotonicTime?
        var probes: [Probe: (number: Int, time: MonotonicTime)] = [:]
        var passed: [Probe: MonotonicTime] = [:]
        for observation in observations {
            var isSign = true
            switch observation.event {
            case .request(let request):
                let question = Question(provider: request.provider, purpose: request.purpose)
                questions[request.exchange] = question
                asked[question, default: 0] += 1
                isSign = asked[question, default: 0] <= Self.looks || unanswered.values.contains(question)
                if isSign { unanswered[request.exchange] = question } else { looks.insert(request.exchange) }
            case .replyHeld(let exchange):
                unanswered[exchange] = nil
                if questions[exchange]?.purpose != .configuration { held.insert(exchange) }
            case .replyReleased(let exchange, _):
                held.remove(exchange)
                unanswered[exchange] = questions[exchange]
            case .replyLeft(let reply):
                held.remove(reply.exchange)
                unanswered[reply.exchange] = nil
                isSign = !looks.contains(reply.exchange)
            case .replyBroken(let exchange, _):
                held.remove(exchange)
                unanswered[exchange] = nil
                isSign = !looks.contains(exchange)
            case .call(let number, _): calls.insert(number)
            case .callReturned(let number), .callThrew(let number, _): calls.remove(number)
            case .callback, .configurationProcessed, .safariPresented, .platform, .browser, .sessionOpened: break
            case .stepBegan:
                asked = [:]
                isSign = false
            case .probeSent(let probe, let number):
                probes[probe] = (number, observation.time)
                isSign = false
            case .probeAnswered(let probe, let number):
                if let last = probes[probe], last.number == number { passed[probe] = last.time }
                isSign = false
            default: isSign = false
            }
            if isSign { lastSign = max(observation.time, lastSign ?? observation.time) }
        }
        self.lastSign = lastSign
        self.passed = passed
        isHeldBack = !held.isEmpty
        pending =
            if !unanswered.isEmpty {
                "a request was unanswered"
            } else if !calls.isEmpty {
                "a call had not returned"
            } else {
                nil
            }
    }

    /// Whether nothing was pending, and the probes came back after so long a time without any sign of the port.
    package func isProved(for time: Duration, by probes: Set<Probe>) -> Bool {
        guard pending == nil, let lastSign else { return false }
        return probes.allSatisfy { probe in passed[probe].map { $0 - lastSign >= time } ?? false }
    }
}
