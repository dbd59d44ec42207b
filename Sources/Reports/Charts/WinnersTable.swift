internal import Documents
internal import Evidence
internal import LoadResults

/// Which provider was given which MVPD how often: a table that is its own picture.
struct WinnersTable {
    private static let maxProviders = 32
    private static let maxMVPDs = 16

    let matrix: WinnersMatrix

    /// nil where nobody competed.
    var html: HTML? {
        guard !matrix.isEmpty else { return nil }
        let providers = Array(matrix.providers.indices.prefix(Self.maxProviders))
        let columns = columns
        let table = DataTable(
            "The share of fan-outs in which each provider was given each MVPD that it listed",
            columns: [.init("provider")] + columns.map { .init($0.name, .number) },
            rows: providers.map { provider in
                ["\(matrix.providers[provider])"] + columns.map { cell(matrix.cells[provider][$0.mvpd]) }
            }, isCompact: true)
        return "<p>\(message(shown: contested.count))</p>\n\(table.html)"
    }

    /// The most contested, in their order; those that went to the same providers equally often share a column.
    private var columns: [(mvpd: Int, name: String)] {
        contested.grouped { mvpd in matrix.cells.map { shown($0[mvpd]) } }.map { _, mvpds in
            let names = mvpds.map { matrix.mvpds[$0] }
            guard let first = names.first, let last = names.last, names.count > 1 else {
                return (mvpds[0], names.joined())
            }
            let range = names.count == 2 ? "\(first), \(last)" : "\(first) … \(last)"
            return (mvpds[0], "\(range) (\(names.count))")
        }
    }

    /// As the table shows it.
    private func shown(_ cell: WinnersMatrix.Cell) -> String {
        guard cell.candidate > 0 else { return "" }
        return Quantity.share(Double(cell.won) / Double(cell.candidate)) + (isWrong(cell) ? "≠" : "")
    }

    private func isWrong(_ cell: WinnersMatrix.Cell) -> Bool {
        cell.won < cell.due || cell.won > cell.due + cell.close
    }

    private var contested: [Int] {
        let contested = matrix.mvpds.indices.map { mvpd in
            (mvpd: mvpd, rivals: matrix.cells.count { $0[mvpd].candidate > 0 })
        }
        let sorted = contested.sorted { ($1.rivals, $0.mvpd) < ($0.rivals, $1.mvpd) }
        return sorted.prefix(Self.maxMVPDs).map(\.mvpd).sorted()
    }

    private func message(shown: Int) -> String {
        let cells = matrix.cells.joined()
        let conclusive = cells.reduce(0) { $0 + $1.due }
        let close = cells.reduce(0) { $0 + $1.close }
        let wrong = cells.count(where: isWrong)
        var words =
            "How often each provider was given an MVPD that it listed. The evidence is "
            + "conclusive for \(Quantity.count(conclusive)) winners; \(Quantity.count(close)) were too close to say. "
        words +=
            wrong == 0
            ? "No share as a whole is at odds with it; single iterations that are would be among the violations."
            : "\(Prose.count(wrong, "share")) \(wrong == 1 ? "is" : "are") at odds with it (≠)."
        let hidden = (matrix.mvpds.count - shown, max(0, matrix.providers.count - Self.maxProviders))
        if hidden.0 > 0 { words += " \(Prose.count(hidden.0, "less contested MVPD")) are not shown." }
        if hidden.1 > 0 { words += " \(Prose.count(hidden.1, "provider")) are not shown." }
        return words
    }

    private func cell(_ cell: WinnersMatrix.Cell) -> HTML {
        guard cell.candidate > 0 else { return "<span class=\"note\">·</span>" }
        let share = Double(cell.won) / Double(cell.candidate)
        let isWrong = isWrong(cell)
        let tip =
            "won \(Quantity.count(cell.won)) of \(Quantity.count(cell.candidate)); the evidence says "
            + "\(Quantity.count(cell.due))"
            + (cell.close > 0 ? " to \(Quantity.count(cell.due + cell.close))" : "")
        return """
            <span class="share\(isWrong ? " wrong" : "")" style="--share:\(Int((share * 100).rounded()))" title="\(tip)">\
            \(Quantity.share(share))\(isWrong ? " ≠" : "")</span>
            """
    }
}
