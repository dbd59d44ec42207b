import Checkers
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
        if header.implementation == RunHeader.clients { return reportOnClients(remarks: remarks) }
        let courtroom = Courtroom(specifications)
        let observations = trace.cases
        let cases = Dictionary(specifications.catalog.cases.map { ($0.id, $0) }) { first, _ in first }
        let attempts = observations.mapValues(Attempts.init)
        let repeated = Set(attempts.values.compactMap(\.endOfTheSecond))
        var check = EvidenceCheck()
        var nominees: [(index: Int, testCase: Case, trials: [[Observation]])] = []
        var verdicts: [Verdict] = []
        for testCase in header.cases.compactMap({ cases[$0] }) {
            if let excluded = courtroom.exclusion(of: testCase, header) {
                verdicts.append(excluded)
            } else if let attempts = attempts[testCase.id] {
                // A case that lost its port beside others was run again alone, and that is what counts.
                var verdict = courtroom.verdict(on: testCase, attempts.counted, header)
                if let reason = attempts.reasonForTheSecond, let finding = PortLoss.finding(reason, repeated: repeated)
                {
                    verdict.findings.append(finding)
                }
                check.take(courtroom.isEvidenceSound(in: testCase, attempts.counted, header))
                if verdict.isNominated, !attempts.trials.isEmpty {
                    nominees.append((verdicts.count, testCase, attempts.trials))
                }
                verdicts.append(verdict)
            }
        }
        for (index, testCase, observations) in nominees {
            let trials = observations.map { trial(of: testCase, $0, courtroom) }
            let verdict = Repetition.verdict(
                on: verdicts[index], testCase, trials: trials, planned: RepetitionPlan().trials, check: check,
                isOver: true)
            if let verdict { verdicts[index] = verdict }
        }
        var remarks = remarks
        let missing = header.cases.count - verdicts.count
        if missing > 0 { remarks.append("\(Prose.count(missing, "case")) of \(header.cases.count) were not run") }
        return ReportDesk(specifications: specifications).report(
            header, verdicts: verdicts, figures: RunFigures(of: trace), records: courtroom.records, remarks: remarks)
    }

    private func trial(of testCase: Case, _ observations: [Observation], _ courtroom: Courtroom) -> Trial {
        Trial(
            verdict: courtroom.verdict(on: testCase, observations, header),
            isEvidenceSound: courtroom.isEvidenceSound(in: testCase, observations, header))
    }

    /// What clients did that were asked for no contract, held against the rules of the protocol.
    private func reportOnClients(remarks: [String]) -> RunReport {
        let verdicts = ClientConduct.verdicts(on: trace.observations)
        let records = Dictionary(
            verdicts.filter { !$0.findings.isEmpty }.map {
                ($0.caseID, [ClientConduct.record(of: $0, in: trace.observations)])
            }
        ) { first, _ in first }
        return ReportDesk(specifications: specifications).report(
            header, verdicts: verdicts, figures: RunFigures(of: trace), records: records, remarks: remarks)
    }
}

/// The times that one case was run in one run.
struct Attempts {
    /// What was seen in the one that counts: the first, or the second where the first lost the port.
    private(set) var counted: [Observation] = []
    /// How the port had ended in the first, where it did not end in the second.
    private(set) var reasonForTheSecond: String?
    private(set) var endOfTheSecond: String?
    /// What was seen in those after it.
    private(set) var trials: [[Observation]] = []

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
        guard let begin = all.first else {
            counted = observations
            return
        }
        guard let reason = PortLoss.reason(in: begin), all.count > 1 else {
            counted = begin
            trials = Array(all.dropFirst())
            return
        }
        counted = all[1]
        endOfTheSecond = PortLoss.reason(in: counted)
        if endOfTheSecond == nil { reasonForTheSecond = reason }
        trials = Array(all.dropFirst(2))
    }
}
