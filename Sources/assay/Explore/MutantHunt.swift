import Exploration
import Mutants
import Specification
import Timing

/// Explores ports that are wrong on purpose, without a single contract, and counts which are found.
struct MutantHunt {
    let specifications: Specifications
    let mutants: [Mutant]
    let legs: [Leg]
    let seed: UInt64
    let ports: Int
    let time: Duration
    /// Ends it early; what was found by then is told.
    var interrupt: Interrupt?

    struct Row: Sendable {
        var mutant: Mutant
        /// nil where it was not found.
        var finding: Explored?
        var leg: Leg?
        /// Whether it was seen a second time, alone.
        var isConfirmed = false
        var moves = 0

        /// What does not fail again is not found; where nothing could be said, it stays as it was seen.
        mutating func take(secondLook outcome: Exploration) {
            guard outcome.decided > 0 else { return }
            finding = outcome.findings.first
            isConfirmed = finding != nil
        }
    }

    private static let areas = Focus.allCases.filter { ![.names, .relations, .faults].contains($0) }

    /// Where and what is looked for, round after round: first everything on each platform, then one area after the other,
    /// on one platform and, when all areas were searched, on the next.
    static func plan(_ legs: [Leg]) -> [(leg: Leg, focus: Focus?)] {
        legs.map { ($0, nil) }
            + legs.indices.flatMap { pass in
                areas.enumerated().map { (legs[($0 + pass) % legs.count], $1) }
            }
    }

    /// - Parameters:
    ///   - told: called for each mutant when it is done with.
    ///   - progress: called with how many were found so far, each time all that are left were looked for.
    func rows(
        told: @escaping @Sendable (Row) -> Void, progress: (_ found: Int) -> Void
    ) async throws(ToolError) -> [Row] {
        let start = MonotonicTime.now()
        // Making examples small takes longer than seeing something fail, so it waits until all are seen that will be.
        let searchEnd = start + time * 3 / 4
        let end = start + time
        // First a little of each; what was not found then gets an equal part of what is left of the time.
        var left = mutants.indices.map { $0 }
        var rows = mutants.map { Row(mutant: $0) }
        let plan = Self.plan(legs)
        for round in plan.indices
        where !left.isEmpty && MonotonicTime.now() < searchEnd && interrupt?.hasCome != true {
            let parts = round == 0 ? 4 : plan.count - round
            try await each(
                of: left, in: &rows, until: searchEnd, parts: parts, atOnce: ports
            ) { row, share throws(ToolError) in
                try await search(&row, round: round, plan[round], until: share, cutOff: searchEnd)
            }
            let seen = left.filter { rows[$0].finding != nil }
            // What does not come is waited for, so more of these fit beside each other.
            try await each(of: seen, in: &rows, until: end, atOnce: 4 * ports) { row, share throws(ToolError) in
                try await confirm(&row, until: share, cutOff: end)
            }
            left = left.filter { !rows[$0].isConfirmed }
            progress(rows.count - left.count)
        }
        for index in left where rows[index].finding == nil { told(rows[index]) }
        let seen = rows.indices.filter { rows[$0].finding != nil }
        // What is seen with full care is mostly waited for.
        try await each(of: seen, in: &rows, until: end, atOnce: 4 * ports) { row, share throws(ToolError) in
            try await shrink(&row, until: share, cutOff: end)
            told(row)
        }
        return rows
    }

    /// Does something with some of the rows, and tells each when its equal part of the time is over.
    private func each(
        of places: [Int], in rows: inout [Row], until end: MonotonicTime, parts: Int = 1, atOnce width: Int,
        _ work: @escaping @Sendable (inout Row, MonotonicTime) async throws(ToolError) -> Void
    ) async throws(ToolError) {
        guard !places.isEmpty else { return }
        let share = max(.milliseconds(500), (end - MonotonicTime.now()) * width / places.count / parts)
        let before = rows
        let results = try await sideBySide(places, atOnce: width) { place throws(ToolError) in
            var row = before[place]
            try await work(&row, min(end, MonotonicTime.now() + share))
            return row
        }
        for (place, row) in zip(places, results) { rows[place] = row }
    }

    private func search(
        _ row: inout Row, round: Int, _ place: (leg: Leg, focus: Focus?), until end: MonotonicTime,
        cutOff: MonotonicTime
    ) async throws(ToolError) {
        guard MonotonicTime.now() < end else { return }
        var explorer = explorer(of: row.mutant, place.leg, until: end, cutOff: cutOff)
        explorer.focus = place.focus
        explorer.seed = seed &+ UInt64(100 * round)
        explorer.shrinks = false
        let outcome = try await explorer.explore()
        try outcome.checkForMistakes()
        row.moves += outcome.moves
        guard let finding = outcome.findings.first else { return }
        (row.finding, row.leg) = (finding, place.leg)
    }

    /// What is not seen a second time, alone, is searched for again.
    private func confirm(
        _ row: inout Row, until end: MonotonicTime, cutOff: MonotonicTime
    ) async throws(ToolError) {
        guard let finding = row.finding, let leg = row.leg else { return }
        var explorer = explorer(of: row.mutant, leg, until: end, cutOff: cutOff)
        explorer.corpus = [finding.choices]
        explorer.shrinks = false
        let outcome = try await explorer.explore(atMost: 1)
        try outcome.checkForMistakes()
        row.take(secondLook: outcome)
    }

    /// What was seen stays found, also where nothing smaller is seen with full care.
    private func shrink(
        _ row: inout Row, until end: MonotonicTime, cutOff: MonotonicTime
    ) async throws(ToolError) {
        guard let finding = row.finding, let leg = row.leg, MonotonicTime.now() < end else { return }
        var explorer = explorer(of: row.mutant, leg, until: end, cutOff: cutOff)
        explorer.corpus = [finding.choices]
        let outcome = try await explorer.explore(atMost: 1)
        try outcome.checkForMistakes()
        guard let small = outcome.findings.first else { return }
        (row.finding, row.isConfirmed) = (small, true)
    }

    private func explorer(
        of mutant: Mutant, _ leg: Leg, until end: MonotonicTime, cutOff: MonotonicTime
    ) -> Explorer {
        var explorer = Explorer(
            specifications: specifications, choice: .mutant(text: "mutant:\(mutant.id)", mutant), leg: leg)
        // Many mutants are explored at once, so one round at a time is enough of each.
        (explorer.jobs, explorer.lanes) = (32, 1)
        (explorer.end, explorer.cutOff, explorer.interrupt) = (end, cutOff, interrupt)
        explorer.stopsAtFirst = true
        return explorer
    }
}

/// What a hunt came to, as a table.
struct HuntTable {
    let rows: [MutantHunt.Row]

    static func line(_ row: MutantHunt.Row) -> String {
        guard let finding = row.finding else { return "not found  \(row.mutant.id), \(row.moves) moves" }
        let found = row.isConfirmed ? "found    " : "seen once"
        return "\(found)  \(row.mutant.id), after \(row.moves) moves, with \(finding.scenario.moves.count): "
            + Script(finding.scenario).title
    }

    var summary: String {
        guard !rows.isEmpty else { return "no mutants" }
        let found = rows.filter(\.isConfirmed)
        let once = rows.count { $0.finding != nil } - found.count
        let sizes = found.compactMap(\.finding?.scenario.moves.count).sorted()
        let moves = found.map(\.moves).sorted()
        return "found \(found.count) of \(rows.count) mutants (\(100 * found.count / rows.count) %), "
            + (once > 0 ? "\(once) more were seen to fail once, " : "") + "the smallest examples have "
            + "\(sizes.isEmpty ? 0 : sizes[sizes.count / 2]) moves in the middle, and it took "
            + "\(moves.isEmpty ? 0 : moves[moves.count / 2]) moves to find one"
    }

    var csv: String {
        "mutant,found,moves to find,moves of the smallest,contract\n"
            + rows.map { row in
                "\(row.mutant.id),\(row.finding == nil ? "no" : row.isConfirmed ? "yes" : "once"),\(row.moves),"
                    + "\(row.finding?.scenario.moves.count ?? 0),\(row.finding?.contract.id ?? "")\n"
            }.joined()
    }
}
