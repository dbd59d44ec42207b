/// A port whose own fingerprint was left out, and what was named for it then.
package struct LeftOut: Sendable, Hashable {
    package var id: String
    /// nil where nothing was, as it should be.
    package var named: Likeness?
    /// Whether what was named breaks a rule that the port breaks, too.
    package var isKin = false

    /// Each port of the fingerprints, held against all others.
    package static func rows(of fingerprints: Fingerprints, breakSameRule: (String, String) -> Bool) -> [LeftOut] {
        fingerprints.ports.map { port in
            var others = fingerprints
            others.ports.removeAll { $0.id == port.id }
            let judged = fingerprints.cases.union(port.failures.keys)
            guard let named = others.likenesses(to: port.failures, judged: judged).first else {
                return LeftOut(id: port.id)
            }
            return LeftOut(id: port.id, named: named, isKin: breakSameRule(port.id, named.id))
        }
    }

    /// A line for each port for which another was named, and what all come to.
    package static func text(_ rows: [LeftOut], palette: Palette) -> String {
        var text = ""
        for row in rows {
            guard let named = row.named else { continue }
            let fit = "\(named.fitting) of \(named.cases)"
            let line =
                Prose.padded(Prose.cut(row.id, to: 32), to: 33) + Prose.padded(Prose.cut(named.id, to: 32), to: 33)
                + Prose.rightAligned(fit, to: 10)
            text += (row.isKin ? line : palette.yellow(line + "  no kin")) + "\n"
        }
        let kin = rows.count { $0.isKin }
        let others = rows.count { $0.named != nil && !$0.isKin }
        let summary =
            "\(Prose.count(rows.count, "wrong port")), each left out once: nothing was named for \(rows.count - kin - others), "
            + "one that breaks a rule in common for \(kin), another for \(others)"
        return
            (text.isEmpty
            ? ""
            : Prose.padded("left out", to: 33) + Prose.padded("named", to: 33) + "      fit\n" + text
                + "\n") + palette.paragraph(summary)
    }
}
