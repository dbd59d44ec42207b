extension KillMatrix {
    /// How many mutants came to this end.
    package func count(_ status: Status) -> Int {
        mutants.count { $0.status == status }
    }

    /// How many of the mutants that were caught are known by evidence of this kind, and of none better.
    package func count(_ manner: Kill.Manner) -> Int {
        mutants.count { $0.manner == manner }
    }

    package var killed: Int { mutants.count(where: \.isKilled) }

    /// The mutants that nobody caught: those that survived, and those that were not reached.
    package var survivors: [Row] { mutants.filter { !$0.isKilled } }

    /// What cannot be: a degenerate port that passes a case.
    package var passesOfDegeneratePorts: [(port: String, caseID: String)] {
        degenerate.flatMap { row in row.passes.map { (row.id, $0) } }
    }

    /// Of the statements, those for which no mutant was caught by a case that cites them.
    package func withoutKill(_ statements: [String]) -> [String] {
        let killed = Set(mutants.flatMap { row in row.kills.filter(\.isRight).flatMap(\.statements) })
        return statements.filter { !killed.contains($0) }
    }

    /// Of the contracts, those without which every mutant would still be caught.
    package func withoutUniqueKill(_ contracts: [String]) -> [String] {
        let unique = Set(
            mutants.compactMap { row -> String? in
                let killers = Set(row.kills.map(\.contractID))
                return killers.count == 1 ? killers.first : nil
            })
        return contracts.filter { !unique.contains($0) }
    }

    /// What contracts claim to catch, and were not seen to.
    package func unkept(_ claims: [(contract: String, mutants: [String])]) -> [(contract: String, mutant: String)] {
        let killers = Dictionary(rows.map { ($0.id, Set($0.kills.map(\.contractID))) }) { first, _ in first }
        return claims.flatMap { claim in
            claim.mutants.compactMap { mutant in
                guard let contracts = killers[mutant], !contracts.contains(claim.contract) else { return nil }
                return (claim.contract, mutant)
            }
        }
    }

    /// Cases that together catch every port that any case catches, for the right reason where one does; none of them
    /// can be left out.
    ///
    /// The case that catches the most of what is left comes first, of equals the first by name. Ports that err by chance
    /// are left out: which case catches them is chance, too. So are those that only cases catch which do not take part.
    package func minimumKillingSet(among takesPart: (_ caseID: String) -> Bool = { _ in true }) -> [String] {
        var left: [String: Set<String>] = [:]
        for row in rows where row.isKilled && row.rate == 1 {
            let best = row.status == .rightReason ? row.kills.filter(\.isRight) : row.kills
            let killers = Set(best.map(\.caseID).filter(takesPart))
            if !killers.isEmpty { left[row.id] = killers }
        }
        let killers = left
        var chosen: [String] = []
        while !left.isEmpty {
            var counts: [String: Int] = [:]
            for cases in left.values { for id in cases { counts[id, default: 0] += 1 } }
            guard let best = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else { break }
            chosen.append(best)
            left = left.filter { !$0.value.contains(best) }
        }
        // A later choice can make an earlier one superfluous.
        for candidate in chosen.reversed() {
            let others = Set(chosen.filter { $0 != candidate })
            if killers.values.allSatisfy({ !$0.isDisjoint(with: others) }) { chosen.removeAll { $0 == candidate } }
        }
        return chosen.sorted()
    }
}
