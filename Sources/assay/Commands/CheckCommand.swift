import Documents
import Evidence
import Reports
import Specification
import Timing

/// The command `assay check`.
struct CheckCommand: Command {
    var trace = ""
    var reportFolder: String?
    var specs: String?
    var isQuiet = false
    var color = ColorChoice.auto

    static let name = "check"
    static let syntax = Syntax<Self>(
        "Judges a recorded run again, without any implementation.",
        notes: """
            The trace is a run's trace.ndjson, or the folder it is in, also that of a
            failure below 'failures' of a run. The same specs give the same verdicts and
            the same exit code.
            """,
        .positional("trace", sets: \.trace, help: "the recorded run"),
        .option("--report-dir", value: "folder", sets: \.reportFolder, help: "also write the report's files here"),
        .option("--specs", value: "folder", sets: \.specs, help: "the specs (default: ./Specs, or the tool's own)"),
        .flag("--quiet", "-q", sets: \.isQuiet, help: "show only the result"),
        .option("--color", value: "auto|always|never", sets: \.color, help: "colours (default: auto)"))

    func run() async throws(ToolError) -> ExitCode {
        let console = Console(color)
        let (recorded, note) = try read()
        let specifications = try SpecFolder.readSound(specs).specifications
        var report = try RecordedRun(recorded, specifications).report(remarks: note.map { [$0.description] } ?? [])
        if let reportFolder {
            let folder = try ReportFolder(reportFolder, at: .now(), name: "check")
            report = folder.placed(report)
            try folder.write(report)
        }
        let text = TextReport(report, palette: Palette(isColored: console.usesColor))
        if !isQuiet { console.out(text.title + "\n" + text.findings) }
        console.out("\n" + text.summary)
        return report.exitCode
    }

    private func read() throws(ToolError) -> (Trace, Diagnostic?) {
        let inside = trace + "/trace.ndjson"
        let path = Folder.exists(inside) ? inside : trace
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try File.read(path, maximumBytes: 4 << 30)
        } catch {
            throw .input("the trace cannot be read: \(error)")
        }
        do throws(DiagnosticList) {
            return try TraceRecord.read(bytes, file: path)
        } catch {
            throw .input("the trace cannot be read\n\(error)")
        }
    }
}
