package import Evidence

/// What follows from seeing a case again alone.
package enum SecondLook {
    /// So many looks make a lifetime of two minutes out of one of seconds.
    static let forExpiry = 3

    /// Whether another look is called for; nil where the verdict needed none.
    package static func wantsMore(_ first: Verdict, _ looks: [Verdict], maxLooks: Int) -> Bool? {
        guard let doubt = first.doubt else { return nil }
        guard looks.count < maxLooks else { return false }
        guard let last = looks.last else { return true }
        switch doubt {
        case .order: return !looks.contains(where: \.isBad)
        case .silence, .content: return last.outcome == .inconclusive && last.findings.contains(where: \.isOfLostTime)
        }
    }

    /// What was seen again counts; what was about order and was not seen again is not known.
    ///
    /// Who kept silent beside other cases and not alone was late, and nobody said that it must be quick.
    package static func verdict(_ first: Verdict, _ looks: [Verdict]) -> Verdict {
        guard let doubt = first.doubt else { return first }
        if let bad = looks.first(where: \.isBad) { return bad }
        if doubt == .silence, let last = looks.last { return last }
        var verdict = first
        verdict.outcome = .inconclusive
        for index in verdict.findings.indices where verdict.findings[index].standing == .violated {
            verdict.findings[index].standing = .undecided
        }
        var finding = Finding(
            message: looks.isEmpty
                ? "seen once while other cases ran, and not run again alone"
                : "seen once while other cases ran, and not in \(looks.count) run\(looks.count == 1 ? "" : "s") alone: "
                    + "either something came later than usual, or the port's sessions disturb each other, or the machine "
                    + "is too busy for so many ('--jobs')")
        finding.standing = .undecided
        verdict.findings.append(finding)
        return verdict
    }
}

extension Verdict {
    var isBad: Bool { outcome == .fail || outcome == .crash }
}
