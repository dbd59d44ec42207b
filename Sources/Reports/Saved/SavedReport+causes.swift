internal import Evidence

extension SavedReport {
    /// What is wrong in any of the runs, each cause once, in the order in which they come up, with the runs that show it.
    var causes: [(cause: SavedCause, legs: [String])] {
        let shown = runs.flatMap { run in run.causes.map { (leg: run.title, cause: $0) } }
        return shown.grouped { $0.cause.title }.map { title, shown in
            var cause = shown[0].cause
            cause.cases = shown.flatMap { $0.cause.cases }.uniqued()
            cause.outcome = OutcomeCounts(shown.map { $0.cause.outcome }).worst
            let legs = shown.map { $0.leg }.uniqued()
            // What shows in several runs is run again in all of them.
            if legs.count > 1, let whole = numberedCauses.first(where: { $0.title == title }) {
                cause.rerun = whole.rerun
            }
            return (cause, legs)
        }
    }
}
