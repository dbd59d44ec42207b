package import Evidence
import Model

/// A search through what the documents allow an application, a user and a network to do.
///
/// Scenarios by the dozen are judged beside each other; what fails is made small, and told once for each cause.
package struct Exploration: Sendable {
    /// A contract to be judged.
    package struct Trial: Sendable {
        package var id: String
        package var text: String
    }

    /// With how much care contracts are judged.
    package enum Care: Sendable {
        /// A port that is quiet for less than a second is held to be silent.
        case hasty
        /// A port that waits before it goes on is waited for.
        case patient
        /// As `assay run` judges.
        case full
    }

    /// Judges contracts in their order; nil for one that was not run.
    package typealias Judge = @Sendable ([Trial], Care) async -> [Verdict?]

    private var generator: Generator
    private let digest: @Sendable (String) -> String
    private let judge: Judge
    package var shrinker = Shrinker()
    /// Whether what fails is made small and seen once more with full care; otherwise it is told as it was seen first.
    package var shrinks = true
    /// How many rounds are judged beside each other: the slowest scenario of one does not hold up the others.
    package var lanes = 1
    /// How many scenarios there are in a round, first and at most: most wrong ports are found soon.
    package var (width, maxWidth) = (16, 128)
    /// Rounds become narrower where one takes longer: a search ends with the rounds that are under way at its end.
    package var longestRound = Duration.seconds(3)
    /// Asked before anything more is judged; what is known when it is over stays known.
    package var isOver: @Sendable () -> Bool = { false }
    /// Whether the first failure ends the search.
    package var stopsAtFirst = false
    /// Whether it is told, too, where a port does not do what it should.
    package var isAdvised = false
    private var causes: [Cause] = []
    /// Whether the port was seen to be slow: to do late what it was held to do not at all.
    private var isSlow = false

    package private(set) var findings: [Explored] = []
    package private(set) var scenarios = 0
    /// How many of them the port was seen to pass or to fail.
    package var decided: Int { undecided.values.reduce(scenarios) { $0 - $1.count } }
    package private(set) var moves = 0
    /// How many steps the contracts had that the moves were written as.
    package private(set) var steps = 0
    /// Whether there are no more scenarios of the kind that is asked for.
    package private(set) var isExhausted = false
    /// Scenarios that nothing could be said of, by why.
    package private(set) var undecided: [String: Undecided] = [:]
    /// What made a scenario no contract: mistakes of the suite.
    package var mistakes: [String] = []

    package init(
        _ generator: Generator, digest: @escaping @Sendable (String) -> String, judge: @escaping Judge
    ) {
        self.generator = generator
        self.digest = digest
        self.judge = judge
    }

    package var coverage: Coverage { generator.coverage }
    private var stage: Stage { generator.stage }
    package var interesting: [Choices] { generator.interesting }
    package var untried: [Choices] { generator.untried }

    /// A few scenarios, and what came of them.
    private struct Round: Sendable {
        var made: [(choices: Choices, scenario: Scenario)]
        var steps: Int
        var verdicts: [Verdict?] = []
        /// Whether the port did late what it was held to do not at all.
        var isSlow = false
        var duration = Duration.zero
    }

    /// Judges scenarios until there are so many, or the search is over, and makes small what failed in a new way.
    package mutating func explore(atMost limit: Int = .max, found: (Explored) -> Void = { _ in }) async {
        await withTaskGroup(of: Round.self) { group in
            var underWay = 0
            var begun = 0
            while true {
                while underWay < lanes, !hasEnded, let round = nextRound(atMost: limit - begun, number: begun) {
                    begun += round.made.count
                    underWay += 1
                    group.addTask { await round.judging() }
                    // What is drawn takes a thread that a port may wait for.
                    await Task.yield()
                }
                guard let round = await group.next() else { return }
                underWay -= 1
                await take(round, found)
            }
        }
    }

    /// Whether nothing more is begun.
    private var hasEnded: Bool { isOver() || stopsAtFirst && findings.contains(where: \.isFailure) }

    private func cause(of verdict: Verdict) -> Cause? { Cause(verdict, isAdvised: isAdvised) }

    /// nil where there is none.
    private mutating func nextRound(
        atMost limit: Int, number: Int
    ) -> (made: [(choices: Choices, scenario: Scenario)], judging: @Sendable () async -> Round)? {
        var made: [(choices: Choices, scenario: Scenario)] = []
        while made.count < min(width, limit), !isOver() {
            guard let next = generator.next() else {
                isExhausted = true
                break
            }
            made.append(next)
        }
        guard !made.isEmpty else { return nil }
        let scripts = made.map { Script($0.scenario) }
        let trials = scripts.enumerated().map { trial($1, number: number + $0) }
        let steps = scripts.reduce(0) { $0 + $1.stepCount }
        let (round, isSlow, judge, isOver) = (Round(made: made, steps: steps), isSlow, judge, isOver)
        return (made, { await Self.judged(round, trials, isSlow: isSlow, judge, isOver) })
    }

    /// Hastily, and once more with patience where something did not come; a port that is slow is not hurried again.
    private static func judged(
        _ round: Round, _ trials: [Trial], isSlow: Bool, _ judge: Judge, _ isOver: @Sendable () -> Bool
    ) async -> Round {
        var round = round
        let start = ContinuousClock.now
        round.verdicts = await judge(trials, isSlow ? .patient : .hasty)
        round.duration = .now - start
        let late = isSlow ? [] : trials.indices.filter { round.verdicts[$0]?.doubt == .silence }
        guard !late.isEmpty, !isOver() else { return round }
        for (index, verdict) in zip(late, await judge(late.map { trials[$0] }, .patient)) {
            round.verdicts[index] = verdict
            if verdict?.outcome == .pass { round.isSlow = true }
        }
        return round
    }

    private mutating func take(_ round: Round, _ found: (Explored) -> Void) async {
        scenarios += round.made.count
        moves += round.made.reduce(0) { $0 + $1.scenario.moves.count }
        steps += round.steps
        isSlow = isSlow || round.isSlow
        let count = round.made.count
        width = round.duration > longestRound ? max(2, count / 2) : min(max(width, 2 * count), maxWidth)
        // The smallest first: it is shrunk soonest, and others are known then.
        let sorted = zip(round.made, round.verdicts).sorted { $0.0.scenario.moves.count < $1.0.scenario.moves.count }
        for (one, verdict) in sorted {
            guard let verdict, [.pass, .warn, .fail, .crash].contains(verdict.outcome) else {
                leaveOpen(one.scenario, verdict, verdict?.findings.first?.message ?? "not run")
                continue
            }
            guard let cause = cause(of: verdict), !isKnown(cause) else { continue }
            // One failure is told in any case, however large: it decides how the search ends.
            let isFirst = findings.isEmpty || cause.outcome != .warn && !findings.contains(where: \.isFailure)
            guard isFirst || !hasEnded else {
                leaveOpen(one.scenario, verdict, "failed in a new way, but the search had ended")
                continue
            }
            guard let small = await shrunk(one.choices, verdict, cause) else {
                let message = verdict.findings.first { $0.standing == .violated }?.message ?? "no finding"
                let reason = isOver() ? "seen once, and no time was left to see it again" : "seen once, and not again"
                leaveOpen(one.scenario, verdict, "\(reason): \(message)")
                continue
            }
            if let told = self.cause(of: small.verdict) { causes.append(told) }
            guard !findings.contains(where: { $0.contract.id == small.contract.id }) else { continue }
            findings.append(small)
            found(small)
        }
    }

    /// Counts a scenario that nothing could be said of; the first for each reason stays, to be looked at.
    private mutating func leaveOpen(_ scenario: Scenario, _ verdict: Verdict?, _ reason: String) {
        // Whatever step it was in, and whatever the values of the session were.
        let reason = ValueFreeText(reason.replacing(#/^step \d+ \(.*?\): /#, with: "")).text
        var open = undecided[reason] ?? Undecided(contract: contract(scenario, verdict))
        open.count += 1
        undecided[reason] = open
    }

    private func isKnown(_ cause: Cause) -> Bool { causes.contains { $0.isSame(as: cause) } }

    /// Whether it fails for a cause like this one, and not for one that was told before.
    private func shows(_ verdict: Verdict?, _ cause: Cause) -> Bool {
        guard let own = verdict.flatMap({ self.cause(of: $0) }) else { return false }
        return own.isLike(cause) && !isKnown(own)
    }

    private func trial(_ script: Script, number: Int) -> Trial {
        let id = "explored-\(number)"
        return Trial(id: id, text: script.text(id: id))
    }

    /// nil where it is not seen again.
    private func shrunk(_ choices: Choices, _ verdict: Verdict, _ cause: Cause) async -> Explored? {
        guard shrinks else {
            return explored(choices, scenario(choices), verdict)
        }
        let care: Care = isSlow || verdict.doubt == .silence ? .patient : .hasty
        if !Scenario(choices, on: stage).isCrowd, await isSeenAgain(choices, care, cause),
            let alone = await confirmed(await small(choices, by: shrinker, care, cause), cause)
        {
            return alone
        }
        // Sessions of one process may have in common what none of them shows alone.
        let crowded = Scenario.crowded(choices)
        guard !isOver(), await isSeenAgain(crowded, care, cause) else { return nil }
        // One candidate beside another would have the other's sessions for company, and what comes by chance is not made
        // rarer.
        var shrinker = shrinker
        (shrinker.width, shrinker.budget) = (1, shrinker.budget / 4)
        let small = await small(crowded, by: shrinker, care, cause, timesSeen: 2) { Scenario.crowded($0) }
        if let seen = await confirmed(small, cause) { return seen }
        return small == crowded ? nil : await confirmed(crowded, cause)
    }

    /// Whether it fails once more without the others of its round.
    private func isSeenAgain(_ choices: Choices, _ care: Care, _ cause: Cause) async -> Bool {
        for attempt in 0..<2 where attempt == 0 || !isOver() {
            if await fail([choices], care, cause) == [true] { return true }
        }
        return false
    }

    private func small(
        _ choices: Choices, by shrinker: Shrinker, _ care: Care, _ cause: Cause, timesSeen: Int = 1,
        as related: @escaping @Sendable (Choices) -> Choices = { $0 }
    ) async -> Choices {
        let stage = stage
        return await shrinker.smallest(
            choices, normal: { related(Scenario.used($0, on: stage)) }, isOver: isOver
        ) { candidates in
            var failing = await fail(candidates, care, cause)
            for _ in 1..<timesSeen where failing.contains(true) {
                failing = zip(failing, await fail(candidates, care, cause)).map { $0 && $1 }
            }
            return failing
        }
    }

    /// Whether each fails for a cause like this one, when they are judged beside each other.
    private func fail(_ candidates: [Choices], _ care: Care, _ cause: Cause) async -> [Bool] {
        let scenarios = candidates.map { Scenario($0, on: stage) }
        let trials = scenarios.enumerated().compactMap { $1.isDemanding ? trial(Script($1), number: $0) : nil }
        let ids = Set(zip(trials, await judge(trials, care)).filter { shows($1, cause) }.map(\.0.id))
        return scenarios.indices.map { ids.contains("explored-\($0)") }
    }

    /// What is told; where the time was over it may not be small.
    private func scenario(_ choices: Choices) -> Scenario {
        var scenario = Scenario(choices, on: stage)
        scenario.isSmall = shrinks && !isOver()
        return scenario
    }

    /// What was made small, seen once more under its own name and beside nothing else; nil where it is not.
    private func confirmed(_ small: Choices, _ cause: Cause) async -> Explored? {
        let scenario = scenario(small)
        let script = Script(scenario)
        let id = id(of: script)
        for attempt in 0..<4 where attempt == 0 || !isOver() {
            let last = await judge([Trial(id: id, text: script.text(id: id))], .full)[0]
            if let last, shows(last, cause) { return explored(small, scenario, last) }
        }
        return nil
    }

    private func id(of script: Script) -> String { "explored-\(digest(script.text(id: "")).prefix(10))" }

    private func explored(_ choices: Choices, _ scenario: Scenario, _ verdict: Verdict) -> Explored {
        Explored(choices: choices, scenario: scenario, verdict: verdict, contract: contract(scenario, verdict))
    }

    /// A scenario under the id that its content decides, with what was said of it in its head.
    private func contract(_ scenario: Scenario, _ verdict: Verdict?) -> Trial {
        let script = Script(scenario)
        let id = id(of: script)
        return Trial(id: id, text: script.text(id: id, remark: verdict.map(Self.remark) ?? []))
    }

    /// What the model expected and what was seen, for the head of the contract.
    private static func remark(_ verdict: Verdict) -> [String] {
        let all = verdict.findings
        guard let finding = all.first(where: { $0.standing == .violated }) ?? all.first else { return [] }
        let head = finding.standing == .violated ? "found by exploring" : "could not be decided"
        return ["\(head): \(finding.message)", "expected: \(finding.expected)", "actual: \(finding.seen)"]
            .map(inOneLine)
    }

    /// What a port says may be any text, and a comment ends with its line.
    private static func inOneLine(_ text: String) -> String {
        let lines = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return String(
            String.UnicodeScalarView(
                lines.unicodeScalars.map { scalar in
                    switch scalar.value {
                    case ..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0xFFFE, 0xFFFF: "\u{FFFD}"
                    default: scalar
                    }
                }))
    }
}
