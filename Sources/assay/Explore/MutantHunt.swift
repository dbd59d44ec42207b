import Evidence
import Exploration
import Mutants
import Reports
import Specification
import Synchronization
import Timing

/// Explores ports that are wrong on purpose, without a single contract, and counts which are found.
struct MutantHunt {
    let specifications: Specifications
    let mutants: [Mutant]
    let legs: [Leg]
    let seed: UInt64
    /// How many ports are explored at once.
    let ports: Int
    /// How long all of it may take.
    let time: Duration

    struct Row: Sendable {
        var mutant: Mutant
        /// nil where it was not found.
        var finding: Explored?
        var moves = 0
    }

    private static let areas = Focus.allCases.filter { ![.names, .relations, .faults].contains($0) }

    /// - Parameter told: called for each mutant when it is done with.
    func rows(told: @escaping @Sendable (Row) -> Void) async throws(ToolError) -> [Row] {
        let deadline = MonotonicTime.now() + time
        // First a little of each; what was not found then gets an equal part of what is left of the time.
        var left = mutants.indices.map { $0 }
        var rows = mutants.map { Row(mutant: $0) }
        for round in 0...Self.areas.count where !left.isEmpty && MonotonicTime.now() < deadline {
            let count = left.count
            let before = rows
            let parts = round == 0 ? 4 : Self.areas.count + 1 - round
            let share = (deadline - MonotonicTime.now()) * ports / count / parts
            let results = try await sideBySide(left, atOnce: ports) { index throws(ToolError) in
                var row = before[index]
                try await look(at: &row, round: round, for: max(.milliseconds(500), share), deadline)
                if row.finding != nil { told(row) }
                return row
            }
            for (index, row) in zip(left, results) { rows[index] = row }
            left = left.filter { rows[$0].finding == nil }
        }
        for index in left { told(rows[index]) }
        return rows
    }

    private func look(
        at row: inout Row, round: Int, for time: Duration, _ deadline: MonotonicTime
    ) async throws(ToolError) {
        let mutant = row.mutant
        for (place, leg) in legs.enumerated() where row.finding == nil {
            let end = min(deadline, MonotonicTime.now() + time / legs.count)
            var explorer = Explorer(
                specifications: specifications, choice: .mutant(text: "mutant:\(mutant.id)", mutant), leg: leg)
            // What was not found anywhere is looked for in one area after the other.
            explorer.focus = round == 0 ? nil : Self.areas[(round - 1) % Self.areas.count]
            explorer.seed = seed &+ UInt64(100 * round + place)
            explorer.jobs = 32
            explorer.end = end
            explorer.stopsAtFirst = true
            let outcome = try await explorer.explore()
            if let mistake = outcome.mistakes.first { throw ToolError(exitCode: .suite, message: mistake) }
            row.moves += outcome.moves
            row.finding = outcome.findings.first
        }
    }
}

/// What a hunt came to, as a table.
struct HuntTable {
    let rows: [MutantHunt.Row]

    static func line(_ row: MutantHunt.Row) -> String {
        guard let finding = row.finding else { return "not found  \(row.mutant.id), \(row.moves) moves" }
        return "found      \(row.mutant.id), after \(row.moves) moves, with \(finding.scenario.moves.count): "
            + Script(finding.scenario).title
    }

    var summary: String {
        let found = rows.compactMap(\.finding)
        let sizes = found.map(\.scenario.moves.count).sorted()
        let moves = rows.filter { $0.finding != nil }.map(\.moves).sorted()
        guard !rows.isEmpty else { return "no mutants" }
        return
            "found \(found.count) of \(rows.count) mutants (\(100 * found.count / rows.count) %), the smallest examples have "
            + "\(sizes.isEmpty ? 0 : sizes[sizes.count / 2]) moves in the middle, and it took "
            + "\(moves.isEmpty ? 0 : moves[moves.count / 2]) moves to find one"
    }

    var csv: String {
        "mutant,found,moves to find,moves of the smallest,contract\n"
            + rows.map { row in
                "\(row.mutant.id),\(row.finding == nil ? "no" : "yes"),\(row.moves),"
                    + "\(row.finding?.scenario.moves.count ?? 0),\(row.finding?.id ?? "")\n"
            }.joined()
    }
}
