import Evidence
import Reports
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
        var verdicts: [Verdict] = []
        for testCase in header.cases.compactMap({ cases[$0] }) {
            if let excluded = courtroom.exclusion(of: testCase, header) {
                verdicts.append(excluded)
            } else if let seen = observations[testCase.id] {
                verdicts.append(Self.verdict(testCase, Attempts(of: seen), courtroom, header))
            }
        }
        var remarks = remarks
        let missing = header.cases.count - verdicts.count
        if missing > 0 { remarks.append("\(Prose.count(missing, "case")) of \(header.cases.count) were not run") }
        return ReportDesk(specifications: specifications).report(
            header, verdicts: verdicts, figures: RunFigures(of: trace), records: courtroom.records, remarks: remarks)
    }

    /// A case that lost its port beside others was run again alone, and that is what counts.
    private static func verdict(
        _ testCase: Case, _ attempts: Attempts, _ courtroom: Courtroom, _ header: RunHeader
    ) -> Verdict {
        var verdict = courtroom.verdict(on: testCase, attempts.last, header)
        if let reason = attempts.reasonForTheLast {
            verdict.findings.append(
                Finding(
                    message: "the port died while this case ran beside others, and did not when it ran alone",
                    seen: reason))
        }
        return verdict
    }
}

/// The times that one case was run in one run.
struct Attempts {
    /// What was seen in the last of them.
    private(set) var last: [Observation] = []
    /// How the port had ended in the one before, where it did not end in the last.
    private(set) var reasonForTheLast: String?

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
        if all.count > 1, Self.end(of: last) == nil {
            reasonForTheLast = all.dropLast().reversed().lazy.compactMap(Self.end).first
        }
    }

    private static func end(of observations: [Observation]) -> String? {
        for observation in observations.reversed() {
            if case .portEnded(let reason) = observation.event { return reason }
        }
        return nil
    }
}
