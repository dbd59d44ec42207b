import AccessEnablerAPI
import Evidence
import ServiceProtocol
import Timing

extension CaseRun {
    /// Waits until the next configuration reply comes later than those before in every sense of the word.
    ///
    /// The documents call the provider the fastest that "responded first", and the one "with the shortest response
    /// time" (A-68). A port that measures may have begun to as early as its call and as late as the request came, so
    /// replies that are further apart than that have both in one order. In haste it counts as measuring from its requests.
    func spaceResponses() async {
        let observations = log.observations
        let calls = observations.lastIndex { observation in
            guard case .call(_, let message) = observation.event else { return false }
            return message.selector.rawValue.hasPrefix("setRequestor")
        }
        guard let call = calls else { return }
        var asked: [UInt64: MonotonicTime] = [:]
        var isAnswered = false
        for observation in observations[call...] {
            switch observation.event {
            case .request(let request) where request.purpose == .configuration:
                asked[request.exchange] = observation.time
            case .replyLeft(let reply) where asked[reply.exchange] != nil: isAnswered = true
            default: break
            }
        }
        guard isAnswered, let last = asked.values.max() else { return }
        // One millisecond is as fine as ports may measure, and is rounded at both ends.
        let begin = isHurried ? asked.values.min() ?? last : observations[call].time
        try? await Task.sleep(for: last - begin + .milliseconds(2))
    }
}
