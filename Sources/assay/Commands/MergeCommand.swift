import Documents
import Evidence
import Load
import Reports
import Specification
import Timing

struct MergeCommand: Command {
    var folders: [String] = []
    var reportFolder: String?
    var specs: String?
    var asked = Shown.examples
    var isQuiet = false
    var color = ColorChoice.auto

    static let name = "merge"
    static let syntax = Syntax<Self>(
        "Merges the parts of a run into one report.",
        notes: """
            Each folder is the report folder of one 'assay run --part i/n'. What all parts
            recorded is judged as one run: the report is the one that a single machine
            gives, but for figures and times.

            exit codes: those of 'assay run'; 2 also where a part is missing and nothing
            failed in the others, and 4 where the parts are not of one run.
            """,
        .positionals("folder", addsTo: \.folders, help: "the report folder of a part"),
        .reportFolder(\.reportFolder, help: "where the report goes"), .specs(\.specs), .show(\.asked),
        .quiet(\.isQuiet, help: "the same as --show result"), .color(\.color))

    func run() async throws(ToolError) -> ExitCode {
        let merge = try RunMerge(folders)
        let specFolder = try SpecFolder.readSound(specs)
        try specFolder.refuse(unless: merge.record.specs, "the parts were made with")
        let specifications = specFolder.specifications
        var options = try merge.options()
        options.asked = asked
        options.isQuiet = isQuiet
        options.color = color
        options.specs = specs
        let lists = try merge.lists(of: specifications.catalog.cases, on: Stamp.day(.now()))
        let fingerprints = try FingerprintFile.fingerprints(in: specFolder.path)
        let interrupt = try Interrupt()
        let place = try folder(named: options.implementation.folderName)
        try merge.record.write(to: place.path)
        let console = Console(color)
        let profile = options.profile
        let times = options.repeats.value + options.retries
        let code = try await options.conclude(
            merge.record.legs, in: place, lists, specifications, console, interrupt
        ) { leg, folder async throws(ToolError) in
            let folder = try ReportFolder(folder, at: .now(), name: "")
            let (trace, notes) = try merge.trace(of: leg)
            try saying("no trace can be written") { try File.write(TraceRecord.bytes(of: trace), to: folder.trace) }
            var report = try RecordedRun(trace, specifications).report(
                remarks: merge.remarks + notes, choice: profile, lists: lists, times: times)
            report.remarks += merge.unfinished(report.verdicts)
            report.fingerprints = fingerprints
            report.specs = merge.record.specs
            return Certification.Outcome(report: folder.placed(report), folder: folder)
        }
        for remark in merge.remarks { console.error("assay: \(remark)") }
        return ExitCode.worst(of: [code] + (merge.missing.isEmpty ? [] : [.incomplete]))
    }

    private func folder(named name: String) throws(ToolError) -> ReportFolder {
        if let reportFolder {
            guard !folders.contains(where: { Folder.isSame($0, reportFolder) }) else {
                throw .impossible("'--report-dir \(reportFolder)' is the folder of a part")
            }
            try ReportFolder.clear(reportFolder)
        }
        return try ReportFolder(reportFolder, at: .now(), name: name)
    }
}
