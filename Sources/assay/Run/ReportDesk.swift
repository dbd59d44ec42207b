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
        var judged = Self.judged(records, verdicts)
        for testCase in specifications.catalog.cases where explained.contains(testCase.id) {
            guard var record = judged.removeValue(forKey: testCase.id) else { continue }
            record.steps = testCase.fitted(to: header).steps.map(\.text)
            record.fixture = testCase.fixture.properties
            walked[testCase.id] = record
        }
        // Rules that are no cases have no steps.
        for verdict in verdicts where walked[verdict.caseID] == nil {
            walked[verdict.caseID] = judged[verdict.caseID]
        }
        return RunReport(
            header: header, verdicts: verdicts, figures: figures, statements: statements, records: walked,
            remarks: remarks, readings: readings(in: verdicts), environment: environment)
    }

    /// What each verdict is about: of several attempts the one with the sessions that were judged, which may have been
    /// followed by one that showed nothing.
    static func judged(_ records: [String: [[Observation]]], _ verdicts: [Verdict]) -> [String: CaseRecord] {
        let sessions = Dictionary(verdicts.map { ($0.caseID, Set($0.sessions)) }) { $0.union($1) }
        return Dictionary(
            uniqueKeysWithValues: records.compactMap { id, attempts in
                var others = attempts
                let place = attempts.lastIndex { attempt in
                    attempt.contains { sessions[id]?.contains($0.session) ?? false }
                }
                guard let last = attempts.indices.last else { return nil }
                let judged = others.remove(at: place ?? last)
                return (id, CaseRecord(steps: [], observations: judged, others: others))
            })
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
