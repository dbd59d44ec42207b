import Checkers
import Evidence
import Reports
import Specification

/// Puts together what a report is made from.
struct ReportDesk {
    let specifications: Specifications

    func report(
        _ header: RunHeader, verdicts: [Verdict], figures: RunFigures, records: [String: [[Observation]]],
        remarks: [String], environment: RunEnvironment = RunEnvironment()
    ) -> RunReport {
        let verdicts = Consistency(specifications.register).applied(to: verdicts)
        let cited = Set(verdicts.flatMap { $0.statements + $0.findings.flatMap(\.statements) })
        var statements: [String: CitedStatement] = [:]
        for id in cited {
            guard let statement = specifications.register[id] else { continue }
            statements[id] = CitedStatement(statement)
        }
        var walked: [String: CaseRecord] = [:]
        let explained = Set(verdicts.filter { !$0.findings.isEmpty }.map(\.caseID))
        for testCase in specifications.catalog.cases where explained.contains(testCase.id) {
            guard let attempts = records[testCase.id], let last = attempts.last else { continue }
            walked[testCase.id] = CaseRecord(
                steps: testCase.fitted(to: header).steps.map(\.text), observations: last,
                earlier: Array(attempts.dropLast()), fixture: testCase.fixture.properties)
        }
        // Rules that are no cases have no steps.
        for verdict in verdicts where walked[verdict.caseID] == nil {
            guard let last = records[verdict.caseID]?.last else { continue }
            walked[verdict.caseID] = CaseRecord(steps: [], observations: last)
        }
        return RunReport(
            header: header, verdicts: verdicts, figures: figures, statements: statements, records: walked,
            remarks: remarks, readings: readings(in: verdicts), environment: environment)
    }

    /// What was seen where the documents leave a choice, by ambiguity.
    private func readings(in verdicts: [Verdict]) -> [ReadingSeen] {
        let readers = specifications.catalog.readers
        return specifications.register.ambiguities.flatMap { ambiguity -> [ReadingSeen] in
            let contracts = Set((readers[ambiguity.id] ?? []).map(\.contractID))
            var seen: [ReadingSeen] = []
            for verdict in verdicts where contracts.contains(verdict.contractID) {
                guard let reading = verdict.reading else { continue }
                if let index = seen.firstIndex(where: { $0.reading == reading }) {
                    seen[index].cases.append(verdict.caseID)
                } else {
                    seen.append(ReadingSeen(ambiguity: ambiguity.id, reading: reading, cases: [verdict.caseID]))
                }
            }
            return seen
        }
    }
}

extension CitedStatement {
    init(_ statement: Statement) {
        self.init(
            id: statement.id, level: statement.level.rawValue, text: statement.text,
            places: statement.cites.map(\.description))
    }
}
