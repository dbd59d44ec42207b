import Evidence
import Reports
import Specification

// What an earlier run says about which cases to run next, and how long they take.
extension SavedReport {
    /// The cases of one of its causes, or of all.
    func cases(of number: Int?, among all: [Case]) throws(ToolError) -> [Case] {
        let chosen = numberedCauses.filter { number == nil || $0.number == number }
        if let number, chosen.isEmpty {
            let count = numberedCauses.count
            throw .impossible("'--cause \(number)': \(file) has \(count == 0 ? "none" : "1 to \(count)")")
        }
        let ids = Set(chosen.flatMap(\.cases))
        let cases = all.filter { ids.contains($0.id) }
        guard !cases.isEmpty else {
            throw .impossible(
                ids.isEmpty ? "nothing failed in \(file)" : "the specs no longer have the cases that failed in \(file)")
        }
        return cases
    }

    /// How long cases took, as all that it was run as together, in milliseconds.
    func durations() throws(ToolError) -> [String: Double] {
        let durations = runs.reduce(into: [:]) { sum, run in sum.merge(run.caseDurations) { $0 + $1 } }
        guard !durations.isEmpty else { throw .input("\(file) does not say how long cases took") }
        return durations
    }

    /// The cases that failed, were undecided or were not run.
    ///
    /// - Parameter record: what the run was asked to do.
    func notPassed(of record: RunRecord) -> Set<String> {
        guard runs.count >= record.legs.count else { return Set(record.ownCases) }
        var cases: Set<String> = []
        for run in runs {
            cases.formUnion(Set(record.ownCases).subtracting(run.verdicts.map(\.caseID)))
            cases.formUnion(run.verdicts.filter { [.fail, .crash, .inconclusive].contains($0.outcome) }.map(\.caseID))
        }
        return cases
    }
}
