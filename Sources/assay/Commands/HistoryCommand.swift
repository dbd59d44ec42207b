import Documents
import Evidence
import Reports

struct HistoryCommand: Command {
    var folder = ""
    var output: String?
    var kept: String?
    var isQuiet = false

    static let name = "history"
    static let syntax = Syntax<Self>(
        "Makes one page from the runs of many nights, also of several ports.",
        notes: """
            Every folder below FOLDER that has a report.json of 'assay run' or 'assay load'
            is a night. A matrix.csv of 'assay strength' and a coverage.json ('assay
            coverage --json') in it are read, too. A small file is kept of each night, so
            a run can be removed, and its night stays on the page.

            exit codes: 0 written, 2 written, but some reports could not be read,
            3 something cannot be written, 4 there is no such folder, or no night in it
            """,
        .positional("folder", sets: \.folder, help: "the folder of the nights"),
        .option(
            "--output", "-o", value: "file", sets: \.output, help: "the page (default: history.html in the folder)"),
        .option(
            "--kept", value: "folder", sets: \.kept,
            help: "where the small files are (default: kept-nights in the folder)"),
        .quiet(\.isQuiet, help: "print only problems"))

    func run() async throws(ToolError) -> ExitCode {
        var nights = HistoryFolder(folder, kept: kept)
        let page = output ?? nights.path + "/history.html"
        try nights.read()
        guard !nights.nights.isEmpty else {
            let reasons = nights.problems.prefix(5).map { "\n" + $0 }.joined()
            throw .input("\(folder) has no night: there is no report.json that can be read below it\(reasons)")
        }
        try OwnFile.check(page)
        try nights.keep()
        let history = History(nights.nights, lists: nights.lists, problems: nights.problems)
        try OwnFile.write(HistoryPage(history, link: nights.link(from: page)).html.bytes, to: page)
        let console = Console()
        for problem in history.problems { console.error("assay: \(problem)") }
        if !isQuiet {
            console.line("\(Prose.count(history.nights.count, "night")), \(nights.added) of them new")
            console.line("page: \(page)")
        }
        return history.exitCode
    }
}
