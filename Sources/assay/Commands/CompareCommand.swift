import Documents
import Evidence
import Reports

struct CompareCommand: Command {
    enum Format: String, ArgumentWord {
        case text, json, markdown, html
    }

    var runs: [String] = []
    var allowed: [String] = []
    var gaps: [RunComparison.Gap] = []
    var format = Format.text
    var output: String?
    var showsAll = false
    var color = ColorChoice.auto

    static let name = "compare"
    static let syntax = Syntax<Self>(
        "Shows what changed between two runs, and whether the port got worse.",
        notes: """
            The runs are folders of 'assay run', or their report.json. A case got worse
            if it fails now and did not fail before, or if it fails only sometimes now
            and never did before. A port got worse if it lacks a call or feature that it
            had. A failure that the list of known failures names is shown, and does not
            count.

            Two runs are not compared if their profile, platform, specs or service
            providers differ; --across compares them in spite of it.

            exit codes: 0 not worse, 1 worse, 2 nothing got worse, but a run is incomplete
            or something is no longer decided, 3 the output cannot be written, 4 the runs
            cannot be read or compared
            """,
        .positionals("folder", count: 2, addsTo: \.runs, help: "the old run, and the new one"),
        .options(
            "--allow", value: "what", addsTo: \.allowed,
            help: "does not count: cases whose id, contract or area this is or fits with * and ?, or newly-failing, "
                + "newly-flaky, newly-inconclusive, not-run, capabilities"),
        .options(
            "--across", value: "profile|platform|specs|backend", addsTo: \.gaps,
            help: "compare in spite of this difference"),
        .option("--format", value: "text|json|markdown|html", sets: \.format, help: "(default: text)"),
        .option("--output", "-o", value: "file", sets: \.output, help: "write it to a file"),
        .flag("--all", sets: \.showsAll, help: "name all cases in the text, not the first 20 of each kind"),
        .color(\.color))

    func run() async throws(ToolError) -> ExitCode {
        guard runs.count == 2 else {
            throw .impossible("two runs are compared, the old one and the new one; \(runs.count) named")
        }
        if let output { try OwnFile.check(output) }
        let old = try SavedReport.read(at: runs[0])
        let new = try SavedReport.read(at: runs[1])
        var comparison = try saying("these runs cannot be compared", as: .usage) {
            try RunComparison(old, new, across: Set(gaps))
        }
        for word in allowed { try comparison.allow(word) }
        let console = Console(color)
        let text = text(comparison, output == nil ? console.palette : .plain)
        if let output {
            try OwnFile.write(text, to: output)
            console.line("\(comparison.word): \(comparison.sentence)")
        } else {
            console.out(text)
        }
        return comparison.exitCode
    }

    private func text(_ comparison: RunComparison, _ palette: Palette) -> String {
        switch format {
        case .text:
            (output == nil ? "" : ComparisonText.mark)
                + ComparisonText(comparison, palette: palette, maxShown: showsAll ? nil : 20).text
        case .json: String(decoding: ComparisonJSON.json(comparison).pretty, as: UTF8.self)
        case .markdown: comparison.markdown
        case .html: comparison.page.source
        }
    }
}

extension RunComparison {
    /// Lets something not count; what fits nothing in either run is a mistake.
    mutating func allow(_ word: String) throws(ToolError) {
        if word == "capabilities" {
            for index in lost.indices { lost[index].isAllowed = true }
            return
        }
        let kind = Kind(rawValue: word)
        func fits(_ names: [String]) -> Bool { names.contains { $0 == word || Glob.fits($0, word) } }
        let all = (old.runs + new.runs).flatMap(\.verdicts)
        guard kind != nil || all.contains(where: { fits(Self.names($0.caseID, $0.contractID, $0.area)) }) else {
            let names = Set(all.map(\.contractID) + all.map(\.area)).sorted() + Kind.allCases.map(\.rawValue)
            throw .impossible(
                "'--allow \(Prose.cut(word, to: 60))' fits no case of the runs" + suggestion(for: word, among: names))
        }
        for index in changes.indices {
            let change = changes[index]
            if change.kind == kind || fits(Self.names(change.caseID, change.contractID, change.area)) {
                changes[index].isAllowed = true
            }
        }
    }

    private static func names(_ caseID: String, _ contract: String, _ area: String) -> [String] {
        [caseID, contract, area, "\(area)/\(caseID)"]
    }
}

extension RunComparison.Gap: ArgumentWord {}
