internal import Timing

extension Trace {
    /// The trace of a whole run from those of its parts, as if all had begun at the same moment.
    ///
    /// What one part recorded stays in its order. What the parts say of themselves is left out; `header` comes instead.
    package init(joining parts: [Trace], as header: RunHeader) {
        var all: [(due: MonotonicTime, observation: Observation)] = []
        var counted = 0
        for part in parts {
            guard let start = part.observations.first?.time else { continue }
            let shift = MonotonicTime(nanoseconds: 0) - start
            var due = MonotonicTime(nanoseconds: 0)
            for observation in part.observations where !observation.event.isOfRun {
                let moved = observation.moved(by: shift, counting: counted)
                due = max(due, moved.time)
                all.append((due, moved))
            }
            counted += part.observations.count
        }
        let order = all.indices.sorted { (all[$0].due, $0) < (all[$1].due, $1) }
        let first = Observation(
            sequence: -1, time: MonotonicTime(nanoseconds: 0), session: .none, event: .runStarted(header))
        let end = order.last.map { all[$0].due } ?? first.time
        let last = Observation(sequence: -1, time: end, session: .none, event: .runEnded)
        self.init([first] + order.map { all[$0].observation } + [last])
        observations.renumber()
    }
}

extension Event {
    /// Whether it says something of the run that it is in.
    fileprivate var isOfRun: Bool {
        switch self {
        case .runStarted, .runEnded: true
        default: false
        }
    }
}

extension Observation {
    /// The same at another time and place, with the times and places that its event names.
    fileprivate func moved(by shift: Duration, counting before: Int) -> Observation {
        var moved = self
        moved.time = time + shift
        moved.sequence += before
        switch event {
        case .request(var request):
            request.firstByte = request.firstByte + shift
            moved.event = .request(request)
        case .replyLeft(var reply):
            reply.firstByte = reply.firstByte + shift
            reply.lastByte = reply.lastByte + shift
            moved.event = .replyLeft(reply)
        case .stepEnded(let step, let took?):
            moved.event = .stepEnded(step, took: took + before)
        default: break
        }
        return moved
    }
}
