import Evidence
import Reports

struct SummaryCommand: Command {
    var runFolder = ""
    var publication = Publication()

    static let name = "summary"
    static let syntax = Syntax<Self>(
        "Writes the summary of an earlier run for a CI server.",
        notes: """
            \(Publication.notes)

            Without any of these the Markdown is printed. 'assay run' takes the same
            options. Nothing is overwritten that was not written by assay.

            exit codes: 0 written, 3 a file cannot be written, 4 the report cannot be
            read
            """,
        .positional("folder", sets: \.runFolder, help: "the run's folder, or its report.json"),
        .option("--summary", value: "file", sets: \.publication.summary, help: "write Markdown"),
        .option(
            "--annotations", value: "none|github", sets: \.publication.annotations,
            help: "print annotations (default: none)"),
        .option("--code-quality", value: "file", sets: \.publication.codeQuality, help: "write GitLab's code quality"),
        .options("--badge", value: "file", addsTo: \.publication.badges, help: "write a badge, .svg or .json"),
        .option("--against", value: "folder", sets: \.publication.against, help: "also say what changed since this run")
    )

    func run() async throws(ToolError) -> ExitCode {
        var publication = publication
        try publication.check()
        let console = Console()
        if publication.isEmpty {
            console.out(try publication.markdown(of: runFolder))
        } else {
            try publication.publish(runFolder, console)
        }
        return .conformant
    }
}
