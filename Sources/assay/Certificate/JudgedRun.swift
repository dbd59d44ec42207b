import Cryptography
import Documents
import Encodings
import Evidence
import Load
import Reports
import Specification
import Timing

/// A run that is over, judged again from its trace by what its folder says of it.
struct JudgedRun {
    let record: RunRecord
    /// One for each that it was run as.
    let reports: [RunReport]
    /// The SHA-256 of each trace, in hexadecimal digits.
    let traces: [String]

    init(in folder: String, specs: String?) throws(ToolError) {
        record = try RunRecord(in: folder, as: "a run")
        guard record.share.isWhole else {
            throw .input("\(folder) is of part \(record.share) of a run: 'assay merge' puts the parts together")
        }
        let specFolder = try SpecFolder.readSound(specs)
        try specFolder.refuse(unless: record.specs, "\(folder) was judged by")
        let merge = RunMerge(whole: record)
        let options = try merge.options()
        var recorded: [RecordedRun] = []
        var notes: [[String]] = []
        var traces: [String] = []
        var day = ""
        for leg in record.legs {
            let path = (record.legs.count > 1 ? "\(folder)/\(leg.name)" : folder) + "/trace.ndjson"
            let bytes = try saying("the trace cannot be read", as: .usage) {
                try File.read(path, maximumBytes: 4 << 30)
            }
            traces.append(Hex.encode(Digest.sha256(bytes)))
            let (trace, note) = try CheckCommand.trace(bytes, file: path)
            guard let header = trace.header, header.cases == record.cases else {
                throw .input("\(path) is of another run than \(folder)/\(RunRecord.file)")
            }
            if day.isEmpty { day = Stamp.day(WallTime(milliseconds: header.startedAt)) }
            recorded.append(try RecordedRun(trace, specFolder.specifications))
            notes.append(note.map { [$0.description] } ?? [])
        }
        // What has expired since had not when it was run.
        let lists = try merge.lists(of: specFolder.specifications.catalog.cases, on: day)
        var reports = zip(recorded, notes).map { run, notes in
            run.report(
                remarks: notes, choice: options.profile, lists: lists,
                times: options.repeats.value + options.retries)
        }
        let problems = try options.listProblems(
            Self.matrix(record, reports).worstVerdicts, reports.map(\.header), lists, specFolder.specifications)
        for index in reports.indices { reports[index].problems += problems }
        self.reports = reports
        self.traces = traces
        isOfAllCases = record.cases.count == specFolder.specifications.catalog.cases.count
    }

    /// Whether nothing was left out that the specs have.
    let isOfAllCases: Bool

    /// What all reports come to.
    var matrix: MatrixReport { Self.matrix(record, reports) }

    private static func matrix(_ record: RunRecord, _ reports: [RunReport]) -> MatrixReport {
        MatrixReport(runs: zip(record.legs, reports).map { .init(folder: $0.name, report: $1) }, planned: reports.count)
    }

    /// Where `report.json` of the folder says something else than the trace; nil where it says the same.
    func contradiction(in folder: String) throws(ToolError) -> String? {
        let saved = try SavedReport.read(at: folder)
        guard saved.runs.count == reports.count else { return "\(saved.file) has \(saved.runs.count) runs" }
        for (run, report) in zip(saved.runs, reports) {
            let judged = Dictionary(report.verdicts.map { ($0.caseID, $0.outcome) }) { first, _ in first }
            for verdict in run.verdicts where judged[verdict.caseID] != verdict.outcome {
                return "\(saved.file) says \(verdict.outcome.rawValue) of \(verdict.caseID) on \(run.title), and the "
                    + "trace gives \(judged[verdict.caseID]?.rawValue ?? "no verdict")"
            }
            guard run.verdicts.count == report.verdicts.count else {
                return "\(saved.file) has \(Prose.count(run.verdicts.count, "verdict")) on \(run.title), and the trace "
                    + "gives \(report.verdicts.count)"
            }
        }
        return nil
    }
}
