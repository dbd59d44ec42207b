import AccessEnablerAPI
import Documents
import Evidence
import Reports
import Timing

/// Where a run's files go.
struct ReportFolder {
    let path: String
    /// What knows more secrets at the end of a run than it did when the first files were written; nil where there are none.
    var redactor: Redactor?

    var trace: String { path + "/trace.ndjson" }

    /// Makes the folder: `path`, or one below `Reports` that is named after the time and the implementation.
    init(_ path: String?, at start: WallTime, name: String) throws(ToolError) {
        let path = path ?? Self.free("Reports/\(Stamp.text(start))-\(name)")
        self.path = path
        try saying("no report can be written") { try Folder.create(path) }
    }

    /// Refuses a folder where a file is somebody else's that is called like one that is written there.
    ///
    /// Where a run's record or report is ours, so is what lies beside it.
    static func check(_ path: String, for names: [String] = reportFiles) throws(ToolError) {
        var isOfARun = false
        for name in [RunRecord.file, "report.json"] {
            guard let bytes = try? File.read(path + "/" + name, maximumBytes: 1 << 30) else { continue }
            guard OwnWork.isOurs(bytes) else { throw foreign(path + "/" + name) }
            isOfARun = true
        }
        guard !isOfARun else { return }
        // A folder that is in the way is not overwritten anyhow.
        for file in names.map({ path + "/" + $0 }) where Folder.exists(file) && !Folder.exists(file + "/.") {
            throw foreign(file)
        }
    }

    private static func foreign(_ path: String) -> ToolError {
        .input("\(path) was not written by assay, and is not overwritten")
    }

    /// Takes away what an earlier run left in a folder that is used again; what is not of a run stays.
    ///
    /// Where a file is somebody else's that is called like one of ours, nothing is taken away.
    static func clear(_ path: String) throws(ToolError) {
        try check(path, for: ownFiles)
        try saying("what an earlier run left cannot be taken away") {
            for name in Folder.exists(path) ? try Folder.names(in: path) : [] where isOfLeg(path + "/" + name, name) {
                try Folder.remove(path + "/" + name)
            }
            let failures = path + "/failures"
            for name in Folder.exists(failures) ? try Folder.names(in: failures) : []
            where Folder.exists("\(failures)/\(name)/bundle.json") {
                try Folder.remove("\(failures)/\(name)")
            }
        }
        // What cannot be removed cannot be written anew either, and that is told.
        for name in ownFiles { try? File.remove(path + "/" + name) }
    }

    private static let reportFiles = ["report.txt", "report.html", "report.json", "junit.xml"]
    private static let ownFiles = reportFiles + ["trace.ndjson", RunRecord.file]

    /// Whether a folder is that of one run of several, such as `ios-3.9.2`.
    private static func isOfLeg(_ path: String, _ name: String) -> Bool {
        let parts = name.split(separator: "-", maxSplits: 1).map(String.init)
        return parts.count == 2 && Platform(rawValue: parts[0]) != nil && SDKVersion(parts[1]) != nil
            && Folder.exists(path + "/trace.ndjson")
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

    func write(_ matrix: MatrixReport) throws(ToolError) {
        var files = Salvage()
        files.write(matrix.json.pretty, to: path + "/report.json")
        files.write(matrix.junit, to: path + "/junit.xml")
        files.write(matrix.text, to: path + "/report.txt")
        if !matrix.runs.isEmpty {
            let page = RunPage(matrix.runs.map(\.report), profiles: matrix.profiles, folder: matrix.folder)
            files.write(page.html.bytes, to: path + "/report.html")
        }
        files.attempt { () throws(FileError) in try hideSecrets() }
        if let problem = files.problem() { throw problem }
    }

    /// Writes what can be written, and then says what is missing.
    ///
    /// - Parameter traceFailure: why the trace is not whole, where it is not.
    func write(_ report: RunReport, traceFailure: FileError? = nil) throws(ToolError) {
        var files = Salvage()
        files.write(JSONReport.json(report).pretty, to: path + "/report.json")
        files.write(JUnitReport.bytes(report), to: path + "/junit.xml")
        files.write(TextReport(report).text, to: path + "/report.txt")
        files.attempt { () throws(FileError) in try ReplayBundle.write(report) }
        files.write(RunPage([report]).html.bytes, to: path + "/report.html")
        files.attempt { () throws(FileError) in try hideSecrets() }
        if let problem = files.problem(traceFailure: traceFailure) { throw problem }
    }
}

// MARK: - Secrets

extension ReportFolder {
    /// Writes those files anew in which there is a secret that was not known when they were written.
    private func hideSecrets() throws(FileError) {
        guard let redactor else { return }
        for file in Self.ownFiles.map({ path + "/" + $0 }) where Folder.exists(file) {
            try redactor.hideSecrets(in: file)
        }
        if Folder.exists(path + "/failures") { try redactor.hideSecrets(inFilesBelow: path + "/failures") }
    }
}

extension Redactor {
    /// Writes a file anew in which there is a secret that was not known when it was written.
    func hideSecrets(in file: String) throws(FileError) {
        guard let bytes = redacted(written: try File.read(file, maximumBytes: 4 << 30)) else { return }
        try File.write(bytes, to: file)
    }

    func hideSecrets(inFilesBelow folder: String) throws(FileError) {
        // What is compressed is times alone.
        for file in try Folder.files(below: folder) where !file.hasSuffix(".gz") { try hideSecrets(in: file) }
    }
}

/// Dates in the names of folders: `20251121-064823`, in UTC.
enum Stamp {
    static func text(_ time: WallTime) -> String {
        String(time.text.prefix(19)).replacing("-", with: "").replacing(":", with: "").replacing(" ", with: "-")
    }

    /// `2025-11-21`, in UTC.
    static func day(_ time: WallTime) -> String { String(time.text.prefix(10)) }
}
