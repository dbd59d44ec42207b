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
            throw .input("no such cases in the specs (of a load run: --load-profile): \(gone.joined(separator: ", "))")
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
        if header.isOfClients {
            return reportOnExchange(
                header, ClientConduct.verdicts(on: trace.observations),
                remarks: remarks + [ClientConduct.summary(of: trace.observations)])
        }
        let evaluator = CaseEvaluator(specifications)
        let cases = Dictionary(specifications.catalog.cases.map { ($0.id, $0) }) { first, _ in first }
        let recorded = RecordedVerdicts(trace, header, of: header.cases.compactMap { cases[$0] }, evaluator.judging)
        var remarks = remarks
        let repeats = Repeats(
            verdicts: recorded.verdicts.map { lists.applied(to: $0, header) }, times: times ?? recorded.times)
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

    /// What the service providers answered, held against the documents.
    func reportOnProviders(remarks: [String]) throws(ToolError) -> RunReport {
        guard header.isOfClients else {
            throw .input(
                "the trace is of a run, in which providers are made to break their answers: judge them by a trace of "
                    + "'assay record' or 'assay serve --record'")
        }
        var header = header
        header.implementation = RunHeader.providers
        return reportOnExchange(
            header, ProviderConduct.verdicts(on: trace.observations),
            remarks: remarks + [ProviderConduct.summary(of: trace.observations)])
    }

    /// What was said between those who were asked for no contract, held against the rules of the protocol.
    private func reportOnExchange(_ header: RunHeader, _ verdicts: [Verdict], remarks: [String]) -> RunReport {
        // Those of no session are what there is.
        var figures = RunFigures(of: trace)
        figures.requests = trace.observations.count { if case .request = $0.event { true } else { false } }
        let records = Dictionary(
            verdicts.filter { !$0.findings.isEmpty }.map { ($0.caseID, [$0.record(in: trace.observations)]) }
        ) { first, _ in first }
        return ReportDesk(specifications: specifications).report(
            header, verdicts: verdicts, figures: figures, records: records, remarks: remarks)
    }
}
