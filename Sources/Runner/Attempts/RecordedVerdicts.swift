package import Evidence
package import Specification

/// The verdicts of a run that is over, from its trace alone.
package struct RecordedVerdicts: Sendable {
    /// In the order of the cases; a case that was to be run more than once has as many, one after the other.
    package let verdicts: [Verdict]
    /// How often each case was run, at the most.
    package let times: Int

    package init(_ trace: Trace, _ header: RunHeader, of cases: [Case], _ judging: Judging) {
        let observations = trace.cases
        let folds = cases.map { testCase in
            judging.exclusion(testCase, header).map { [CaseFold(testCase, header, excluded: $0)] }
                ?? CaseFold.all(of: testCase, observations[testCase.id] ?? [], judging, header)
        }
        var known = RunKnowledge(plannedTrials: RepetitionPlan().trials)
        for fold in folds.joined() {
            for result in fold.all { known.take(result) }
            known.check.take(fold.counted?.isEvidenceSound)
        }
        verdicts = folds.joined().compactMap { $0.verdict(known) }
        times = folds.map(\.count).max() ?? 1
    }
}

extension CaseFold {
    /// The attempts at a case apart for each time that it was to be run.
    package static func all(
        of testCase: Case, _ observations: [Observation], _ judging: Judging, _ header: RunHeader
    ) -> [CaseFold] {
        let attempts = attempts(in: observations)
        return Dictionary(grouping: attempts, by: \.attempt.number).sorted { $0.key < $1.key }.map { _, attempts in
            attempts.reduce(into: CaseFold(testCase, header)) { fold, seen in
                fold.take(AttemptResult(seen.attempt, at: testCase, seen.observations, judging, header))
            }
        }
    }

    /// What was seen in each attempt, in the order in which they were made.
    package static func attempts(
        in observations: [Observation]
    ) -> [(attempt: Attempt, observations: [Observation])] {
        var ofSession: [SessionID: Int] = [:]
        var places: [Attempt: Int] = [:]
        var attempts: [(attempt: Attempt, observations: [Observation])] = []
        for observation in observations {
            if case .sessionOpened(let header) = observation.event {
                let place = places[header.attempt] ?? attempts.count
                if place == attempts.count { attempts.append((header.attempt, [])) }
                places[header.attempt] = place
                ofSession[observation.session] = place
            }
            if let place = ofSession[observation.session] { attempts[place].observations.append(observation) }
        }
        return attempts
    }
}
