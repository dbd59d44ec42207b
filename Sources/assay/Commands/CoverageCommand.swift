import AccessEnablerAPI
import Checkers
import Documents
import Evidence
import Specification

struct CoverageCommand: Command {
    var platform: Platform?
    var version = SDKVersion.newest
    var isBrief = false
    var isJSON = false
    var showsReadings = false
    /// A site file.
    var backend: String?
    var mayUseOthers = false
    var specs: String?

    static let name = "coverage"
    static let syntax = Syntax<Self>(
        "Shows for each statement which contracts or rules decide it, or why none does.",
        .option("--platform", value: "ios|tvos", sets: \.platform, help: "for this platform (default: for both)"),
        .option("--api-version", value: "version", sets: \.version, help: "for this release (default: 3.9.2)"),
        .flag(
            "--brief", sets: \.isBrief,
            help: "only the numbers, with --backend the reasons, and statements that nothing decides or explains"),
        .flag(
            "--readings", sets: \.showsReadings,
            help: "instead, each ambiguity of the documents, and which contracts read it"),
        .flag("--json", sets: \.isJSON, help: "print JSON"),
        .option(
            "--backend", value: "file", sets: \.backend,
            help: "instead, how many cases the providers of this site file decide, and what each of the others lacks"),
        .mayUseOthers(\.mayUseOthers),
        .specs(\.specs))

    /// What is shown instead of the statements has no other form.
    private func check() throws(ToolError) {
        let given = [
            ("--backend", backend != nil), ("--readings", showsReadings), ("--json", isJSON), ("--brief", isBrief),
            ("--api-version", version != .newest),
        ].filter(\.1).map(\.0)
        let allowed: [(String, [String])] = [
            ("--backend", ["--brief", "--api-version"]), ("--readings", ["--json", "--api-version"]),
        ]
        for (option, others) in allowed where given.contains(option) {
            if let other = given.first(where: { $0 != option && !others.contains($0) }) {
                throw .impossible("'\(option)' does not go with '\(other)'")
            }
        }
        if mayUseOthers, backend == nil { throw .impossible("'--i-may-use-this-backend' goes with '--backend'") }
    }

    func run() async throws(ToolError) -> ExitCode {
        try check()
        let specifications = try SpecFolder.readSound(specs).specifications
        let console = Console()
        let platforms = platform.map { [$0] } ?? Platform.allCases
        if let backend {
            let site = try await ChosenSite.read(backend)
            try site.check(mayUseOthers: mayUseOthers)
            let facts = try await SiteProbe.facts(of: site, version)
            for platform in platforms {
                console.out(SiteReach(facts, specifications, platform, version).text(isBrief: isBrief))
            }
            return .conformant
        }
        let coverage = Coverage(
            of: specifications.register, by: specifications.catalog, api: specifications.api,
            rules: Judge.rulesByStatement, platforms: Set(platforms), version: version)
        if showsReadings, !isJSON {
            console.out(ReadingsText.list(specifications))
        } else if isJSON {
            console.out(String(decoding: CoverageText.json(coverage, specifications).sortedByKey.pretty, as: UTF8.self))
        } else if isBrief {
            console.out(CoverageText.summary(coverage))
        } else {
            console.out(CoverageText.list(coverage, areas: specifications.register.areas))
        }
        return coverage.unclassified.isEmpty ? .conformant : .incomplete
    }
}
