import AccessEnablerAPI
import Documents
import Evidence
import Reports

/// A report with these cases and outcomes, as it is read back.
func savedReport(
    _ outcomes: [(String, Outcome)], file: String = "report.json", change: (inout RunReport) -> Void = { _ in }
) throws -> SavedReport {
    var report = sampleReport()
    report.verdicts = outcomes.map { id, outcome in
        let contract = String(id.prefix { $0 != "[" })
        let isWrong = ![.pass, .notApplicable].contains(outcome)
        return Verdict(
            caseID: id, contractID: contract, title: "The title of \(contract)", area: "selection", outcome: outcome,
            statements: ["AE-SP-007"],
            findings: isWrong ? [Finding(message: "what is wrong with \(contract)", expected: "a", seen: "b")] : [])
    }
    report.header.cases = outcomes.map(\.0)
    report.environment = RunEnvironment()
    report.remarks = []
    report.specs = String(repeating: "a", count: 64)
    change(&report)
    return try SavedReport.read(JSONReport.json(report).pretty, file: file)
}
