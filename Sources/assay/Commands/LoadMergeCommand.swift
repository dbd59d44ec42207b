import Documents
import Evidence
import Load
import LoadResults
import Reports
import Timing

/// The command `assay load merge`.
struct LoadMergeCommand: Command {
    var folders: [String] = []
    var reportFolder: String?
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
        .reportFolder(\.reportFolder, help: "where the report goes"), .specs(\.specs),
        .quiet(\.isQuiet, help: "show only where the report is"), .color(\.color))

    func run() async throws(ToolError) -> ExitCode {
        let console = Console(color)
        if let reportFolder { try ReportFolder.check(reportFolder) }
        var parts: [LoadPart] = []
        for folder in folders { parts.append(try Self.part(in: folder)) }
        let merge: LoadMerge
        do throws(LoadMerge.Problem) {
            merge = try LoadMerge(parts)
        } catch {
            throw .input(error.message)
        }
        let options = try Self.options(merge.command)
        let folder = try SpecFolder.readSound(specs)
        let digest = try folder.digest()
        guard digest == merge.specs else {
            throw .input(
                "the parts were made with other specs: digest \(merge.specs), and \(folder.path) has \(digest)")
        }
        let profile = try options.adapted(try folder.profile(named: options.profile))
        var result = merge.result(of: profile)
        result.command = options.again(seed: profile.seed)
        let reports = try ReportFolder(
            reportFolder, at: WallTime(milliseconds: result.header.startedAt),
            name: "load-\(profile.id)-\(options.subject.folderName)")
        let outcome = LoadOutcome(folder: reports.path, result: result)
        try outcome.write()
        if !isQuiet {
            console.out(LoadSummary.title(result.profile, result.header, backend: result.backend))
            console.out(LoadSummary(result, palette: Palette(isColored: console.usesColor)).text)
        }
        console.line("report: \(outcome.folder)")
        return result.exitCode
    }

    /// Reads the part of a folder, with the places of its files as they are seen from here.
    private static func part(in folder: String) throws(ToolError) -> LoadPart {
        let file = folder + "/" + PartRun.file
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try File.read(file)
        } catch {
            throw .input("\(folder) is not the folder of a part: \(error)")
        }
        var part: LoadPart
        do {
            let json = try JSON.parse(bytes, file: file, limits: JSON.Limits(maximumBytes: 1 << 30))
            part = try LoadPartRecord.part(json)
        } catch let mistake as RecordError {
            throw .input("\(file): \(mistake.message)")
        } catch {
            throw .input("\(error)")
        }
        for index in part.figures.verification.violations.indices {
            guard let bundle = part.figures.verification.violations[index].bundle else { continue }
            part.figures.verification.violations[index].bundle = folder + "/" + bundle
        }
        return part
    }

    /// The command that made the parts.
    private static func options(_ words: [String]) throws(ToolError) -> LoadCommand {
        var options = LoadCommand()
        do throws(UsageError) {
            try LoadCommand.syntax.parse(words, into: &options)
        } catch {
            throw .input("the parts were made by a command that this tool does not understand: \(error)")
        }
        return options
    }
}
