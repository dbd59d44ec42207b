import Evidence
import Reports
import Runner
import Specification

/// A run that is over, to be judged from its trace alone.
struct RecordedRun {
    private let trace: Trace
    private let header: RunHeader
    private let specifications: Specifications

    init(_ trace: Trace, _ specifications: Specifications) throws(ToolError) {
        guard let header = trace.header else { throw .input("the trace does not say which run it is of") }
        let known = Set(specifications.catalog.cases.map(\.id))
        let gone = header.cases.filter { !known.contains($0) }
        guard gone.isEmpty else {
            throw .input("the specs no longer have cases of the trace: \(gone.joined(separator: ", "))")
        }
        self.trace = trace
        self.header = header
        self.specifications = specifications
    }

    /// The report that the run itself gave, but for the time of its first verdict.
    func report(remarks: [String]) -> RunReport {
        let courtroom = Courtroom(specifications)
        let observations = trace.cases
        let cases = Dictionary(specifications.catalog.cases.map { ($0.id, $0) }) { first, _ in first }
        let attempts = observations.mapValues(Attempts.init)
        let repeated = Set(attempts.values.filter(\.wasRepeated).compactMap(\.endOfTheLast))
        var verdicts: [Verdict] = []
        for testCase in header.cases.compactMap({ cases[$0] }) {
            if let excluded = courtroom.exclusion(of: testCase, header) {
                verdicts.append(excluded)
            } else if let attempts = attempts[testCase.id] {
                // A case that lost its port beside others was run again alone, and that is what counts.
                var verdict = courtroom.verdict(on: testCase, attempts.last, header)
                if let reason = attempts.reasonForTheLast, let finding = PortLoss.finding(reason, repeated: repeated) {
                    verdict.findings.append(finding)
                }
                verdicts.append(verdict)
            }
        }
        var remarks = remarks
        let missing = header.cases.count - verdicts.count
        if missing > 0 { remarks.append("\(Prose.count(missing, "case")) of \(header.cases.count) were not run") }
        return ReportDesk(specifications: specifications).report(
            header, verdicts: verdicts, figures: RunFigures(of: trace), records: courtroom.records, remarks: remarks)
    }
}

/// The times that one case was run in one run.
struct Attempts {
    /// What was seen in the last of them.
    private(set) var last: [Observation] = []
    /// How the port had ended in the one before, where it did not end in the last.
    private(set) var reasonForTheLast: String?
    private(set) var endOfTheLast: String?
    private(set) var wasRepeated = false

    init(of observations: [Observation]) {
        let first = observations.filter { observation in
            if case .sessionOpened(let header) = observation.event { header.part == 0 } else { false }
        }
        let all = first.map { opening in
            // The parts of a session that was restarted are called after it: `s1`, `s1/1`.
            observations.filter { observation in
                observation.session == opening.session
                    || observation.session.name.hasPrefix(opening.session.name + "/")
            }
        }
        last = all.last ?? observations
        wasRepeated = all.count > 1
        endOfTheLast = PortLoss.reason(in: last)
        if wasRepeated, endOfTheLast == nil {
            reasonForTheLast = all.dropLast().reversed().lazy.compactMap(PortLoss.reason).first
        }
    }
}
