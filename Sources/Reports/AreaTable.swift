internal import Evidence

/// How the cases of each area came out; 80 columns wide.
struct AreaTable {
    private static let columns: [(outcome: Outcome, title: String)] = [
        (.pass, "pass"), (.fail, "fail"), (.crash, "crash"), (.unknown, "unkn."), (.notTestable, "n.t."),
        (.notApplicable, "n.a."), (.expectedFail, "xfail"),
    ]
    private static let areaWidth = 24
    private static let columnWidth = 6

    private let verdicts: [Verdict]
    private let palette: Palette

    init(_ verdicts: [Verdict], palette: Palette) {
        self.verdicts = verdicts
        self.palette = palette
    }

    var text: String {
        let areas = OutcomeCounts.byArea(verdicts)
        guard !areas.isEmpty else { return "" }
        var lines = [palette.dim(titles)]
        for (area, counts) in areas { lines.append(row(area, counts)) }
        if areas.count > 1 { lines.append(row("all", OutcomeCounts(verdicts.map(\.outcome)))) }
        return lines.map { $0 + "\n" }.joined()
    }

    private var titles: String {
        Prose.padded("area", to: Self.areaWidth)
            + Self.columns.map { Prose.rightAligned($0.title, to: Self.columnWidth) }.joined() + "  verdict"
    }

    private func row(_ area: String, _ counts: OutcomeCounts) -> String {
        let cells = Self.columns.map { column -> String in
            let count = counts[column.outcome]
            let text = Prose.rightAligned(count == 0 ? "." : "\(count)", to: Self.columnWidth)
            return count == 0 ? palette.dim(text) : palette.colored(text, as: column.outcome)
        }
        let worst = counts.worst
        return Prose.padded(Prose.cut(area, to: Self.areaWidth), to: Self.areaWidth) + cells.joined() + "  "
            + palette.colored(worst.rawValue, as: worst)
    }
}
