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
    ///
    /// - Parameters:
    ///   - lists: what was known of the port.
    ///   - times: how often each case was run, or could have been; nil where only the trace tells.
    func report(
        remarks: [String], choice: ProfileChoice, lists: PortLists = PortLists(), times: Int? = nil
    ) -> RunReport {
        if header.implementation == RunHeader.clients { return reportOnClients(remarks: remarks) }
        let evaluator = CaseEvaluator(specifications)
        let observations = trace.cases
        let cases = Dictionary(specifications.catalog.cases.map { ($0.id, $0) }) { first, _ in first }
        let attempts = observations.mapValues { Attempts.byNumber($0).map(Attempts.init) }
        let repeated = Set(attempts.values.flatMap { $0.compactMap(\.lossOfTheSecond) })
        let openings = openings(attempts, cases)
        let hasLooks = attempts.values.contains { $0.contains { !$0.looks.isEmpty } }
        var check = EvidenceCheck()
        var nominees: [(index: Int, testCase: Case, trials: [[Observation]])] = []
        var verdicts: [Verdict] = []
        var hurried: [(index: Int, differences: [Bool])] = []
        for testCase in header.cases.compactMap({ cases[$0] }) {
            if let excluded = evaluator.exclusion(of: testCase, header) {
                verdicts.append(excluded)
                continue
            }
            for attempts in attempts[testCase.id] ?? [] {
                // A case that lost its port beside others was run again alone, and that is what counts.
                var verdict = evaluator.verdict(on: testCase, attempts.counted, header)
                if attempts.wasCleared, let finding = attempts.loss?.finding(repeated: repeated) {
                    verdict.findings.append(finding)
                }
                if !attempts.ranAlone, let loss = attempts.loss, !loss.isKnown(from: repeated) {
                    let lost = CaseOpenings(in: attempts.counted, of: testCase).lost
                    if let lost, openings.isHopeless(lost) {
                        verdict.findings.append(Openings.finding)
                    } else {
                        verdict = loss.unconfirmed(verdict)
                    }
                }
                if !attempts.looks.isEmpty {
                    let looks = attempts.looks.map { evaluator.verdict(on: testCase, $0, header) }
                    verdict = SecondLook.verdict(verdict, looks)
                } else if hasLooks, attempts.loss == nil, verdict.doubt == .silence, attempts.saysNothing {
                    // A port that says nothing is not looked at again in every case.
                    verdict = SecondLook.verdict(verdict, [])
                }
                check.take(evaluator.isEvidenceSound(in: testCase, attempts.counted, header))
                if verdict.isNominated, !attempts.trials.isEmpty {
                    nominees.append((verdicts.count, testCase, attempts.trials))
                }
                if !attempts.hurried.isEmpty {
                    let first = evaluator.bindings(in: testCase, attempts.looks.last ?? attempts.counted, header)
                    let differences = attempts.hurried.map { look in
                        HurriedLook.differs(evaluator.bindings(in: testCase, look, header), from: first)
                    }
                    hurried.append((verdicts.count, differences))
                }
                verdicts.append(verdict)
            }
        }
        for (index, testCase, observations) in nominees {
            let trials = observations.map { trial(of: testCase, $0, evaluator) }
            let verdict = Repetition.verdict(
                on: verdicts[index], testCase, trials: trials, planned: RepetitionPlan().trials, check: check,
                isOver: true)
            if let verdict { verdicts[index] = verdict }
        }
        for (index, differences) in hurried { verdicts[index] = HurriedLook.verdict(verdicts[index], differences) }
        var remarks = remarks
        let repeats = Repeats(
            verdicts: verdicts.map { lists.applied(to: $0, header) },
            times: times ?? attempts.values.map(\.count).max() ?? 1)
        let merged = repeats.merged
        let missing = header.cases.count - merged.count
        if missing > 0 { remarks.append("\(Prose.count(missing, "case")) of \(header.cases.count) were not run") }
        var report = ReportDesk(specifications: specifications).report(
            header, verdicts: merged, figures: RunFigures(of: trace), records: evaluator.records, remarks: remarks,
            environment: RunEnvironment(trace.observations))
        report.repeated = repeats.outcomes
        report.tries = repeats.outcomesByCase
        report.problems = lists.expected.map(repeats.problems) ?? []
        report.lacks = lists.capabilities?.lacks(in: header, of: specifications.catalog.cases) ?? []
        report.choice = choice
        report.durations = evaluator.durations
        return report
    }

    private func openings(_ attempts: [String: [Attempts]], _ cases: [String: Case]) -> Openings {
        var openings = Openings()
        for (id, all) in attempts {
            guard let testCase = cases[id] else { continue }
            for one in all {
                openings.take(CaseOpenings(in: one.counted, of: testCase), isAlone: one.ranAlone)
            }
        }
        return openings
    }

    private func trial(of testCase: Case, _ observations: [Observation], _ evaluator: CaseEvaluator) -> Trial {
        Trial(
            verdict: evaluator.verdict(on: testCase, observations, header),
            isEvidenceSound: evaluator.isEvidenceSound(in: testCase, observations, header))
    }

    /// What clients did that were asked for no contract, held against the rules of the protocol.
    private func reportOnClients(remarks: [String]) -> RunReport {
        let verdicts = ClientConduct.verdicts(on: trace.observations)
        let remarks = remarks + [ClientConduct.summary(of: trace.observations)]
        // Those of no session are what there is.
        var figures = RunFigures(of: trace)
        figures.requests = trace.observations.count { if case .request = $0.event { true } else { false } }
        let records = Dictionary(
            verdicts.filter { !$0.findings.isEmpty }.map {
                ($0.caseID, [ClientConduct.record(of: $0, in: trace.observations)])
            }
        ) { first, _ in first }
        return ReportDesk(specifications: specifications).report(
            header, verdicts: verdicts, figures: figures, records: records, remarks: remarks)
    }
}

/// The times that one case was run to come to one verdict.
struct Attempts {
    /// What was seen in the one that counts: the first, or the second where the first lost the port.
    private(set) var counted: [Observation] = []
    /// How the port was lost in the first.
    private(set) var loss: PortLoss?
    private(set) var lossOfTheSecond: PortLoss?
    /// What was seen in those after it.
    private(set) var trials: [[Observation]] = []
    /// What was seen when the case was looked at again alone.
    private(set) var looks: [[Observation]] = []
    /// What was seen with replies as close together as can be.
    private(set) var hurried: [[Observation]] = []
    /// Whether the one that counts ran alone.
    private(set) var ranAlone = false

    /// Whether the port made no callback in the one that counts.
    var saysNothing: Bool { !counted.contains { if case .callback = $0.event { true } else { false } } }

    /// Whether it was run again after the port was lost, and the port was not lost again.
    var wasCleared: Bool { loss != nil && ranAlone && lossOfTheSecond == nil }

    /// What was seen of a case apart for each verdict, in order, where the case was to be run more than once.
    ///
    /// Sessions of one verdict have the same number but for millions, which count them.
    static func byNumber(_ observations: [Observation]) -> [[Observation]] {
        let groups = Dictionary(grouping: observations) { observation in
            let name = observation.session.name.dropFirst().prefix { $0 != "/" }
            return (Int(name, radix: 36) ?? 0) % RunConfiguration.sessionsOfAttempt
        }
        return groups.sorted { $0.key < $1.key }.map(\.value)
    }

    init(of observations: [Observation]) {
        let first = observations.filter { observation in
            if case .sessionOpened(let header) = observation.event { header.part == 0 } else { false }
        }
        let sessions = first.map { opening in
            // The parts of a session that was restarted are called after it: `s1`, `s1/1`.
            observations.filter { observation in
                observation.session == opening.session
                    || observation.session.name.hasPrefix(opening.session.name + "/")
            }
        }
        let attempts = first.map { Self.attempt(of: $0.session) }
        func among(_ range: Range<Int>) -> [[Observation]] {
            zip(sessions, attempts).filter { range.contains($0.1) }.map(\.0)
        }
        looks = among(SecondLook.firstAttempt..<HurriedLook.firstAttempt)
        hurried = among(HurriedLook.firstAttempt..<Int.max)
        let all = among(0..<SecondLook.firstAttempt)
        guard let begin = all.first else {
            counted = observations
            return
        }
        loss = PortLoss(in: begin)
        guard loss != nil, all.count > 1 else {
            counted = begin
            trials = Array(all.dropFirst())
            ranAlone = first.first.map { Self.ranAlone($0.session) } ?? false
            if ranAlone { lossOfTheSecond = loss }
            return
        }
        ranAlone = true
        counted = all[1]
        lossOfTheSecond = PortLoss(in: counted)
        trials = Array(all.dropFirst(2))
    }

    /// The first round has numbers below a million; later sessions are named after greater ones, and run alone.
    private static func ranAlone(_ session: SessionID) -> Bool {
        attempt(of: session) > 0
    }

    private static func attempt(of session: SessionID) -> Int {
        (Int(session.name.dropFirst(), radix: 36) ?? 0) / RunConfiguration.sessionsOfAttempt
    }
}
