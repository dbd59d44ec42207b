package import Evidence
package import Specification

/// What one attempt at a case has shown.
package struct AttemptResult: Sendable {
    let attempt: Attempt
    let verdict: Verdict
    let figures: RunFigures
    /// How the port was lost, where it was.
    let loss: PortLoss?
    let openings: CaseOpenings
    /// Whether round trips told the truth, where that shows.
    let isEvidenceSound: Bool?
    /// To which provider each MVPD went.
    let bindings: [String: String]
    /// Why no further case can be run, where that is so.
    var stop: String?

    package init(
        _ attempt: Attempt, at testCase: Case, _ observations: [Observation], _ judging: Judging, _ header: RunHeader
    ) {
        self.attempt = attempt
        verdict = judging.verdict(testCase, observations, header)
        // Times are those of the whole run.
        var figures = RunFigures(of: Trace(observations))
        figures.duration = .zero
        self.figures = figures
        let loss = PortLoss(in: observations)
        // A call that never came back is one of many things that can be wrong with a case that fails.
        self.loss = loss?.kind == .late && verdict.outcome != .fail ? nil : loss
        openings = CaseOpenings(in: observations, of: testCase)
        isEvidenceSound = judging.isEvidenceSound(testCase, observations, header)
        bindings = judging.bindings(testCase, observations, header)
    }

    /// Whether the port made no callback at all.
    var saysNothing: Bool { figures.callbacks == 0 }
}
