package import Evidence
package import Specification

/// A port that reads an ambiguity of the documents in one way reads it so everywhere.
package struct Consistency: Sendable {
    private let register: Register

    package init(_ register: Register) {
        self.register = register
    }

    /// The verdicts of a run, where those that read otherwise than the first of their group have failed.
    package func applied(to verdicts: [Verdict]) -> [Verdict] {
        var verdicts = verdicts
        for ambiguity in register.ambiguities where !ambiguity.consistentIn.isEmpty {
            let group = verdicts.indices.filter { index in
                verdicts[index].outcome == .pass && verdicts[index].reading != nil
                    && ambiguity.consistentIn.contains(verdicts[index].contractID)
            }
            guard let first = group.first else { continue }
            for index in group where verdicts[index].reading != verdicts[first].reading {
                let finding = finding(ambiguity, verdicts[first], verdicts[index])
                verdicts[index].outcome = .fail
                verdicts[index].findings.append(finding)
            }
        }
        return verdicts
    }

    private func finding(_ ambiguity: RegisterAmbiguity, _ first: Verdict, _ other: Verdict) -> Finding {
        let statements = register.statements.filter { $0.see.contains(ambiguity.id) }.map(\.id)
        return Finding(
            statements: statements.isEmpty ? other.statements : statements,
            message: "\(ambiguity.id) is read in two ways",
            expected: "'\(first.reading ?? "")', as in \(first.caseID)", seen: "'\(other.reading ?? "")'")
    }
}
