/// Everything that was seen in a run, in the order it was recorded.
package struct Trace: Sendable, Hashable {
    package var observations: [Observation]

    package init(_ observations: [Observation] = []) {
        self.observations = observations
    }

    /// What the run says of itself; nil where the trace does not begin with it.
    package var header: RunHeader? {
        for observation in observations {
            if case .runStarted(let header) = observation.event { return header }
        }
        return nil
    }

    /// The observations of each case, in order, over all its sessions.
    package var cases: [String: [Observation]] {
        var caseOfSession: [SessionID: String] = [:]
        var observationsOfCase: [String: [Observation]] = [:]
        for observation in observations {
            if case .sessionOpened(let header) = observation.event {
                caseOfSession[observation.session] = header.caseID
            }
            guard let caseID = caseOfSession[observation.session] else { continue }
            observationsOfCase[caseID, default: []].append(observation)
        }
        return observationsOfCase
    }
}

extension [Observation] {
    /// Numbers the observations anew, from 0 in their order, and names what steps took by the new numbers.
    package mutating func renumber() {
        let places = Dictionary(enumerated().map { ($1.sequence, $0) }) { first, _ in first }
        for index in indices {
            self[index].sequence = index
            if case .stepEnded(let step, let took?) = self[index].event {
                self[index].event = .stepEnded(step, took: places[took])
            }
        }
    }
}
