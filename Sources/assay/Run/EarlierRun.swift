import Documents
import Evidence
import Reports
import Specification

/// The report of an earlier run, for the cases that failed there.
struct EarlierRun {
    private let path: String
    private let causes: [JSON]

    /// - Parameter folder: the run's folder.
    init(_ folder: String) throws(ToolError) {
        path = folder + "/report.json"
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try File.read(path, maximumBytes: 1 << 30)
        } catch {
            throw .input("the earlier report cannot be read: \(error)")
        }
        let json: JSON
        do throws(Diagnostic) {
            json = try JSON.parse(bytes, file: path)
        } catch {
            throw .input("the earlier report cannot be read\n\(error)")
        }
        guard let causes = json["causes"]?.array else {
            throw .input("\(path) has no causes: it is of another version of assay, or of something else")
        }
        self.causes = causes
    }

    /// The cases of one of its causes, or of all.
    func cases(of number: Int?, among all: [Case]) throws(ToolError) -> [Case] {
        let chosen = causes.filter { number == nil || $0["number"] == .int(Int64(number ?? 0)) }
        if let number, chosen.isEmpty {
            throw .impossible("'--cause \(number)': \(path) has \(causes.count == 0 ? "none" : "1 to \(causes.count)")")
        }
        let ids = Set(chosen.flatMap { $0["cases"]?.array ?? [] }.compactMap(\.string))
        let cases = all.filter { ids.contains($0.id) }
        guard !cases.isEmpty else {
            throw .impossible(
                ids.isEmpty ? "nothing failed in \(path)" : "the specs no longer have the cases that failed in \(path)")
        }
        return cases
    }
}

// MARK: - Whatever the causes

extension EarlierRun {
    /// The report in the folder of a run.
    static func report(in folder: String) throws(ToolError) -> SavedReport {
        let path = folder + "/report.json"
        do {
            return try SavedReport.read(try File.read(path, maximumBytes: 1 << 30), file: path)
        } catch {
            throw .input("the earlier report cannot be read: \(error)")
        }
    }

    /// How long cases took in the run of a folder, as all that it was run as together, in milliseconds.
    static func durations(in folder: String) throws(ToolError) -> [String: Double] {
        let durations = try report(in: folder).runs.reduce(into: [:]) { sum, run in
            sum.merge(run.caseDurations) { $0 + $1 }
        }
        guard !durations.isEmpty else { throw .input("\(folder)/report.json does not say how long cases took") }
        return durations
    }

    /// The cases of a run that failed there, were undecided or were not run.
    static func notPassed(in folder: String, of record: RunRecord) throws(ToolError) -> Set<String> {
        let report = try report(in: folder)
        guard report.runs.count >= record.legs.count else { return Set(record.ownCases) }
        var cases: Set<String> = []
        for run in report.runs {
            cases.formUnion(Set(record.ownCases).subtracting(run.verdicts.map(\.caseID)))
            cases.formUnion(run.verdicts.filter { [.fail, .crash, .inconclusive].contains($0.outcome) }.map(\.caseID))
        }
        return cases
    }
}
