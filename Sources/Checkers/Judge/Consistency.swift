package import Evidence
package import Specification

/// A port that reads an ambiguity of the documents in one way reads it so everywhere, and cases that must be alike are.
package struct Consistency: Sendable {
    private let register: Register
    private let weights: StatementWeights

    package init(_ register: Register) {
        self.register = register
        weights = StatementWeights(register.statements)
    }

    /// The verdicts of a run, where those that differ from the first of their group say so.
    ///
    /// That counts for as much as the statements that leave the choice, or that say what differs.
    package func applied(to verdicts: [Verdict]) -> [Verdict] {
        var verdicts = alike(verdicts)
        for ambiguity in register.ambiguities where !ambiguity.consistentIn.isEmpty {
            let group = verdicts.indices.filter { index in
                [.pass, .warn].contains(verdicts[index].outcome) && verdicts[index].reading != nil
                    && ambiguity.consistentIn.contains(verdicts[index].contractID)
            }
            guard let first = group.first else { continue }
            for index in group where verdicts[index].reading != verdicts[first].reading {
                let finding = finding(ambiguity, verdicts[first], verdicts[index])
                verdicts[index].findings.append(finding)
                verdicts[index].outcome = finding.isFailure ? .fail : verdicts[index].outcomeWithoutFailure
            }
        }
        return verdicts
    }

    /// Cases of one contract show the same, as far as both have shown it.
    private func alike(_ verdicts: [Verdict]) -> [Verdict] {
        var verdicts = verdicts
        var firsts: [String: Verdict] = [:]
        for index in verdicts.indices where !verdicts[index].shown.isEmpty {
            let verdict = verdicts[index]
            guard [.pass, .warn].contains(verdict.outcome) else { continue }
            guard let first = firsts[verdict.contractID] else {
                firsts[verdict.contractID] = verdict
                continue
            }
            let different = verdict.shown.sorted { $0.key < $1.key }.lazy.compactMap { fact, shown in
                first.shown[fact].flatMap {
                    $0.text == shown.text ? nil : (fact: fact, expected: $0.text, shown: shown)
                }
            }.first
            guard let different else { continue }
            var finding = Finding(
                statements: different.shown.statements,
                message: "values that must be equal differ: \(different.fact)",
                expected: "\(different.expected), as in \(first.caseID)", seen: different.shown.text)
            finding.check = Finding.alike
            finding.weight = weights.least(of: finding.statements)
            verdicts[index].findings.append(finding)
            verdicts[index].outcome = finding.isFailure ? .fail : verdicts[index].outcomeWithoutFailure
        }
        return verdicts
    }

    private func finding(_ ambiguity: RegisterAmbiguity, _ first: Verdict, _ other: Verdict) -> Finding {
        let statements = register.statements.filter { $0.see.contains(ambiguity.id) }.map(\.id)
        var finding = Finding(
            statements: statements.isEmpty ? other.statements : statements,
            message: "\(ambiguity.id) is read in two ways",
            expected: "'\(first.reading ?? "")', as in \(first.caseID)", seen: "'\(other.reading ?? "")'")
        finding.weight = weights.least(of: finding.statements)
        return finding
    }
}
