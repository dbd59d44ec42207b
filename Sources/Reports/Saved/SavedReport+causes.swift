internal import Evidence

extension SavedReport {
    /// What is wrong, with the runs that show it; what shows in several is run again in all of them.
    var causes: [(cause: SavedCause, legs: [String])] {
        runs.causes.map { cause, legs in
            guard legs.count > 1, let whole = numberedCauses.first(where: { $0.title == cause.title }) else {
                return (cause, legs)
            }
            var cause = cause
            cause.rerun = whole.rerun
            return (cause, legs)
        }
    }
}

extension [SavedRun] {
    /// What is wrong in any of the runs, each cause once, in the order in which they come up, with the runs that show it.
    var causes: [(cause: SavedCause, legs: [String])] {
        let shown = flatMap { run in run.causes.map { (leg: run.title, cause: $0) } }
        return shown.grouped { $0.cause.title }.map { _, shown in
            var cause = shown[0].cause
            cause.cases = shown.flatMap { $0.cause.cases }.uniqued()
            cause.outcome = OutcomeCounts(shown.map { $0.cause.outcome }).worst
            return (cause, shown.map { $0.leg }.uniqued())
        }
    }
}
