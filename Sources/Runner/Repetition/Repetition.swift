package import Evidence

/// The repetitions of one case, and what follows from them.
///
/// A violation on the evidence of round trips is one unless that evidence was false. So the case is repeated alone, and
/// the port fails when a correct one would violate it as often with a probability below one in a million: the tail
/// of the binomial distribution over all the trials that are planned, at the rate at which evidence was false in this run.
package struct Repetition: Sendable, Hashable {
    package enum Decision: Sendable, Hashable {
        case failed
        /// Never seen again.
        case cleared
        case open
    }

    /// The probability below which nobody believes in chance.
    package static let doubt = 1e-6

    /// How many trials there are to be.
    package let planned: Int
    /// How many pieces of evidence one session rests on.
    package let pieces: Int
    package private(set) var trials = 0
    package private(set) var violations = 0
    /// The trials with no longer pauses than the first session had, made where those with more show nothing.
    package private(set) var hastyTrials = 0
    package private(set) var hastyViolations = 0
    package private(set) var check: EvidenceCheck

    /// `check` is what earlier sessions of the run have shown of the evidence.
    package init(planned: Int, pieces: Int, check: EvidenceCheck) {
        self.planned = planned
        self.pieces = max(1, pieces)
        self.check = check
    }

    package mutating func take(isViolated: Bool, isEvidenceSound: Bool?) {
        trials += 1
        if isViolated { violations += 1 }
        check.take(isEvidenceSound)
    }

    /// Takes a trial with no longer pauses than the first session had.
    package mutating func takeHasty(isViolated: Bool) {
        hastyTrials += 1
        if isViolated { hastyViolations += 1 }
    }

    /// So many hasty trials follow where patient ones show nothing.
    package static let hasty = 5

    /// Whether the next trial is to have no longer pauses than the first session had.
    package var wantsHaste: Bool { trials >= planned && violations == 0 && hastyTrials < Self.hasty }

    /// How often a correct port would be seen to violate the case: when any piece of evidence is false.
    package var falseViolationRate: Double {
        let sound = 1 - check.falseRate
        return 1 - (0..<pieces).reduce(1) { product, _ in product * sound }
    }

    /// The probability that a correct port is seen to violate it so often in all the trials planned.
    package var tail: Double {
        Binomial.tail(violations, of: max(planned, trials), rate: falseViolationRate)
    }

    package var decision: Decision {
        if tail < Self.doubt { return .failed }
        return violations + hastyViolations == 0 && trials >= planned && hastyTrials >= Self.hasty ? .cleared : .open
    }

    /// The verdict on the case: `last` is the verdict on the last trial, or on the last that was violated.
    package func verdict(_ last: Verdict) -> Verdict {
        var verdict = last
        switch decision {
        case .failed:
            verdict.outcome = .fail
            for index in verdict.findings.indices where verdict.findings[index].standing == .nominated {
                verdict.findings[index].standing = .violated
                verdict.findings[index].message += "; \(counts)"
            }
        case .cleared:
            break
        case .open:
            verdict.outcome = .inconclusive
            verdict.findings.append(
                undecided("what round trips first showed could not be proved: \(counts)\(hastyCounts)"))
        }
        verdict.evidence = .roundTrips
        return verdict
    }

    /// `seen in 24 of 24 repetitions alone, ...`.
    package var counts: String {
        "seen in \(violations) of \(trials) repetitions alone, where round trips were false in \(check.refuted) of "
            + "\(check.sessions) sessions of this run: a correct port would be seen to do it in at most "
            + "\(Self.percent(falseViolationRate)) of its sessions"
    }

    /// A port that is merely slow looks so, and so does one that holds replies for a while and processes them as it likes.
    private var hastyCounts: String {
        hastyViolations == 0
            ? ""
            : "; with the first, shorter waits it was seen in \(hastyViolations) of \(hastyTrials), so it depends on "
                + "how long the port is left alone"
    }

    private func undecided(_ message: String) -> Finding {
        var finding = Finding(statements: ["AE-SP-007"], message: message)
        finding.standing = .undecided
        return finding
    }

    /// Rounded up to tenths.
    private static func percent(_ rate: Double) -> String {
        let tenths = Int((rate * 1_000).rounded(.up))
        return "\(tenths / 10).\(tenths % 10) %"
    }
}
