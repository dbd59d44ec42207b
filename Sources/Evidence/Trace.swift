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
