import Evidence
import Model
import Testing

@testable import Exploration
import TestThreads

@Suite(.mayBlock) struct GeneratorTests {
    private func titles(seed: UInt64, _ count: Int = 50) -> [String] {
        var generator = Generator(seed: seed)
        return (0..<count).map { _ in generator.next().map { Script($0.scenario).title } ?? "" }
    }

    @Test func theSeedDecidesEveryScenario() {
        #expect(titles(seed: 7) == titles(seed: 7))
        #expect(titles(seed: 7) != titles(seed: 8))
    }

    /// Time passes only where nobody has to wait for it.
    @Test(arguments: [[], Set(Ability.allCases)]) func aThousandScenariosHaveEveryKindOfMove(_ abilities: Set<Ability>)
    {
        // Apple's dialog is there where the device has an account.
        let special: Set<MoveKind> = [
            .expire, .expireAuthorizations, .pick, .closeDialog, .configureDefault, .launchOther,
        ]
        let all = Set(MoveKind.allCases).subtracting(abilities.isEmpty ? special : [])
        var kinds: Set<MoveKind> = []
        var generators = [false, true].map {
            Generator(seed: 1, on: Stage(isTelevision: $0), abilities: abilities, isAdvised: true)
        }
        for number in 0..<1_000 where kinds != all {
            kinds.formUnion(generators[number % 2].next()?.scenario.moves.map(\.kind) ?? [])
        }
        #expect(all.subtracting(kinds) == [])
    }

    /// What a port keeps wrongly shows when the same is asked before and after.
    @Test func manyScenariosAskTheSameBeforeAndAfterSomethingElse() {
        var generator = Generator(seed: 1)
        let made = (0..<60).compactMap { _ in generator.next()?.scenario.moves }
        let asking = made.count { moves in
            guard moves.count > 4, moves[1].kind == .signIn, MoveKind.questions.contains(moves[2].kind) else {
                return false
            }
            return MoveKind.events.contains(moves[3].kind) && moves[4...].contains { $0.act == moves[2].act }
        }
        #expect(asking > 4)
    }

    /// A port that is being written has few calls, and can be explored all the same.
    @Test func nothingIsDrawnThatNeedsACallThatThePortLacks() throws {
        let few: Set = ["setRequestor:serviceProviders:", "checkAuthentication", "getSelectedProvider"]
        var generator = Generator(seed: 1, calls: few)
        let made = (0..<40).compactMap { _ in generator.next()?.scenario }
        #expect(made.count == 40)
        for scenario in made {
            for move in scenario.moves { #expect(move.calls(in: scenario.world).isSubset(of: few)) }
        }
        var all = Generator(seed: 1)
        let calls = (0..<40).compactMap { _ in all.next()?.scenario }.flatMap { scenario in
            scenario.moves.flatMap { $0.calls(in: scenario.world) }
        }
        #expect(
            Set(calls).isSuperset(of: few.union(["setSelectedProvider:", "handleExternalURL:", "getAuthorization:"])))
        var none = Generator(seed: 1, calls: [])
        none.maxDraws = 50
        #expect(none.next() == nil)
    }

    @Test(arguments: ["AE-REQ-008", "AE-GETZ-006"])
    func withAStatementEveryScenarioPromisesIt(_ statement: String) throws {
        var generator = Generator(seed: 1, statement: statement)
        for _ in 0..<10 {
            let next = generator.next()
            let promises = try #require(next).scenario.moves.flatMap {
                $0.answer.owed + $0.answer.asked + $0.answer.forbidden
            }
            #expect(promises.contains { $0.cites.contains(statement) })
        }
    }

    /// What was drawn and not taken was not tried, and is nothing to go on from.
    @Test func withAStatementOnlyWhatPromisesItCounts() throws {
        let corpus = [Choices(world: [0], moves: [[MoveKind.configure.rawValue]])]
        var generator = Generator(seed: 1, statement: "AE-GETZ-006", corpus: corpus)
        var coverage = Coverage()
        for _ in 0..<3 {
            let next = generator.next()
            coverage.take(try #require(next).scenario)
        }
        #expect(generator.coverage == coverage && generator.interesting.count <= 3)
        #expect(generator.untried == corpus)
    }

    /// A scenario without moves is no contract.
    @Test func everyScenarioDemandsSomething() {
        var generator = Generator(seed: 1, on: Stage(isTelevision: true), focus: .authentication)
        let scenarios = (0..<50).map { _ in generator.next()?.scenario }
        #expect(scenarios.allSatisfy { $0?.isDemanding == true })
    }

    @Test func whatWasSeenBeforeIsWorthLess() throws {
        var generator = Generator(seed: 1)
        let made = (0..<20).compactMap { _ in generator.next()?.scenario }
        var coverage = Coverage()
        for scenario in made.prefix(10) { coverage.take(scenario) }
        for scenario in made {
            let before = coverage.gain(of: scenario)
            #expect(before > 0)
            coverage.take(scenario)
            #expect(coverage.gain(of: scenario) < before)
        }
    }

    /// What a port has kept of the first answer may be wrong by the second.
    @Test func theSameOnceMoreAfterSomethingElseIsWorthMore() {
        func scenario(last: Int) -> Scenario {
            let preauthorize = { [MoveKind.preauthorize.rawValue, 0, $0, 0] }
            return Scenario(
                Choices(
                    world: [0],
                    moves: [
                        [MoveKind.configure.rawValue], preauthorize(1), [MoveKind.signIn.rawValue], preauthorize(last),
                    ]))
        }
        let (same, other) = (scenario(last: 1), scenario(last: 2))
        #expect(same.moves.count == 4 && same.moves[1].act == same.moves[3].act)
        #expect(other.moves.count == 4 && other.moves[1].act != other.moves[3].act)
        var coverage = Coverage()
        coverage.take(other)
        #expect(coverage.gain(of: same) > coverage.gain(of: other))
    }

    /// They are made less often, and go on to be made.
    @Test func restartsAreWorthLessWhereProcessesCost() {
        let restarts = [0, 20].map { cost in
            var generator = Generator(seed: 1, processCost: cost)
            return (0..<100).count { _ in
                let next = generator.next()
                return next?.scenario.moves.contains { $0.kind == .restart } ?? false
            }
        }
        #expect(restarts[1] > 5 && restarts[1] < restarts[0], "\(restarts)")
    }

    @Test func noScenarioPromisesWhatTheModelKnowsNothingOf() {
        var generator = Generator(seed: 1, statement: "AE-NONE-001")
        generator.maxDraws = 100
        let next = generator.next()
        #expect(next == nil)
    }

    @Test func choicesThatAreNotUsedMakeNoDifference() throws {
        var generator = Generator(seed: 3)
        for _ in 0..<50 {
            let next = generator.next()
            let (choices, scenario) = try #require(next)
            #expect(Scenario(Scenario.used(choices)) == scenario)
        }
    }

    @Test func anyChoicesMakeAScenario() {
        var numbers = SeededRandom(seed: 5)
        for _ in 0..<300 {
            let choices = Choices(
                world: (0..<3).map { _ in Int(truncatingIfNeeded: numbers.next()) },
                moves: (0..<8).map { _ in (0..<4).map { _ in Int(truncatingIfNeeded: numbers.next()) } })
            #expect(Scenario(choices, on: Stage(isTelevision: true)).moves.count <= 8)
        }
    }
}
