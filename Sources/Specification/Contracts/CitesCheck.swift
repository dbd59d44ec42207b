import Documents
import Evidence

/// What every finding of a contract counts for is decided by what its place cites.
///
/// A finding belongs to one profile and has one level. So no place cites statements that bear differently; what the
/// contract cites and no place names is of the contract's level, and of the core where the contract is of the core.
struct CitesCheck {
    let weights: StatementWeights

    init(_ register: Register) {
        weights = StatementWeights(register.statements)
    }

    func report(on cases: [Case], _ diagnostics: Diagnostics) {
        var told: Set<String> = []
        for testCase in cases {
            for problem in problems(of: testCase) where told.insert(testCase.contractID + problem).inserted {
                diagnostics.report(problem, file: testCase.file, at: Mark(line: testCase.line, column: 1))
            }
        }
    }

    func problems(of testCase: Case) -> [String] {
        let carrying = weights.carrying(testCase)
        guard let weight = carrying.first.map({ weights[$0] }), weight.level == testCase.level else {
            return [
                "the contract is a \(testCase.level.rawValue), but cites no statement of that level: "
                    + words(testCase.cites)
            ]
        }
        let expectations = testCase.expectations + testCase.readings.flatMap(\.expectations)
        let places = testCase.steps.map(\.cites) + expectations.map(\.cites)
        let mixed = places.filter { Set($0.map { weights[$0] }).count > 1 }.map { cites in
            "one place cites statements of different levels, so what a finding there counts for is unclear: \(words(cites))"
        }
        let named = Set(places.joined())
        let unnamed = testCase.cites.filter { id in
            weights[id] != weight && weights[id].level != .may && !named.contains(id)
        }.map { id in
            "the contract cites \(words([id])), and none of its places decides that: they decide \(words(carrying))"
        }
        return mixed + unnamed + testCase.steps.compactMap { weakWait($0, in: weight) }
    }

    /// A case that ends at what it waits for decides nothing more, so that it waits only for what binds as much as it.
    private func weakWait(_ step: Step, in weight: Weight) -> String? {
        switch step.action {
        case .await, .awaitHeld: break
        default: return nil
        }
        guard let own = weights.least(of: step.cites), own.limited(by: weight) != weight else { return nil }
        return "the step '\(step.text)' waits for what binds less than the contract, \(words(step.cites)): "
            + "expect it, or give it a contract of its own"
    }

    /// The statements with what they count for: `AE-SP-007 (core MUST)`.
    private func words(_ ids: [String]) -> String {
        ids.map { id in
            let weight = weights[id]
            return "\(id) (\(weight.profile.rawValue) \(weight.level.rawValue))"
        }.joined(separator: ", ")
    }
}
