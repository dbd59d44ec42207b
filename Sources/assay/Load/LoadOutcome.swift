import Documents
import Evidence
import LoadResults
import Measurement
import Reports

/// A load run's result, and its files.
struct LoadOutcome {
    let folder: String
    var result: LoadReport
    /// Why nothing of it counts, where a part of the run was lost.
    var failure: String?

    func write() throws(ToolError) {
        do throws(FileError) {
            try File.write(LoadJSON.report(result).pretty, to: folder + "/report.json")
            try File.write(LoadPage(result).html.bytes, to: folder + "/report.html")
            try File.write(LoadSummary.plain(result), to: folder + "/report.txt")
            try File.write(LoadTables.seconds(result), to: folder + "/seconds.csv")
            try File.write(LoadTables.phases(result), to: folder + "/phases.csv")
            try File.write(LoadJUnit.bytes(result), to: folder + "/junit.xml")
            try File.write(LoadMetrics.text(result), to: folder + "/metrics.txt")
            try writeHistograms()
        } catch {
            throw .broken("the report cannot be written: \(error)")
        }
    }

    /// The distribution of each phase, and all of them second by second; none for a run that is not valid.
    private func writeHistograms() throws(FileError) {
        guard result.validity.isValid else { return }
        for (phase, histogram) in result.figures.phases.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            try File.write(PercentileText(histogram).text, to: folder + "/\(phase.rawValue).hgrm")
        }
        try File.write(LoadTables.log(result), to: folder + "/seconds.hlog")
    }
}
