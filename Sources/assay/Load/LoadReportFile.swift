import Documents
import Evidence
import Load
import LoadResults
import Reports

/// The report of a load run as JSON, with everything that was counted, without any loss, for whoever merges or compares
/// runs.
enum LoadReportFile {
    /// Its name in the folder of a run.
    static let name = "report.json"

    /// - Parameter origin: nil for a run that is not to be compared.
    static func report(_ result: LoadReport, _ origin: LoadPart.Origin?) -> JSON {
        var report = LoadJSON.report(result).object ?? JSONObject()
        if let origin { report["record"] = LoadPartRecord.json(LoadPart(result, origin)) }
        return .object(report)
    }

    /// Whether a report is of a load run; one of another release of the tool is refused.
    static func isOne(_ report: JSON, _ file: String) throws(ToolError) -> Bool {
        guard let schema = report["schema"]?.string, schema.hasPrefix("assay/load-report/") else { return false }
        guard schema == LoadJSON.schema else {
            throw .input("\(file) is of '\(schema)', and this tool reads '\(LoadJSON.schema)': make the run again")
        }
        return true
    }

    /// What relative thresholds are held against; what a run measured that is not valid is no bound.
    ///
    /// - Parameter demand: what is asked for now, in words; another load has other times.
    static func earlier(in folder: String, for demand: String?) throws(ToolError) -> LoadReport.EarlierRun {
        let run = try read(in: folder)
        if let before = run.demand, let demand, before != demand {
            throw .input("\(folder) is a run of another load, and no earlier one of this: '\(before)' and '\(demand)'")
        }
        guard run.verdict != .invalid else {
            throw .input(
                "\(folder) cannot be compared with: its measurement failed: \(run.objections.joined(separator: "; "))")
        }
        return (run.figures, run.measured)
    }

    /// Reads what was counted, with the places of the run's files as they are seen from here.
    static func read(in folder: String) throws(ToolError) -> LoadPart {
        let file = folder + "/" + name
        let bytes = try saying("\(folder) is not the folder of a load run", as: .usage) {
            try File.read(file, maximumBytes: 1 << 30)
        }
        let report = try saying(as: .usage) {
            try JSON.parse(bytes, file: file, limits: JSON.Limits(maximumBytes: 1 << 30))
        }
        guard try isOne(report, file) else {
            let schema = report["schema"]?.string.map { "of '\($0)'" } ?? "without a 'schema'"
            throw .input("\(folder) is not the folder of a load run: \(file) is \(schema)")
        }
        guard let record = report["record"] else {
            throw .input(
                "\(file) has no 'record': runs of 'load ab' and of a search for the capacity cannot be compared or merged"
            )
        }
        var part = try saying(file, as: .usage) { try LoadPartRecord.part(record) }
        for index in part.figures.verification.violations.indices {
            guard let bundle = part.figures.verification.violations[index].bundle else { continue }
            part.figures.verification.violations[index].bundle = folder + "/" + bundle
        }
        return part
    }
}
