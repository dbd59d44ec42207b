import Documents
import Reports
import Timing

/// Where a run's files go.
struct ReportFolder {
    let path: String

    var trace: String { path + "/trace.ndjson" }

    /// Makes the folder: `path`, or one below `Reports` that is named after the time and the implementation.
    init(_ path: String?, at start: WallTime, name: String) throws(ToolError) {
        do throws(FileError) {
            if let path {
                self.path = path
                try Folder.create(path)
            } else {
                self.path = Self.free("Reports/\(Stamp.text(start))-\(name)")
                try Folder.create(self.path)
            }
        } catch {
            throw .broken("no report can be written: \(error)")
        }
    }

    /// A run that starts in the same second as another has a folder of its own.
    private static func free(_ path: String) -> String {
        guard Folder.exists(path) else { return path }
        var number = 2
        while Folder.exists("\(path)-\(number)") { number += 1 }
        return "\(path)-\(number)"
    }

    /// The report with the places of what `write` writes beside it.
    func placed(_ report: RunReport) -> RunReport {
        var report = report
        report.folder = path
        report.bundles = ReplayBundle.places(in: report)
        return report
    }

    func write(_ report: RunReport) throws(ToolError) {
        do throws(FileError) {
            try File.write(JSONReport.json(report).pretty, to: path + "/report.json")
            try File.write(JUnitReport.bytes(report), to: path + "/junit.xml")
            try File.write(TextReport(report).text, to: path + "/report.txt")
            try ReplayBundle.write(report)
        } catch {
            throw .broken("the report cannot be written: \(error)")
        }
    }
}

/// Dates in the names of folders: `20251121-064823`, in UTC.
enum Stamp {
    static func text(_ time: WallTime) -> String {
        let seconds = time.milliseconds / 1_000
        let (days, rest) = (Int(seconds / 86_400), Int(seconds % 86_400))
        let (year, month, day) = civil(days)
        return digits(year, 4) + digits(month, 2) + digits(day, 2) + "-" + digits(rest / 3_600, 2)
            + digits(rest / 60 % 60, 2) + digits(rest % 60, 2)
    }

    /// `2025-11-21`, in UTC.
    static func day(_ time: WallTime) -> String {
        let (year, month, day) = civil(Int(time.milliseconds / 86_400_000))
        return digits(year, 4) + "-" + digits(month, 2) + "-" + digits(day, 2)
    }

    /// The date of a day counted from 1970-01-01, after 1970: years of 400-year eras that begin in March.
    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        Prose.zeroPadded(number, to: count)
    }
}
