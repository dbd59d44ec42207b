package import Evidence
import ServiceProtocol
package import Specification

/// One session of a case that is repeated.
package struct Trial: Sendable, Hashable {
    package var verdict: Verdict
    /// Whether round trips told the truth in it, where that shows.
    package var isEvidenceSound: Bool?

    /// Whether it decides the case whatever the others show: the port broke something that needs no repetition.
    var isDecisive: Bool { verdict.outcome == .fail || verdict.outcome == .crash }
}

extension Repetition {
    /// The verdict after some trials; nil while another trial is called for.
    ///
    /// `nominee` is the verdict that called for the repetition. A run that is stopped says so with `isOver`.
    package static func verdict(
        on nominee: Verdict, _ testCase: Case, trials: some Collection<Trial>, planned: Int, check: EvidenceCheck,
        isOver: Bool = false
    ) -> Verdict? {
        var repetition = Repetition(planned: planned, pieces: testCase.gatedReplies - 1, check: check)
        var last = nominee
        for trial in trials {
            if trial.isDecisive { return trial.verdict }
            if repetition.wantsHaste {
                repetition.takeHasty(isViolated: trial.verdict.isNominated)
            } else {
                repetition.take(isViolated: trial.verdict.isNominated, isEvidenceSound: trial.isEvidenceSound)
            }
            if trial.verdict.isNominated { last = trial.verdict }
            if repetition.decision == .failed { return repetition.verdict(last) }
        }
        if repetition.decision == .cleared {
            // Where most showed nothing, nothing is shown.
            let open = trials.filter { $0.verdict.outcome == .inconclusive }
            last = (2 * open.count > trials.count ? open : Array(trials)).last?.verdict ?? nominee
        }
        guard isOver || repetition.trials >= planned && !repetition.wantsHaste else { return nil }
        return repetition.verdict(last)
    }
}

extension Case {
    /// How many configuration replies the case lets go one by one.
    var gatedReplies: Int {
        steps.reduce(0) { count, step in
            if case .release(.configuration, let providers) = step.action { count + providers.count } else { count }
        }
    }
}
