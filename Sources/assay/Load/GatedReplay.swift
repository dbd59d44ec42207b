import Evidence
import LoadResults
import Reports
import Specification

/// Repeats the violations that load has shown under gates, where the order of replies is known.
///
/// Under load nothing is held, so a finding says that something cannot have been; the contracts that stand for the same
/// statements say it of each order of replies, and a port fails by them.
struct GatedReplay {
    /// What load has shown them in.
    let session: LoadSession
    let folder: String
    private var options: LoadCommand { session.options }
    private var specifications: Specifications { session.specs.specifications }

    /// Runs contracts of the violated statements, and notes with each violation what came of it.
    ///
    /// First those that are about just what was violated, which is enough nearly always. All others, and the races of the
    /// iterations, only if a violation is left that must be seen again and was not.
    func run(_ result: LoadReport) async -> (result: LoadReport, problem: ToolError?) {
        let violations = result.figures.verification.violations
        guard !violations.isEmpty else { return (result, nil) }
        let (closest, others) = cases(about: Set(violations.map { Set($0.statements) }))
        let stages = [("gated", closest), ("gated-others", others + races(violations))].filter { !$0.1.isEmpty }
        guard case .implementation(let implementation) = options.subject, options.backend.urls == nil,
            !session.interrupt.hasCome, !stages.isEmpty
        else { return (sorted(result, "no run under gates was possible"), nil) }
        var result = result
        var reports: [RunReport] = []
        var problem: ToolError?
        for (name, cases) in stages
        where !session.interrupt.hasCome
            && (reports.isEmpty || !result.figures.verification.violations.allSatisfy(\.counts))
        {
            var run = RunCommand()
            run.implementation = implementation
            run.isSandboxed = options.isSandboxed
            run.processes = options.processes
            run.wire = options.wire
            run.leg = Leg(platform: options.platform, version: options.version)
            run.reportFolder = folder + "/" + name
            run.isQuiet = true
            let certification = Certification(
                options: run, console: session.console, specifications: specifications, cases: cases,
                interrupt: session.interrupt)
            let outcome: Certification.Outcome
            do throws(ToolError) {
                outcome = try await certification.run()
            } catch {
                return (sorted(result, "no run under gates was possible"), error)
            }
            do throws(ToolError) {
                try outcome.folder.write(outcome.report, traceFailure: outcome.traceFailure)
            } catch {
                problem = error
            }
            reports.append(outcome.report)
            note(reports, in: &result)
        }
        return (sorted(result, "no case with gates tests it"), problem)
    }

    /// The cases that cite any of the statements: apart, for each set of them, those of the contract that is about the
    /// most of it and about the least beside it.
    private func cases(about violated: Set<Set<String>>) -> (closest: [Case], others: [Case]) {
        let all = violated.reduce(into: Set()) { $0.formUnion($1) }
        let cases = specifications.catalog.cases.filter { testCase in
            !all.isDisjoint(with: testCase.allCites) && testCase.platforms.contains(options.platform)
                && testCase.versions.contains(options.version)
        }
        let chosen = violated.compactMap { statements in
            let near = cases.map { (case: $0, closeness: Closeness(of: $0.ownCites, to: statements)) }
            return near.min { ($0.closeness, $0.case.id) < ($1.closeness, $1.case.id) }?.case.contractID
        }
        return (cases.filter { chosen.contains($0.contractID) }, cases.filter { !chosen.contains($0.contractID) })
    }

    /// The races of the iterations, with as many service providers, in some orders.
    private func races(_ violations: [IterationViolation]) -> [Case] {
        let ofRaces = violations.filter { violation in
            violation.providers.count > 1 && violation.statements.contains { $0.hasPrefix("AE-SP-") }
        }
        return ofRaces.map(\.providers).uniqued().prefix(Self.maxLists).enumerated().flatMap { index, providers in
            let names = providers.map(\.name)
            let middle = names.count / 2
            let orders = [names, names.reversed(), Array(names[middle...] + names[..<middle])]
            return orders.enumerated().map { order, names in
                Case.gatedRace(
                    providers, order: names, id: "gated-race[providers=\(names.count),list=\(index),order=\(order)]",
                    cites: ["AE-SP-006", "AE-SP-007"], on: options.platform, options.version)
            }
        }
    }

    /// Each list of service providers is raced three times.
    private static let maxLists = 8

    /// Keeps as violations what needs not be seen again or was, and calls the rest suspicions.
    private func sorted(_ result: LoadReport, _ reason: String? = nil) -> LoadReport {
        var result = result
        var violations = result.figures.verification.violations
        for index in violations.indices where violations[index].replay == nil { violations[index].replay = reason }
        result.take(violations: violations.filter(\.counts), suspicions: violations.filter { !$0.counts })
        return result
    }

    /// The failure that is about the most of what was violated, and about the least beside it, of a contract that
    /// stands for the most of it.
    private static func closest(to violation: IterationViolation, among failed: [Verdict]) -> Verdict? {
        let violated = Set(violation.statements)
        let near = failed.map { verdict in
            let broken = Closeness(of: Set(verdict.findings.flatMap(\.statements)), to: violated)
            return (verdict: verdict, broken: broken, stated: Closeness(of: Set(verdict.statements), to: violated))
        }
        return near.filter { $0.broken.shared > 0 }.min { ($0.broken, $0.stated) < ($1.broken, $1.stated) }?.verdict
    }

    /// Notes which case of these runs confirms a violation, and how to see it again.
    private func note(_ reports: [RunReport], in result: inout LoadReport) {
        let verdicts = reports.flatMap(\.verdicts)
        let failed = verdicts.filter { $0.outcome == .fail || $0.outcome == .crash }
        for index in result.figures.verification.violations.indices {
            let violation = result.figures.verification.violations[index]
            let about = verdicts.filter { !$0.statements.allSatisfy { !violation.statements.contains($0) } }
            guard !about.isEmpty else { continue }
            let confirming = Self.closest(to: violation, among: failed)
            result.figures.verification.violations[index].command = confirming.flatMap { verdict in
                guard verdict.contractID != "gated-race" else { return options.again(seed: result.profile.seed) }
                return reports.lazy.compactMap { $0.replayCommand(for: verdict.caseID) }.first
                    ?? reports.first?.command(for: verdict.caseID)
            }
            result.figures.verification.violations[index].replay =
                confirming.map { "confirmed by \($0.caseID)" } ?? "not repeated in \(about.count) cases under gates"
        }
    }
}

extension IterationViolation {
    /// Content counts at once, as in any run; what rests on order or silence counts when it is seen again.
    fileprivate var counts: Bool { ground == .content || command != nil }
}

/// How near statements are to those that were violated: the nearest has the most of them and the least beside them.
private struct Closeness: Comparable {
    let shared: Int
    private let beside: Int

    init(of statements: Set<String>, to violated: Set<String>) {
        shared = statements.intersection(violated).count
        beside = statements.count - shared
    }

    static func < (first: Closeness, second: Closeness) -> Bool {
        (second.shared, first.beside) < (first.shared, second.beside)
    }
}
