import Checkers
import Evidence
import Reports
import Specification

extension ExpectedFailures {
    /// What is wrong with the file after a run, each with the command that mends it.
    ///
    /// `verdicts` are those of the run, `cases` all there are, and `rewrite` writes the file anew. The last entry of the
    /// file comes first, so that lines keep their numbers while one mends it from top to bottom of the list.
    func problems(after verdicts: [Verdict], of cases: [Case], rewrite: String) -> [ListProblem] {
        let judged = Set(verdicts.map(\.caseID))
        let isWhole = judged.isSuperset(of: cases.map(\.id))
        return entries.sorted { $0.lines.lowerBound > $1.lines.lowerBound }.compactMap { entry in
            let name = "\(file):\(entry.lines.lowerBound): \(entry.subject.rawValue) '\(entry.pattern)'"
            let problem = { (text: String) in ListProblem(.expectations, "\(name) \(text)") }
            let lines = "\(entry.lines.lowerBound),\(entry.lines.upperBound)"
            let delete = "sed -i '\(lines)d' \(RunReport.quoted(file))"
            guard entry.expires >= today else {
                return problem("has expired on \(entry.expires); fix: \(delete)")
            }
            guard couldFit(entry, cases) else {
                let what = entry.subject == .check ? "check" : "case"
                return problem("fits no \(what); fix: \(delete)")
            }
            let own = verdicts.filter { fits(entry, $0) }
            if entry.rate != nil { return nil }
            if entry.subject == .check {
                // A rule that nothing failed by may still be broken by a case that was not run.
                guard !own.contains(where: \.hasFailed), isWhole else { return nil }
                return ListProblem(
                    .expectations, "\(name) is expected to fail, and nothing fails by it alone; fix: \(delete)",
                    isImprovement: true)
            }
            let passed = own.filter { [.pass, .warn].contains($0.outcome) }.map(\.caseID)
            guard !passed.isEmpty else { return nil }
            guard own.contains(where: \.hasFailed) else {
                // One that was not run may be the one that fails.
                guard judged.isSuperset(of: cases.filter { fits(entry, Verdict(of: $0, .fail)) }.map(\.id)) else {
                    return nil
                }
                return ListProblem(
                    .expectations, "\(name) is expected to fail, and passes; fix: \(delete)", isImprovement: true)
            }
            return problem("fits too much: \(passed.joined(separator: ", ")) passed; fix: \(rewrite)")
        }
    }

    private func couldFit(_ entry: Entry, _ cases: [Case]) -> Bool {
        if entry.subject == .check { return Judge.allChecks.contains { Glob.fits($0, entry.pattern) } }
        return cases.contains { testCase in fits(entry, Verdict(of: testCase, .fail)) }
    }
}
