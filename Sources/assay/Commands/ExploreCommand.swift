import AccessEnablerAPI
import Documents
import Evidence
import Exploration
import Mutants
import Reports
import Specification
import Timing

struct ExploreCommand: Command {
    var implementation = ImplementationChoice.builtin
    var askedPlatform: Platform?
    var wire = Wire.sdk
    var seed: UInt64 = 1
    var time: Duration?
    var runs: Count?
    var focus: Focus?
    var statement: String?
    var corpus: String?
    var junit: String?
    var jobs = Count(96)
    var isSandboxed = false
    var endsAtFirstFailure = false
    var isAdvised = false
    var isHunt = false
    var mutants: [String] = []
    var ports = Count(12)
    var reportFolder: String?
    var specs: String?
    var isQuiet = false
    var color = ColorChoice.auto

    static let name = "explore"
    static let syntax = Syntax<Self>(
        "Searches for a sequence of calls in which an implementation breaks what the documents promise.",
        notes: """
            Scenarios are random; the seed decides them. They are judged by a model of the
            documents and by the rules for every trace. A scenario that fails is made as
            small as possible, and written as a contract to 'explored/ID.yaml' in the
            folder of the report. 'assay run --specs FILE' runs it like any other.

            exit codes: those of 'assay run'
            """,
        .implementation(\.implementation, help: "what to explore, as in 'assay run' (default: builtin)"),
        .option(
            "--platform", value: "ios|tvos", sets: \.askedPlatform,
            help: "the platform to act as (default: each in turn)"
        ),
        .option(
            "--wire", value: "sdk|rest-v1|rest-v2", sets: \.wire,
            help: "the protocol that it speaks with the service providers (default: sdk)"),
        .option("--seed", value: "number", sets: \.seed, help: "what random choices begin with (default: 1)"),
        .option(
            "--for", value: "time", sets: \.time,
            help: "how long to search, such as 10m (default: 1m, unless --runs is given)"),
        .option("--runs", value: "number", sets: \.runs, help: "how many scenarios on each platform"),
        .option(
            "--focus", value: "area", sets: \.focus,
            help: "the area to search most: \(Focus.allCases.map(\.rawValue).joined(separator: ", "))"),
        .option(
            "--statement", "-s", value: "id", sets: \.statement,
            help: "only scenarios in which this statement is promised, such as AE-GETZ-006"),
        .option(
            "--corpus", value: "folder", sets: \.corpus,
            help: "keep scenarios that failed or were new here, and begin the next search with them"),
        .option("--junit", value: "file", sets: \.junit, help: "also write the result as JUnit XML there"),
        .option("--jobs", "-j", value: "number", sets: \.jobs, help: "how many scenarios at once (default: 96)"),
        .flag("--fail-fast", sets: \.endsAtFirstFailure, help: "end the search with the first failure"),
        .flag(
            "--advice", sets: \.isAdvised,
            help: "look for what the documents advise (SHOULD), too, and tell it as WARN"),
        .flag(
            Sandbox.option, sets: \.isSandboxed,
            help: "confine the adapter, as in 'assay run'"),
        .flag(
            "--mutants", sets: \.isHunt,
            help: "explore all mutants instead, and show which are found; --for is the time for all of them"),
        .options(
            "--mutant", value: "pattern", addsTo: \.mutants,
            help: "only mutants with this id; * and ? match anything"),
        .option("--ports", value: "number", sets: \.ports, help: "how many mutants at once (default: 12)"),
        .reportFolder(\.reportFolder), .specs(\.specs), .quiet(\.isQuiet), .color(\.color))

    func run() async throws(ToolError) -> ExitCode {
        try Affordable.check()
        try Affordable.checkMemory()
        try wire.check(implementation, [.newest])
        if isSandboxed { try await Sandbox.check(implementation) }
        let console = Console(color)
        let folder = try SpecFolder.readSound(specs)
        if let statement, folder.specifications.register[statement] == nil {
            throw .impossible("there is no statement '\(statement)'")
        }
        if isHunt || !mutants.isEmpty { return try await hunt(folder, console) }
        let interrupt = try Interrupt()
        let platforms =
            if let askedPlatform { [askedPlatform] } else { try await implementation.platforms(.newest, interrupt) }
        return try await ExploreRun(
            options: self, legs: try legs(on: platforms, folder.specifications.register), folder: folder,
            console: console, interrupt: interrupt
        ).run()
    }

    /// What it is explored as: where the statement is one of that platform, if one is asked for.
    func legs(on platforms: [Platform], _ register: Register) throws(ToolError) -> [Leg] {
        let all = platforms.map { Leg(platform: $0, version: .newest) }
        guard let statement, let asked = register[statement] else { return all }
        let legs = all.filter { asked.applies(to: $0.platform, $0.version) }
        guard legs.isEmpty else { return legs }
        throw .impossible("\(statement) says nothing of \(all.map(\.name).joined(separator: " or "))")
    }

    private func hunt(_ folder: SpecFolder, _ console: Console) async throws(ToolError) -> ExitCode {
        try checkHunt()
        let interrupt = try Interrupt()
        let legs = (askedPlatform.map { [$0] } ?? Platform.allCases).map { Leg(platform: $0, version: .newest) }
        let chosen = mutants.isEmpty ? Mutant.all.filter { isCore($0, legs, folder) } : try Mutant.fitting(mutants)
        let hunt = MutantHunt(
            specifications: folder.specifications, mutants: chosen, legs: legs, seed: seed, ports: ports.value,
            time: time ?? .seconds(600), interrupt: interrupt)
        let isQuiet = isQuiet
        let all = Prose.count(chosen.count, "mutant")
        let rows = try await hunt.rows(
            told: { if !isQuiet { console.line(HuntTable.line($0)) } },
            progress: { if !isQuiet { console.line("seen to fail so far: \($0) of \(all)") } })
        let table = HuntTable(rows: rows)
        console.line("\n" + table.summary)
        let report = try ReportFolder(reportFolder, at: .now(), name: "hunt")
        try saying("the table cannot be written") {
            try File.write(table.csv, to: report.path + "/mutants.csv")
            try ExploredFiles(report: report.path, name: "explored").write(rows.compactMap(\.finding?.contract))
        }
        console.line("table: \(report.path)")
        return interrupt.hasCome ? .incomplete : .conformant
    }

    /// Mutants are explored in one way alone.
    private func checkHunt() throws(ToolError) {
        let usual = Self()
        let given = [
            ("--implementation", implementation.text != usual.implementation.text), ("--junit", junit != nil),
            ("--corpus", corpus != nil), ("--focus", focus != nil), ("--statement", statement != nil),
            ("--runs", runs != nil), ("--jobs", jobs.value != usual.jobs.value), ("--fail-fast", endsAtFirstFailure),
            ("--advice", isAdvised), (Sandbox.option, isSandboxed), ("--wire", wire != usual.wire),
        ]
        guard let other = given.first(where: \.1)?.0 else { return }
        throw .impossible("'\(other)' does not go with '--mutants' and '--mutant'")
    }

    /// Whether it breaks what a port of the newest release must do by the documents of iOS and tvOS.
    private func isCore(_ mutant: Mutant, _ legs: [Leg], _ folder: SpecFolder) -> Bool {
        guard mutant.kind == .oneRule else { return false }
        return mutant.cites.contains { id in
            guard let statement = folder.specifications.register[id] else { return false }
            return statement.weight == Weight(.core, .must)
                && legs.contains { statement.applies(to: $0.platform, $0.version) }
        }
    }
}

extension Focus: ArgumentWord {}
