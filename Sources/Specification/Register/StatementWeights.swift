package import Evidence

extension Statement.Basis {
    /// The most that breaking something counts for which rests on this.
    package var weight: Weight {
        Weight(self == .extended ? .extensions : .core, self == .reading ? .may : .must)
    }
}

extension Statement {
    /// What breaking it counts for.
    ///
    /// What the documents do not say, so that this suite had to choose a reading, fails nobody.
    package var weight: Weight {
        let isSilent = cites.contains { $0.part?.hasPrefix("silent") ?? false }
        return Weight(.core, isSilent ? .may : level).limited(by: basis.weight)
    }
}

/// What breaking the statements of a register counts for.
package struct StatementWeights: Sendable {
    private let weights: [String: Weight]

    package init(_ statements: [Statement]) {
        weights = Dictionary(statements.map { ($0.id, $0.weight) }) { first, _ in first }
    }

    /// A statement that nobody has registered binds like one of the documents.
    package subscript(id: String) -> Weight { weights[id] ?? Weight(.core, .must) }

    /// What a finding counts for that cites these: no more than the least of them bears; nil for none.
    package func least(of ids: [String]) -> Weight? {
        Weight.least(of: ids.map { self[$0] })
    }

    /// Those that bear as much as the first: a row of a table begins with the statements that carry it, and the others only
    /// speak of it.
    package func carrying(_ ids: [String]) -> [String] {
        ids.first.map { first in ids.filter { self[$0] == self[first] } } ?? []
    }

    /// Of the statements that a contract cites, those that its steps and expectations decide which name none of their own:
    /// those of its level, and of these the ones of the core where there are any.
    package func carrying(_ testCase: Case) -> [String] {
        let level = testCase.cites.filter { self[$0].level == testCase.level }
        let core = level.filter { self[$0].profile == .core }
        return !core.isEmpty ? core : !level.isEmpty ? level : testCase.cites
    }

    /// The profiles of what a case is about.
    package func profiles(of testCase: Case) -> Set<Profile> {
        Set(testCase.ownCites.map { self[$0].profile })
    }
}
