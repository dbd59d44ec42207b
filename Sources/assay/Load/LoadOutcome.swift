import Documents
import Evidence
import Load
import LoadResults
import Measurement
import Reports

/// A load run's result, and its files.
struct LoadOutcome {
    let folder: String
    /// Which run it is of, for whoever puts parts together or compares runs; nil for a run that no command makes again.
    var origin: LoadPart.Origin?
    /// What knows more secrets at the end of a run than when its first files were written; nil where there are none.
    var redactor: Redactor?
    var result: LoadReport
    /// Why nothing of it counts, where a part of the run was lost.
    var failure: String?
    /// Why a violation could not be kept, where one could not.
    var lostEvidence: FileError?

    /// Has the violations repeated under gates, and keeps what came of it; what went wrong loses nothing of them.
    mutating func repeatViolations(of session: LoadSession) async -> ToolError? {
        let replayed = await GatedReplay(session: session, folder: folder).run(result)
        result = replayed.result
        return replayed.problem
    }

    func write() throws(ToolError) {
        var files = Salvage()
        if let lostEvidence { files.attempt { () throws(FileError) in throw lostEvidence } }
        files.write(LoadReportFile.report(result, origin).pretty, to: folder + "/" + LoadReportFile.name)
        files.write(LoadPage(result).html.bytes, to: folder + "/report.html")
        files.write(LoadSummary.plain(result), to: folder + "/report.txt")
        files.write(LoadTables.seconds(result), to: folder + "/seconds.csv")
        files.write(LoadTables.phases(result), to: folder + "/phases.csv")
        files.write(LoadJUnit.bytes(result), to: folder + "/junit.xml")
        files.write(LoadMetrics.text(result), to: folder + "/metrics.txt")
        writeHistograms(&files)
        if let redactor { files.attempt { () throws(FileError) in try redactor.hideSecrets(inFilesBelow: folder) } }
        if let problem = files.problem() { throw problem }
    }

    /// The distribution of each phase, and all of them second by second; the names of those of a run that is not valid
    /// say so.
    private func writeHistograms(_ files: inout Salvage) {
        for (phase, histogram) in result.figures.phases.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let name = (result.standing == .untrusted ? "untrusted-" : "") + phase.rawValue
            files.write(PercentileText(histogram).text, to: folder + "/\(name).hgrm")
        }
        files.write(LoadTables.log(result), to: folder + "/seconds.hlog")
    }
}
