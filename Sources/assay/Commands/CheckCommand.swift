import AccessEnablerAPI
import Documents
import Evidence
import Load
import Reports
import Specification
import Timing

struct CheckCommand: Command {
    var trace = ""
    var subject = Subject.whoeverAsked
    var profile = ProfileChoice.core
    var loadProfile: String?
    var reportFolder: String?
    var specs: String?
    var asked = Shown.examples
    var isQuiet = false
    var color = ColorChoice.auto

    /// Who is judged.
    enum Subject: String, ArgumentWord {
        case whoeverAsked = "client"
        case provider
    }

    static let name = "check"
    static let syntax = Syntax<Self>(
        "Judges a recorded run again, without any implementation.",
        notes: """
            The trace is a run's trace.ndjson or its folder, the folder of one failure
            below 'failures', or the folder of a run on several platforms. The same specs
            give the same verdicts and the same exit code. Folders below 'violations' of
            a load run need --load-profile, because the profile has the journeys.

            Of a trace of 'assay serve --record' the clients are judged, or with --subject
            provider the service providers: whether what they answered is what the
            documents have.
            """,
        .positional("trace", sets: \.trace, help: "the recorded run"),
        .option(
            "--subject", value: "client|provider", sets: \.subject,
            help: "who is judged: the port or client, or the service providers (default: client)"),
        .option(
            "--profile", value: "core|extensions|all", sets: \.profile,
            help: "what decides the exit code, as in 'assay run' (default: core)"),
        .option(
            "--load-profile", value: "profile", sets: \.loadProfile, help: "the load profile that the trace is of"),
        .option("--report-dir", value: "folder", sets: \.reportFolder, help: "also write the report's files here"),
        .specs(\.specs), .show(\.asked), .quiet(\.isQuiet, help: "the same as --show result"), .color(\.color))

    func run() async throws(ToolError) -> ExitCode {
        let console = Console(color)
        if let reportFolder { try ReportFolder.check(reportFolder) }
        let specs = try specFolder()
        let palette = console.palette
        let runs = try runs()
        guard runs.isEmpty || subject == .provider else {
            var matrix = try matrix(runs, specs)
            matrix.folder = trace
            if let reportFolder {
                try ReportFolder(reportFolder, at: .now(), name: "check").write(matrix)
            }
            show(matrix.runs.map(\.report), matrix.diagnosis, matrix.summary(palette), console)
            return matrix.exitCode
        }
        let inside = trace + "/trace.ndjson"
        var report = try report(Folder.exists(inside) ? inside : trace, specs)
        if let reportFolder {
            let folder = try ReportFolder(reportFolder, at: .now(), name: "check")
            report = folder.placed(report)
            try folder.write(report)
        }
        show([report], report.diagnosis, TextReport(report, palette: palette).summary, console)
        return report.exitCode
    }

    /// The specs, with the journeys of the load profile where one is named.
    private func specFolder() throws(ToolError) -> SpecFolder {
        var folder = try SpecFolder.readSound(specs)
        guard let loadProfile else { return folder }
        let cases = folder.specifications.catalog.cases
        let templates = LoadTemplates(try folder.profile(named: loadProfile), cases: cases)
        let known = Set(cases.map(\.id))
        folder.specifications.catalog.cases += templates.all.map(\.testCase).filter { !known.contains($0.id) }
        return folder
    }

    private func show(_ reports: [RunReport], _ diagnosis: Diagnosis, _ summary: String, _ console: Console) {
        let shown = isQuiet ? .result : asked
        if shown > .result {
            for report in reports {
                let text = TextReport(report, palette: console.palette)
                console.out(text.title + "\n" + (shown == .cases ? text.findings : ""))
            }
        }
        console.show(shown, diagnosis, summary)
    }

    /// The folders of the runs of which a folder has several, by name.
    private func runs() throws(ToolError) -> [String] {
        guard Folder.exists(trace + "/."), !Folder.exists(trace + "/trace.ndjson") else { return [] }
        return try saying("the trace cannot be read", as: .usage) {
            try Folder.files(below: trace, ending: "trace.ndjson").compactMap { path in
                let parts = path.dropFirst(trace.count).split(separator: "/")
                return parts.count == 2 && parts[1] == "trace.ndjson" ? String(parts[0]) : nil
            }
        }
    }

    private func matrix(_ names: [String], _ specs: SpecFolder) throws(ToolError) -> MatrixReport {
        // A run that was stopped has not made all that it says.
        let isRecorded = Folder.exists(trace + "/" + RunRecord.file)
        let planned = isRecorded ? try RunRecord(in: trace, as: "a run").legs.count : 0
        var matrix = MatrixReport(planned: max(planned, names.count))
        for name in names {
            let report = try report("\(trace)/\(name)/trace.ndjson", specs)
            if let reportFolder {
                try ReportFolder("\(reportFolder)/\(name)", at: .now(), name: "check").write(report)
            }
            matrix.runs.append(MatrixReport.Run(folder: name, report: report))
        }
        matrix.runs.sort { left, right in
            let (left, right) = (left.report.header, right.report.header)
            return (left.platform.rawValue, left.version) < (right.platform.rawValue, right.version)
        }
        return matrix
    }

    private func report(_ path: String, _ specs: SpecFolder) throws(ToolError) -> RunReport {
        let (recorded, note) = try Self.read(path)
        let (run, remarks) = (try RecordedRun(recorded, specs.specifications), note.map { [$0.description] } ?? [])
        var report =
            subject == .provider
            ? try run.reportOnProviders(remarks: remarks) : run.report(remarks: remarks, choice: profile)
        report.fingerprints = try FingerprintFile.fingerprints(in: specs.path)
        report.specs = try specs.digest()
        return report
    }

    /// The trace of a file, and what was left out of it.
    static func read(_ path: String) throws(ToolError) -> (Trace, Diagnostic?) {
        let bytes = try saying("the trace cannot be read", as: .usage) { try File.read(path, maximumBytes: 4 << 30) }
        return try trace(bytes, file: path)
    }

    static func trace(_ bytes: [UInt8], file path: String) throws(ToolError) -> (Trace, Diagnostic?) {
        do throws(DiagnosticList) {
            return try TraceRecord.read(bytes, file: path)
        } catch {
            throw .input("the trace cannot be read\n\(error.first(20))")
        }
    }
}
