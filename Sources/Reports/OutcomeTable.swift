internal import Evidence

/// How the cases of each group came out, a row each; 80 columns wide.
struct OutcomeTable {
    private static let columns: [(outcome: Outcome, title: String)] = [
        (.pass, "pass"), (.warn, "warn"), (.fail, "fail"), (.crash, "crash"), (.inconclusive, "inc."),
        (.notTestable, "n.t."), (.notApplicable, "n.a."), (.expectedFail, "xfail"),
    ]
    private static let areaWidth = 21

    private static func width(of title: String) -> Int { max(5, title.count + 1) }

    private let groups: [(name: String, counts: OutcomeCounts)]
    /// What the groups are.
    private let kind: String
    private let palette: Palette

    init(of groups: [(name: String, counts: OutcomeCounts)], called kind: String, palette: Palette) {
        self.groups = groups
        self.kind = kind
        self.palette = palette
    }

    /// By area, as a profile sees them.
    init(_ part: ProfileReport, palette: Palette) {
        self.init(
            of: OutcomeCounts.byArea(part.verdicts).map { ($0.area, $0.counts) }, called: part.profile.rawValue,
            palette: palette)
    }

    var text: String {
        guard !groups.isEmpty else { return "" }
        var lines = [palette.dim(titles)]
        for (name, counts) in groups { lines.append(row(name, counts)) }
        if groups.count > 1 { lines.append(row("all", groups.map(\.counts).reduce(OutcomeCounts([]), +))) }
        return lines.map { $0 + "\n" }.joined()
    }

    private var titles: String {
        Prose.padded(kind, to: Self.areaWidth)
            + Self.columns.map { Prose.rightAligned($0.title, to: Self.width(of: $0.title)) }.joined() + "  verdict"
    }

    private func row(_ name: String, _ counts: OutcomeCounts) -> String {
        let cells = Self.columns.map { column -> String in
            let count = counts[column.outcome]
            let text = Prose.rightAligned(
                count == 0 ? "." : "\(count)", to: Self.width(of: column.title))
            return count == 0 ? palette.dim(text) : palette.colored(text, as: column.outcome)
        }
        let verdict = counts.verdict
        let isInPart = verdict != counts.worst
        // The longest word has no room for what follows.
        let word = isInPart && verdict == .expectedFail ? "XFAIL" : verdict.rawValue
        return Prose.padded(Prose.cut(name, to: Self.areaWidth), to: Self.areaWidth) + cells.joined() + "  "
            + palette.colored(word, as: verdict) + (isInPart ? palette.dim(" in part") : "")
    }
}
