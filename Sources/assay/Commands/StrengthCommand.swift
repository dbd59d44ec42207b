import AccessEnablerAPI
import Deviations
import Documents
import Evidence
import Reports
import Specification
import Timing

/// The command `assay strength`.
struct StrengthCommand: Command {
    var selection = CaseSelection()
    var deviations: [String] = []
    var ports = Count(4)
    var jobs = Count(200)
    var deadline = Duration.milliseconds(700)
    var reportFolder: String?
    var specs: String?
    var isSmoke = false
    var writesSmoke = false
    var isQuiet = false
    var color = ColorChoice.auto

    static let name = "strength"
    static let syntax = Syntax<Self>(
        "Runs the catalogue against ports that are wrong on purpose, and shows what it catches.",
        notes: """
            A mutant is caught for the right reason when a case that fails cites a
            statement which the mutant is known to break. Mutants that no contract can
            catch are listed with the reason in strength/survivors.yaml of the specs; any
            other that survives is an error, as is a contract that does not catch what it
            says under 'kills'. Documentation/strength.md tells more.
            """,
        .options(
            "--deviation", "-d", value: "pattern", addsTo: \.deviations,
            help: "only the ports whose id this is or fits with * and ?"),
        .options(
            "--filter", "-f", value: "pattern", addsTo: \.selection.filters,
            help: "only cases whose id, contract or area this is, contains this, or fits with * and ?"),
        .flag(
            "--smoke", sets: \.isSmoke, help: "only the cases of the fast lane: do they still catch every port?"),
        .option("--ports", value: "number", sets: \.ports, help: "how many ports at once (default: 4)"),
        .option(
            "--jobs", "-j", value: "number", sets: \.jobs, help: "how many cases of each at once (default: 200)"),
        .option(
            "--deadline", value: "time", sets: \.deadline,
            help: "how long to wait for what must come (default: 700ms)"),
        .option(
            "--report-dir", value: "folder", sets: \.reportFolder,
            help: "where the matrix goes (default: a new folder below Reports)"),
        .flag(
            "--write-smoke", sets: \.writesSmoke,
            help: "write the killing set to strength/smoke.yaml of the specs, for 'assay run --smoke'"),
        .option("--specs", value: "folder", sets: \.specs, help: "the specs (default: ./Specs, or the tool's own)"),
        .flag("--quiet", "-q", sets: \.isQuiet, help: "show only the result"),
        .option("--color", value: "auto|always|never", sets: \.color, help: "colours (default: auto)"))

    func run() async throws(ToolError) -> ExitCode {
        let console = Console(color)
        let folder = try SpecFolder.readSound(specs)
        var cases: [Case]
        do throws(UsageError) { cases = try selection.cases(of: folder.specifications) } catch { throw .usage(error) }
        var chosen = try chosenDeviations
        if isSmoke {
            chosen.removeAll { FastLane.leavesOut($0, cases) }
            cases = try SmokeCases.chosen(cases, of: folder)
        }
        let known = try KnownSurvivors.read(folder.path + "/strength/survivors.yaml")
        var run = StrengthRun(
            specifications: folder.specifications, cases: cases, jobs: jobs.value, deadline: deadline)
        run = try await ControlRun(run: run, ports: ports.value).measured()
        if !isQuiet, !run.slow.isEmpty {
            console.line(
                "control: \(ports.value) references passed everything, \(Prose.count(run.slow.count, "case")) only with "
                    + "\(StrengthRun.patience) times the deadline")
        }
        let matrix = try await matrix(chosen, run, console)
        let musts = StrengthStatements(folder.specifications.register)
        let isWhole = selection.filters.isEmpty && deviations.isEmpty && !isSmoke
        let findings = StrengthFindings(
            matrix: matrix, known: known, cases: cases,
            extent: selection.filters.isEmpty ? (isSmoke ? .fastLane : .all) : .some,
            statements: isWhole ? musts.testable : [])
        let report = StrengthReport(
            matrix: matrix, statements: musts.testable, untestable: musts.untestable,
            contracts: Contract.all(of: cases).map(\.id),
            killingSet: matrix.minimumKillingSet(among: FastLane.candidates(cases).contains),
            known: Dictionary(known.entries.map { ($0.deviation, $0.reason) }) { first, _ in first },
            problems: findings.problems)
        console.out("\n" + StrengthText(report, palette: Palette(isColored: console.usesColor)).summary)
        try write(report, folder, console)
        return findings.problems.isEmpty ? .conformant : .failed
    }

    private var chosenDeviations: [Deviation] {
        get throws(ToolError) {
            for pattern in deviations where !Deviation.all.contains(where: { Glob.fits($0.id, pattern) }) {
                throw .impossible(
                    "no deviation fits '\(pattern)'" + suggestion(for: pattern, among: Deviation.all.map(\.id)))
            }
            return Deviation.all.filter { deviation in
                deviations.isEmpty || deviations.contains { Glob.fits(deviation.id, $0) }
            }
        }
    }

    private func matrix(
        _ deviations: [Deviation], _ run: StrengthRun, _ console: Console
    ) async throws(ToolError) -> KillMatrix {
        let palette = Palette(isColored: console.usesColor)
        let results = await withTaskGroup(of: Result<KillMatrix.Row, ToolError>.self) { group in
            var waiting = deviations[...]
            var results: [Result<KillMatrix.Row, ToolError>] = []
            func startNext() {
                guard let deviation = waiting.popFirst() else { return }
                group.addTask { await Self.row(of: deviation, run) }
            }
            for _ in 0..<ports.value { startNext() }
            while let result = await group.next() {
                if !isQuiet, case .success(let row) = result { console.line(StrengthText.line(row, palette: palette)) }
                results.append(result)
                startNext()
            }
            return results
        }
        var rows: [String: KillMatrix.Row] = [:]
        for result in results {
            let row = try result.get()
            rows[row.id] = row
        }
        return KillMatrix(deviations.compactMap { rows[$0.id] })
    }

    private static func row(of deviation: Deviation, _ run: StrengthRun) async -> Result<KillMatrix.Row, ToolError> {
        do throws(ToolError) {
            return .success(try await run.row(of: deviation))
        } catch {
            return .failure(error)
        }
    }

    private func write(_ report: StrengthReport, _ specs: SpecFolder, _ console: Console) throws(ToolError) {
        let folder = try ReportFolder(reportFolder, at: .now(), name: "strength")
        do throws(FileError) {
            try File.write(StrengthTable.bytes(report.matrix), to: folder.path + "/matrix.csv")
            try File.write(StrengthPage.page(report).bytes, to: folder.path + "/matrix.html")
            if writesSmoke, !isSmoke, selection.filters.isEmpty, deviations.isEmpty {
                try Folder.create(specs.path + "/strength")
                try File.write(
                    SmokeCases(ids: report.killingSet).text, to: specs.path + "/strength/smoke.yaml")
            }
        } catch {
            throw .broken("the matrix cannot be written: \(error)")
        }
        console.line("matrix: \(folder.path)")
    }
}
