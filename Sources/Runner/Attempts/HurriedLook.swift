package import Evidence

/// What follows from letting replies go as close together as round trips allow.
///
/// A port that holds replies and processes them in any order looks right where they come far apart, and a port
/// without a tap does not report when it processes one. No port fails by this: it only shows that the port was not seen.
package enum HurriedLook {
    /// So many must differ: one may have met a moment in which round trips were false.
    private static let enough = 2
    private static let maxLooks = 3

    /// Whether another is called for, after looks of which each says whether it gave an MVPD to another provider.
    package static func wantsMore(_ differences: [Bool]) -> Bool {
        differences.first != false && differences.count(where: \.self) < enough && differences.count < maxLooks
    }

    /// Whether an MVPD went to another provider than before; one that was not seen both times says nothing.
    package static func differs(_ bindings: [String: String], from first: [String: String]) -> Bool {
        bindings.contains { mvpd, provider in first[mvpd].map { $0 != provider } ?? false }
    }

    package static func verdict(_ first: Verdict, _ differences: [Bool]) -> Verdict {
        let differing = differences.count(where: \.self)
        guard differing >= enough else { return first }
        var verdict = first
        verdict.outcome = .inconclusive
        var finding = Finding(
            statements: ["AE-SP-007"],
            message: "which providers MVPDs belong to depends on how far apart replies come: in \(differing) of "
                + "\(differences.count) sessions with replies as close together as round trips allow they were others; "
                + "a tap would report in which order the port processed the replies")
        finding.standing = .undecided
        verdict.findings.append(finding)
        return verdict
    }
}
