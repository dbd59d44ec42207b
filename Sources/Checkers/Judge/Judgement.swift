import Evidence
import Specification

/// What one rule makes of a trace.
struct Judgement: Sendable, Hashable {
    /// What a correct port cannot have done.
    var violations: [Finding] = []
    /// What the evidence does not decide.
    var undecided: [Finding] = []
    /// What the judgement rests on, where time or order is at stake.
    var evidence: EvidenceClass?

    /// Adds what another rule found; of two kinds of evidence the weaker stays.
    mutating func add(_ other: Judgement) {
        violations += other.violations
        undecided += other.undecided
        evidence = [evidence, other.evidence].compactMap(\.self).min()
    }

    /// Findings as those of the rule `check`.
    static func named(_ check: String, _ findings: [Finding]) -> [Finding] {
        findings.map { finding in
            var finding = finding
            finding.check = check
            return finding
        }
    }

    /// The same, of findings that name these steps.
    func naming(_ landmarks: [Finding.Landmark]) -> Judgement {
        var judgement = self
        judgement.violations = violations.map { $0.naming(landmarks) }
        judgement.undecided = undecided.map { $0.naming(landmarks) }
        return judgement
    }

    var holds: Bool { violations.isEmpty && undecided.isEmpty }
}

extension Finding {
    func resting(on ground: Ground) -> Finding {
        var finding = self
        finding.ground = ground
        return finding
    }

    /// As one of its kind, about what the pattern names.
    func looking(_ kind: Symptom.Kind, _ pattern: Pattern, differences: [Difference] = []) -> Finding {
        var finding = self
        finding.symptom = Symptom(kind, pattern.subject.words, differences: differences)
        return finding
    }

    func naming(_ landmarks: [Landmark]) -> Finding {
        var finding = self
        finding.landmarks = landmarks
        return finding
    }

    /// With what nearly was what did not come.
    func naming(_ nearest: NearestCandidate, of pattern: Pattern, in trace: CaseTrace) -> Finding {
        var finding = looking(.different, pattern, differences: nearest.differences)
        finding.seen = trace.words(at: nearest.position)
        let sequence = trace.sequence(nearest.position)
        finding.observations = [sequence] + finding.observations.filter { $0 != sequence }
        return finding
    }
}
