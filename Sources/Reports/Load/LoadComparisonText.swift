internal import Evidence
package import LoadResults

package struct LoadComparisonText {
    private let comparison: LoadComparison
    private let palette: Palette
    private let showsAll: Bool

    /// - Parameter showsAll: whether rows are shown in which nothing changed, and single numbers of providers.
    package init(_ comparison: LoadComparison, palette: Palette = .plain, showsAll: Bool = false) {
        self.comparison = comparison
        self.palette = palette
        self.showsAll = showsAll
    }

    package var text: String {
        [verdict, rows, machine].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private var verdict: String {
        let word = comparison.verdict.rawValue
        let sentence = comparison.sentence
        // The sentence may begin with what the word says.
        let rest = sentence.lowercased().hasPrefix(word.lowercased()) ? sentence.dropFirst(word.count) : ": \(sentence)"
        let lines = Prose.wrapped(word + rest, width: palette.width, indent: 2)
        let names = [("old", comparison.old), ("new", comparison.new)].map { name, run in
            palette.indented("\(name): \(run.name), \(Quantity.duration(run.measured)) measured", by: 2) + "\n"
        }
        return palette.colored(word, as: Self.outcome(of: comparison.verdict)) + lines.dropFirst(word.count) + "\n\n"
            + names.joined()
    }

    static func outcome(of verdict: LoadComparison.Verdict) -> Outcome {
        switch verdict {
        case .slower: .fail
        case .undecided: .inconclusive
        case .faster, .none: .pass
        }
    }

    private var rows: String {
        let counts = Set(comparison.rows.compactMap(\.providers)).count
        let shown = comparison.rows.filter {
            showsAll || $0.verdict != .none || $0.providers == nil || counts == 1
        }
        guard !shown.isEmpty else { return "" }
        var text = line("phase at providers", ["old ms", "new ms", "change", "95 %", "chance"])
        for row in shown {
            let interval =
                "\(LoadComparison.percent(row.interval.lowerBound).dropLast()) to "
                + LoadComparison.percent(row.interval.upperBound)
            let chance = row.counts ? Self.chance(row.adjusted) : "-"
            let cells = [
                LoadText.significant(row.old / 1e6), LoadText.significant(row.new / 1e6),
                LoadComparison.percent(row.change), interval, chance,
            ]
            let name = "\(row.phase.rawValue) p\(Int(row.percentile))" + (row.providers.map { " at \($0)" } ?? "")
            let mark = row.verdict == .none ? "" : " \(row.verdict.rawValue)"
            text +=
                line(name, cells).dropLast() + palette.colored(mark, as: row.verdict == .slower ? .fail : .pass) + "\n"
        }
        let hidden = comparison.rows.count - shown.count
        return text + (hidden > 0 ? "\(hidden) rows without a difference are left out (--all shows them)\n" : "")
    }

    private func line(_ name: String, _ cells: [String]) -> String {
        let widths = [8, 8, 8, 17, 8]
        return Prose.padded(name, to: 24) + zip(cells, widths).map { Prose.rightAligned("  " + $0, to: $1) }.joined()
            + "\n"
    }

    /// How likely so much is by chance, when so many questions are asked.
    static func chance(_ probability: Double) -> String {
        probability < 0.001 ? "< 0.1%" : LoadText.percent(probability)
    }

    /// What was taken out.
    private var machine: String {
        guard !comparison.isPaired else { return "both were measured in the same moments of one run\n" }
        guard let machine = comparison.machine else {
            return palette.paragraph(
                "no baseline was measured in both: a machine that was slower looks like a port that is")
        }
        return palette.paragraph(
            "the machine's own change, subtracted: \(LoadComparison.percent(machine.change)) ± "
                + "\(LoadText.percent(2 * machine.deviation)), as the dispatch of baselines in the same runs shows")
    }
}
