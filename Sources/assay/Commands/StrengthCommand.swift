import AccessEnablerAPI
import Mutants
import Documents
import Evidence
import Reports
import Specification
import Timing
import Variants

struct StrengthCommand: Command {
    var selection = CaseSelection()
    var mutants: [String] = []
    var variants: [String] = []
    var isOfVariants = false
    var implementation: ImplementationChoice?
    var pairs: Count?
    var seed: UInt64 = 1
    var ports = Count(4)
    var jobs: Count?
    var deadline: Duration?
    var reportFolder: String?
    var specs: String?
    var wire = Wire.sdk
    var isSmoke = false
    var writesSmoke = false
    var writesFingerprints = false
    var isQuiet = false
    var color = ColorChoice.auto

    static let name = "strength"
    static let syntax = Syntax<Self>(
        "Tests the contracts: which wrong ports (mutants) they catch, and whether they fail a right one (a variant).",
        notes: """
            A mutant is caught for the right reason when a case that fails cites a
            statement which the mutant is known to break. Mutants that no contract can
            catch are listed with the reason in strength/survivors.yaml of the specs; any
            other that survives is an error, as is a contract that does not catch what it
            says under 'kills'. A right port that does not pass a case is an error, too.
            Documentation/strength.md has more.
            """,
        .options(
            "--mutant", "-m", value: "pattern", addsTo: \.mutants,
            help: "only mutants with this id; * and ? match anything"),
        .flag("--variants", sets: \.isOfVariants, help: "only variants, no mutants"),
        .options(
            "--variant", "-v", value: "pattern", addsTo: \.variants,
            help: "only variants with this id; * and ? match anything; join several with +"),
        .option(
            "--implementation", "-i", value: "which", sets: \.implementation,
            help:
                "variants of another implementation: exec:COMMAND, with {} in place of the variant's name; with 'list' "
                + "there it prints the names of those it has"),
        .option(
            "--pairs", value: "number", sets: \.pairs,
            help: "also this many combinations of two variants, chosen by the seed"),
        .option("--seed", value: "number", sets: \.seed, help: "what random choices begin with (default: 1)"),
        .filter(\.selection.filters),
        .flag(
            "--smoke", sets: \.isSmoke,
            help: "only the cases of the smoke set, to see whether they still catch every mutant"),
        .option(
            "--wire", value: "sdk|rest-v2", sets: \.wire,
            help: "the protocol that mutants speak: only mutants and cases that exist in it are run; no "
                + "variants (default: sdk)"),
        .option("--ports", value: "number", sets: \.ports, help: "how many ports at once (default: 4)"),
        .option(
            "--jobs", "-j", value: "number", sets: \.jobs, help: "how many cases of each mutant at once (default: 200)"),
        .option(
            "--deadline", value: "time", sets: \.deadline,
            help: "how long to wait for what a mutant must do (default: 700ms)"),
        .reportFolder(\.reportFolder, help: "where the matrix goes"),
        .flag(
            "--write-smoke", sets: \.writesSmoke,
            help: "write the smoke set to strength/smoke.yaml of the specs, for 'assay run --smoke'"),
        .flag(
            "--write-fingerprints", sets: \.writesFingerprints,
            help:
                "only record how each mutant fails, in strength/fingerprints.yaml of the specs; 'assay run' uses it to "
                + "say which mutant a port behaves like"),
        .specs(\.specs), .quiet(\.isQuiet), .color(\.color))

    func run() async throws(ToolError) -> ExitCode {
        try Affordable.check()
        try Affordable.checkMemory()
        let console = Console(color)
        let isSelective = isSmoke || isOfVariants || !(mutants + variants + selection.filters).isEmpty
        if writesSmoke, isSelective || implementation != nil {
            throw .impossible("'--write-smoke' is of all mutants and cases: it does not go with a selection of them")
        }
        if writesFingerprints, writesSmoke || choosesRightPorts {
            throw .impossible("'--write-fingerprints' meets mutants alone: only '--mutant' goes with it")
        }
        guard mutants.isEmpty || !choosesRightPorts else {
            throw .impossible(
                "'--mutant' chooses wrong ports alone: '--variants', '--variant', '--pairs' and '--implementation', which "
                    + "choose right ones, do not go with it")
        }
        if try chosenMutants.isEmpty, jobs != nil || deadline != nil {
            throw .impossible("'--jobs' and '--deadline' are of mutants, and none is chosen")
        }
        let folder = try SpecFolder.readSound(specs)
        var cases = try selection.cases(of: folder.specifications)
        var chosen = try chosenMutants
        if wire != .sdk { (cases, chosen) = try overWire(cases, chosen, of: folder, console) }
        if isSmoke {
            chosen.removeAll { SmokeCases.leavesOut($0, cases) }
            cases = try SmokeCases.chosen(cases, of: folder)
        }
        if writesFingerprints { return try await writeFingerprints(of: chosen, folder, cases, console) }
        let known = try KnownSurvivors.read(folder.path + "/strength/survivors.yaml")
        let foreign = try foreignVariants
        let run = VariantRun(specifications: folder.specifications, cases: cases, seed: seed, foreign: foreign)
        let right = try await matrix(try chosenVariants(among: try await foreign?.known() ?? Variant.all), run, console)
        let wrong = chosen.isEmpty ? KillMatrix([]) : try await matrix(chosen, folder, cases, console)
        let musts = StrengthStatements(folder.specifications.register)
        let isWhole = wire == .sdk && selection.filters.isEmpty && mutants.isEmpty && !chosen.isEmpty && !isSmoke
        let findings = StrengthFindings(
            matrix: wrong, known: known, cases: cases,
            extent: selection.filters.isEmpty && !chosen.isEmpty ? extent : .some, wire: wire,
            statements: isWhole ? musts.testable : [])
        let report = StrengthReport(
            matrix: wrong, variants: right, statements: musts.testable, untestable: musts.untestable,
            contracts: Contract.all(of: cases).map(\.id),
            killingSet: wrong.minimumKillingSet(among: SmokeCases.candidates(cases).contains),
            known: Dictionary(known.entries(over: wire).map { ($0.mutant, $0.reason) }) { first, _ in first },
            problems: findings.problems + right.problems)
        console.out("\n" + StrengthText(report, palette: Palette(isColored: console.usesColor)).summary)
        try write(report, folder, console)
        return report.problems.isEmpty ? .conformant : .failed
    }

    private var choosesRightPorts: Bool {
        isOfVariants || !variants.isEmpty || implementation != nil || pairs != nil
    }

    /// The smoke set is made to catch everything over the SDK's protocol.
    private var extent: StrengthFindings.Extent {
        guard isSmoke else { return .all }
        return wire == .sdk ? .smokeSet : .some
    }

    /// The cases that the protocol has room for, and the mutants that some of them are there to catch.
    private func overWire(
        _ cases: [Case], _ mutants: [Mutant], of folder: SpecFolder, _ console: Console
    ) throws(ToolError) -> ([Case], [Mutant]) {
        guard wire == .restV2 else { throw .impossible("mutants speak sdk and rest-v2 only") }
        guard !isOfVariants, variants.isEmpty, implementation == nil, !writesSmoke, !writesFingerprints else {
            throw .impossible("'--wire' is for mutants that are tried, and not for variants or what is written")
        }
        func isPossible(_ testCase: Case) -> Bool {
            testCase.supposes.isSubset(of: wire.traits) && StrengthLegs.all(over: wire).contains { $0.has(testCase) }
        }
        let all = folder.specifications.catalog.cases
        let claimed = Set(all.flatMap(\.kills))
        let claimedHere = Set(all.filter(isPossible).flatMap(\.kills))
        let meant = mutants.filter { claimedHere.contains($0.id) || !claimed.contains($0.id) }
        if !isQuiet, meant.count < mutants.count {
            console.line(
                "\(mutants.count - meant.count) of \(Prose.count(mutants.count, "port")) are left out: no case that "
                    + "catches them is for \(wire.rawValue)")
        }
        return (cases.filter(isPossible), meant)
    }

    private var chosenMutants: [Mutant] {
        get throws(ToolError) {
            guard !isOfVariants, variants.isEmpty, implementation == nil else { return [] }
            return mutants.isEmpty ? Mutant.all : try Mutant.fitting(mutants)
        }
    }

    private var foreignVariants: ForeignVariants? {
        get throws(ToolError) {
            guard let implementation else { return nil }
            return try ForeignVariants(implementation)
        }
    }

    /// All where no wrong ports were asked for by name, else none.
    private func chosenVariants(among all: [Variant]) throws(ToolError) -> [Variant] {
        guard mutants.isEmpty, !writesSmoke, wire == .sdk else { return [] }
        var chosen: [Variant] = []
        for pattern in variants {
            let fitting = all.filter { Glob.fits($0.id, pattern) }
            let named = fitting.isEmpty ? Variant.named(pattern, among: all) : nil
            chosen += named.map { [$0] } ?? fitting
            if fitting.isEmpty, named == nil {
                throw .impossible("no variant fits '\(pattern)'" + suggestion(for: pattern, among: all.map(\.id)))
            }
        }
        if variants.isEmpty { chosen = all }
        let combined = pairs.map { Variant.pairs($0.value, of: chosen, seed: seed) } ?? []
        return chosen + combined
    }

    /// What is caught.
    func matrix(
        _ mutants: [Mutant], _ folder: SpecFolder, _ cases: [Case], _ console: Console, isBrief: Bool = false
    ) async throws(ToolError) -> KillMatrix {
        var run = StrengthRun(
            specifications: folder.specifications, cases: cases, jobs: jobs?.value ?? 200,
            deadline: deadline ?? .milliseconds(700), wire: wire, isBrief: isBrief)
        run = try await ControlRun(run: run, ports: ports.value).measured()
        if !isQuiet, !run.slow.isEmpty {
            console.line(
                "control: \(ports.value) references passed everything, \(Prose.count(run.slow.count, "case")) only with "
                    + "\(StrengthRun.deadlineFactor) times the deadline")
        }
        let palette = Palette(isColored: console.usesColor)
        return KillMatrix(
            try await sideBySide(mutants, atOnce: ports.value) { [run] mutant throws(ToolError) in
                let row = try await run.row(of: mutant)
                if !isQuiet { console.line(StrengthText.line(row, palette: palette)) }
                return row
            })
    }

    /// Who is accused.
    private func matrix(
        _ variants: [Variant], _ run: VariantRun, _ console: Console
    ) async throws(ToolError) -> VariantMatrix {
        let palette = Palette(isColored: console.usesColor)
        return VariantMatrix(
            try await sideBySide(variants, atOnce: ports.value) { variant throws(ToolError) in
                let row = try await run.row(of: variant)
                if !isQuiet { console.line(StrengthText.line(row, palette: palette)) }
                return row
            })
    }

    private func write(_ report: StrengthReport, _ specs: SpecFolder, _ console: Console) throws(ToolError) {
        let folder = try ReportFolder(reportFolder, at: .now(), name: "strength")
        try saying("the matrix cannot be written") {
            try File.write(StrengthTable.bytes(report.matrix), to: folder.path + "/matrix.csv")
            try File.write(StrengthTable.bytes(report.variants), to: folder.path + "/variants.csv")
            try File.write(StrengthPage.page(report).bytes, to: folder.path + "/matrix.html")
            if writesSmoke {
                try Folder.create(specs.path + "/strength")
                try File.write(SmokeCases(ids: report.killingSet).text, to: specs.path + "/strength/smoke.yaml")
            }
        }
        console.line("matrix: \(folder.path)")
    }
}

extension Mutant {
    /// Those that any of the patterns fits; one that fits none is a mistake.
    static func fitting(_ patterns: [String]) throws(ToolError) -> [Mutant] {
        for pattern in patterns where !all.contains(where: { Glob.fits($0.id, pattern) }) {
            throw .impossible("no mutant fits '\(pattern)'" + suggestion(for: pattern, among: all.map(\.id)))
        }
        return all.filter { mutant in patterns.contains { Glob.fits(mutant.id, $0) } }
    }
}
