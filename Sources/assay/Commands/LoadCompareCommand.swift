import Documents
import Evidence
import Load
import LoadResults
import Reports

struct LoadCompareCommand: Command {
    enum Format: String, ArgumentWord {
        case text, json, markdown
    }

    var folders: [String] = []
    var isAcross = false
    /// How often both runs are made again.
    var repeats: Count?
    var specs: String?
    var format = Format.text
    var output: String?
    var showsAll = false
    var color = ColorChoice.auto

    static let name = "load compare"
    static let syntax = Syntax<Self>(
        "Shows whether a port became slower from one load run to another.",
        notes: """
            The runs are folders of 'assay load' or 'assay load merge'. Every phase is
            compared for each number of service providers, relative to the raw fan-outs of
            the same run. A difference is reported only if it is more than chance among all
            that was compared (Documentation/load.md).

            With --repeat both runs are made again, in turns, and all of them are compared:
            for two implementations that can still be run.

            exit codes: 0 not slower, 1 slower, 2 inconclusive: a measurement failed, or
            there is too little of it, 3 the output cannot be written, 4 the runs cannot be
            read or compared
            """,
        .positionals("folder", count: 2, addsTo: \.folders, help: "the old run, and the new one"),
        .flag("--across", sets: \.isAcross, help: "compare runs of different commands, too"),
        .option(
            "--repeat", value: "number", sets: \.repeats,
            help: "make both runs again so often, in the folder 'repeats' of each; those that are there count"),
        .specs(\.specs),
        .option("--format", value: "text|json|markdown", sets: \.format, help: "(default: text)"),
        .option("--output", "-o", value: "file", sets: \.output, help: "write it to a file"),
        .flag("--all", sets: \.showsAll, help: "show every phase and number of providers in the text"),
        .color(\.color))

    func run() async throws(ToolError) -> ExitCode {
        guard folders.count == 2 else {
            throw .impossible("two runs are compared, the old one and the new one; \(folders.count) named")
        }
        if let output { try OwnFile.check(output) }
        let (old, new) = (try LoadReportFile.read(in: folders[0]), try LoadReportFile.read(in: folders[1]))
        if !isAcross { try check(old, new) }
        let console = Console(color)
        var runs = [LoadComparison.Run(old, name: folders[0]), .init(new, name: folders[1])]
        if let repeats {
            try await LoadRepetition(specs: specs, console: console).add(repeats.value, to: &runs, [old, new])
        }
        let comparison = LoadComparison(runs[0], runs[1])
        let text = text(comparison, output == nil ? console.palette : .plain)
        if let output {
            try OwnFile.write(text, to: output)
            console.line("\(comparison.verdict.rawValue): \(comparison.sentence)")
        } else {
            console.out(text)
        }
        return comparison.exitCode
    }

    /// What was asked of both must be the same, but for the implementation, the seed and the time.
    private func check(_ old: LoadPart, _ new: LoadPart) throws(ToolError) {
        func words(_ part: LoadPart) -> [String] {
            var rest = part.origin.command[...]
            var kept: [String] = []
            while let word = rest.popFirst() {
                if Self.ignored.contains(word) {
                    _ = rest.popFirst()
                } else {
                    kept.append(word)
                }
            }
            return kept
        }
        let (one, other) = (words(old).joined(separator: " "), words(new).joined(separator: " "))
        guard one == other else {
            throw .input(
                "these runs were asked for different things: '\(one)' and '\(other)'; --across compares them anyhow")
        }
        if let before = old.demand, let after = new.demand, before != after {
            throw .input(
                "the profile changed between these runs: '\(before)' and '\(after)'; --across compares them anyhow")
        }
        for part in [old, new] where !part.origin.share.isWhole {
            throw .input("\(part.name) is not a whole run; 'assay load merge' makes one of its parts")
        }
    }

    /// What may differ: none of it changes how the load comes, or what it is.
    private static let ignored = [
        "--implementation", "--seed", "--duration", "--iterations", "--processes", "--threshold", "--earlier",
    ]

    private func text(_ comparison: LoadComparison, _ palette: Palette) -> String {
        switch format {
        case .text:
            (output == nil ? "" : ComparisonText.mark)
                + LoadComparisonText(comparison, palette: palette, showsAll: showsAll).text
        case .json: String(decoding: LoadComparisonJSON.json(comparison).pretty, as: UTF8.self)
        case .markdown: comparison.markdown
        }
    }
}

extension LoadComparison.Run {
    init(_ part: LoadPart, name: String, side: TimeBlocks.Side = .implementation) {
        self.init(
            name: name, blocks: part.figures.blocks, side: side, measured: part.measured,
            objections: part.verdict == .invalid ? part.objections : [], isOverloaded: part.verdict == .overloaded,
            others: part.otherProcessors.map { ($0, part.machine.processors) },
            isInProcess: part.header.isInProcess)
        isViolated = part.verdict == .violated
        (completed, failed) = (part.figures.ownCompleted, part.figures.ownFailed)
        implementation = part.header.implementation
    }
}
