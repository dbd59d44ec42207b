package import Evidence

/// A search through what the documents allow an application, a user and a network to do.
///
/// Scenarios by the hundred are judged beside each other; what fails is made small, and told once for each cause.
package struct Exploration: Sendable {
    /// A contract to be judged.
    package struct Trial: Sendable {
        package var id: String
        package var text: String
    }

    /// Judges contracts in their order; nil for one that was not run.
    ///
    /// `isAlone` where nothing else is to be done meanwhile.
    package typealias Judge = @Sendable ([Trial], _ isAlone: Bool) async -> [Verdict?]

    private var generator: Generator
    private let isTelevision: Bool
    private let digest: @Sendable (String) -> String
    private let judge: Judge
    package var shrinker = Shrinker()
    /// How many scenarios are judged beside each other.
    package var width = 128
    private var causes: [Cause] = []

    package private(set) var findings: [Explored] = []
    package private(set) var scenarios = 0
    package private(set) var moves = 0
    /// Scenarios whose contract is no contract, or that nothing could be said of.
    package private(set) var undecided: [String: Int] = [:]

    package init(
        _ generator: Generator, isTelevision: Bool, digest: @escaping @Sendable (String) -> String,
        judge: @escaping Judge
    ) {
        self.generator = generator
        self.isTelevision = isTelevision
        self.digest = digest
        self.judge = judge
    }

    package var coverage: Coverage { generator.coverage }
    package var interesting: [Choices] { generator.interesting }

    /// Judges one round of scenarios, and makes small what failed in a way not seen before.
    package mutating func explore(atMost limit: Int = .max, found: (Explored) -> Void = { _ in }) async {
        let made = (0..<min(width, limit)).map { _ in generator.next() }
        let trials = made.enumerated().map { trial(Script($1.scenario), number: scenarios + $0) }
        let verdicts = await judge(trials, false)
        let before = moves
        scenarios += made.count
        moves += made.reduce(0) { $0 + $1.scenario.moves.count }
        // The smallest first: it is shrunk soonest, and others are known then.
        for (one, verdict) in zip(made, verdicts).sorted(by: { $0.0.scenario.moves.count < $1.0.scenario.moves.count })
        {
            guard let verdict, verdict.outcome != .unknown else {
                undecided[verdict?.findings.first?.message ?? "not run", default: 0] += 1
                continue
            }
            guard let cause = Cause(verdict), !causes.contains(where: { $0.isLike(cause) }) else { continue }
            guard let small = await shrunk(one.choices, verdict, cause) else {
                undecided["seen once, and not again", default: 0] += 1
                continue
            }
            causes.append(cause)
            if let last = Cause(small.verdict) { causes.append(last) }
            var explored = small
            explored.movesBefore = before
            explored.movesFirst = one.scenario.moves.count
            guard !findings.contains(where: { $0.id == explored.id }) else { continue }
            findings.append(explored)
            found(explored)
        }
    }

    private func trial(_ script: Script, number: Int) -> Trial {
        let id = "explored-\(number)"
        return Trial(id: id, text: script.text(id: id))
    }

    /// nil where it is not seen again.
    private func shrunk(_ choices: Choices, _ verdict: Verdict, _ cause: Cause) async -> Explored? {
        let isTelevision = isTelevision
        let small = await shrinker.smallest(
            choices, normal: { Scenario.used($0, isTelevision: isTelevision) }
        ) { candidates in
            let scenarios = candidates.map { Scenario($0, isTelevision: isTelevision) }
            let trials = scenarios.enumerated().compactMap { $1.isDemanding ? trial(Script($1), number: $0) : nil }
            let failing = zip(trials, await judge(trials, false)).filter { _, verdict in
                verdict.flatMap(Cause.init)?.isLike(cause) ?? false
            }
            let ids = Set(failing.map(\.0.id))
            return scenarios.indices.map { ids.contains("explored-\($0)") }
        }
        // Alone, and under its own name.
        let scenario = Scenario(small, isTelevision: isTelevision)
        let script = Script(scenario)
        let id = "explored-\(digest(script.text(id: "")).prefix(10))"
        for _ in 0..<4 {
            guard let last = await judge([Trial(id: id, text: script.text(id: id))], true)[0], Cause(last) != nil else {
                continue
            }
            return Explored(
                choices: small, scenario: scenario, verdict: last, id: id,
                text: script.text(id: id, remark: Self.remark(last)), movesBefore: 0, movesFirst: 0)
        }
        return nil
    }

    /// What the model expected and what was seen, for the head of the contract.
    private static func remark(_ verdict: Verdict) -> [String] {
        guard let finding = verdict.findings.first(where: { $0.standing == .violated }) else { return [] }
        return ["found by exploring: \(finding.message)", "expected: \(finding.expected)", "seen: \(finding.seen)"]
            .map { $0.split(separator: "\n").joined(separator: " ") }
    }
}
