import Evidence
import Load
import LoadResults
import Reports
import Timing

struct LoadMergeCommand: Command {
    var folders: [String] = []
    var reportFolder: String?
    var earlier: String?
    var specs: String?
    var isQuiet = false
    var color = ColorChoice.auto

    static let name = "load merge"
    static let syntax = Syntax<Self>(
        "Merges the parts of a load run into one report.",
        notes: """
            Each folder is the report folder of one 'assay load PROFILE --part i/n'.
            Counts and histograms are added up without loss; validity, thresholds
            and growth are decided anew over all of it.

            exit codes: those of 'assay load'; 2 also where a part is missing, and
            4 where the parts are not of one run.
            """,
        .positionals("folder", addsTo: \.folders, help: "the report folder of a part"),
        .reportFolder(\.reportFolder, help: "where the report goes"),
        .option(
            "--earlier", value: "folder", sets: \.earlier,
            help: "the earlier run that relative thresholds are held against (default: the parts')"),
        .specs(\.specs), .quiet(\.isQuiet, help: "show only the verdict, and where the report is"), .color(\.color))

    func run() async throws(ToolError) -> ExitCode {
        let console = Console(color)
        if let reportFolder { try ReportFolder.check(reportFolder) }
        var parts: [LoadPart] = []
        for folder in folders { parts.append(try LoadReportFile.read(in: folder)) }
        let merge = try saying(as: .usage) { try LoadMerge(parts) }
        var options = try LoadCommand(
            merge.origin.command, saying: "the parts were made by a command that this tool does not understand")
        let folder = try SpecFolder.readSound(specs)
        try folder.refuse(unless: merge.origin.specs, "the parts were made with")
        // Each part was made on a machine of its own; the earlier run is read on this one.
        if let earlier { options.earlier = earlier }
        let profile = try options.adapted(try folder.profile(named: options.profile))
        var result = merge.result(of: profile)
        if let earlier = options.earlier {
            result.earlier = try LoadReportFile.earlier(in: earlier, for: parts.first?.demand)
            result.decide(profile.thresholds)
        }
        result.command = options.again(seed: profile.seed)
        let reports = try ReportFolder(
            reportFolder, at: WallTime(milliseconds: result.header.startedAt),
            name: "load-\(profile.id)-\(options.subject.folderName)")
        let outcome = LoadOutcome(folder: reports.path, origin: merge.origin, result: result)
        try outcome.write()
        let summary = LoadSummary(result, palette: Palette(isColored: console.usesColor))
        if isQuiet {
            console.out(summary.conclusion)
        } else {
            console.out(summary.whole)
        }
        console.line("report: \(outcome.folder)")
        return result.exitCode
    }
}
