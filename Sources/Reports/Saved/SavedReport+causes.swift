internal import Evidence

extension SavedReport {
    /// What is wrong in any of the runs, each cause once, in the order in which they come up, with the runs that show it.
    var causes: [(cause: SavedCause, legs: [String])] {
        var places: [String: Int] = [:]
        var causes: [(cause: SavedCause, legs: [String])] = []
        for run in runs {
            for cause in run.causes {
                guard let place = places[cause.title] else {
                    places[cause.title] = causes.count
                    causes.append((cause, [run.title]))
                    continue
                }
                let known = Set(causes[place].cause.cases)
                causes[place].cause.cases += cause.cases.filter { !known.contains($0) }
                causes[place].cause.outcome = OutcomeCounts([causes[place].cause.outcome, cause.outcome]).worst
                if causes[place].legs.last != run.title { causes[place].legs.append(run.title) }
            }
        }
        // What shows in several runs is run again in all of them.
        for index in causes.indices where causes[index].legs.count > 1 {
            let whole = numberedCauses.first { $0.title == causes[index].cause.title }
            causes[index].cause.rerun = whole?.rerun ?? causes[index].cause.rerun
        }
        return causes
    }
}
