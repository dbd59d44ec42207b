import AccessEnablerAPI
import Documents
import Evidence
@testable import Reports

/// A report with these cases and outcomes, as it is read back.
func savedReport(
    _ outcomes: [(String, Outcome)], file: String = "report.json", change: (inout RunReport) -> Void = { _ in }
) throws -> SavedReport {
    var report = sampleReport()
    report.verdicts = outcomes.map { id, outcome in
        let contract = String(id.prefix { $0 != "[" })
        let isWrong = ![.pass, .notApplicable].contains(outcome)
        var finding = Finding(message: "what is wrong with \(contract)", expected: "a", seen: "b")
        if outcome == .warn { finding.weight = Weight(.core, .should) }
        return Verdict(
            caseID: id, contractID: contract, title: "The title of \(contract)", area: "selection", outcome: outcome,
            statements: ["AE-SP-007"], findings: isWrong ? [finding] : [])
    }
    report.header.cases = outcomes.map(\.0)
    report.environment = RunEnvironment()
    report.remarks = []
    report.specs = String(repeating: "a", count: 64)
    change(&report)
    return try SavedReport.read(JSONReport.json(report).pretty, file: file)
}

/// Two runs that differ in everything that a page tells.
func sampleComparison() throws -> RunComparison {
    let old = try savedReport([("a[order=sp1-sp2]", .pass), ("b", .fail), ("c", .pass), ("d", .pass)]) {
        $0.readings = [ReadingSeen(ambiguity: "A-01", reading: "strict", cases: ["b"])]
    }
    let new = try savedReport([("a[order=sp1-sp2]", .fail), ("b", .pass), ("c", .inconclusive), ("e", .warn)]) {
        $0.header.calls = [.getAuthentication]
        $0.readings = [ReadingSeen(ambiguity: "A-01", reading: "loose <b>", cases: ["b"])]
    }
    return try RunComparison(old, new)
}

/// Thirty nights of a port, with a load run in each.
func sampleHistory() throws -> History {
    var nights: [Night] = []
    var lists: [String: CaseList] = [:]
    for night in 0..<30 {
        let report = try savedReport([
            ("always", .pass), ("flaky", night % 3 == 0 ? .fail : .pass), ("broken", night > 20 ? .crash : .pass),
            ("mended", (5...8).contains(night) ? .fail : .pass), ("open", night == 12 ? .inconclusive : .pass),
        ]) { $0.header.startedAt += Int64(night) * 86_400_000 }
        let source = Night.Source(folder: "night-\(night)", bytes: 1, modified: 1)
        guard var made = Night.made(of: report, source: source, digest: { "\($0.count)-0123456789abcdef" }) else {
            continue
        }
        let level = night < 15 ? 20e6 : 30e6
        made.night.load = [
            Night.LoadFigure(name: "fan-out: completion, p50", value: level, low: level - 1e6, high: level + 1e6)
        ]
        made.night.strength = Night.Share(240 + night / 10, of: 250)
        nights.append(made.night)
        for list in made.lists { lists[list.key] = list }
    }
    return History(nights, lists: lists, problems: ["night-31/report.json:1:1: expected a value"])
}
