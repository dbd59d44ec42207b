import Evidence
import Reports
import Specification

/// Puts together what a report is made from.
struct ReportDesk {
    let specifications: Specifications

    func report(
        _ header: RunHeader, verdicts: [Verdict], figures: RunFigures, records: [String: [[Observation]]],
        remarks: [String]
    ) -> RunReport {
        let cited = Set(verdicts.flatMap { $0.statements + $0.findings.flatMap(\.statements) })
        var statements: [String: CitedStatement] = [:]
        for id in cited {
            guard let statement = specifications.register[id] else { continue }
            statements[id] = CitedStatement(statement)
        }
        var walked: [String: CaseRecord] = [:]
        for testCase in specifications.catalog.cases {
            guard let attempts = records[testCase.id], let last = attempts.last else { continue }
            walked[testCase.id] = CaseRecord(
                steps: testCase.steps.map(\.text), observations: last, earlier: Array(attempts.dropLast()))
        }
        return RunReport(
            header: header, verdicts: verdicts, figures: figures, statements: statements, records: walked,
            remarks: remarks)
    }
}

extension CitedStatement {
    init(_ statement: Statement) {
        self.init(
            id: statement.id, level: statement.level.rawValue, text: statement.text,
            places: statement.cites.map(\.description))
    }
}
