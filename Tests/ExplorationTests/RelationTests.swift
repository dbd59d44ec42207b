import Model
import Testing

@testable import Exploration
import TestThreads

@Suite(.mayBlock) struct RelationTests {
    private func kind(_ kind: MoveKind, _ arguments: Int...) -> [Int] { [kind.rawValue, 0] + arguments }

    private func scenario(_ relation: Relation, providers: Int, _ moves: [[Int]]) -> Scenario {
        var world = Array(repeating: 0, count: Choices.ofWorld)
        world[0] = providers - 1
        world[Scenario.relationChoice] = Scenario.unrelated + relation.rawValue
        return Scenario(Choices(world: world, moves: moves))
    }

    private func text(_ scenario: Scenario) -> String { Script(scenario).text(id: "x") }

    @Test func everyRelationIsTriedAndTheModelSaysTheSameOfBoth() {
        var generator = Generator(seed: 3, focus: .relations)
        var seen: Set<Relation> = []
        for _ in 0..<1_000 where seen.count < Relation.allCases.count {
            guard let scenario = generator.next()?.scenario, let relation = scenario.relation else { continue }
            let twin = scenario.twin(by: relation)
            #expect(
                twin?.moves.map { Set($0.answer.owed.flatMap(\.cites)) }
                    == scenario.moves.map { Set($0.answer.owed.flatMap(\.cites)) })
            #expect(text(scenario).contains("\nalike: [values"))
            #expect(!text(scenario).contains("check: $run"))
            seen.insert(relation)
        }
        #expect(seen == Set(Relation.allCases))
    }

    /// After a restart it is the usual requestor that is set first.
    @Test func aRestartIsNotComparedWhereAnotherRequestorWasSet() {
        func relation(_ requestor: Int) -> Relation? {
            scenario(
                .notRestarted, providers: 2,
                [
                    [MoveKind.configure.rawValue, 0, 0, requestor], [MoveKind.restart.rawValue, 0, 0],
                    [MoveKind.configureInOrder.rawValue, 0, 0, 0],
                ]
            ).relation
        }
        #expect(relation(0) == .notRestarted && relation(3) == nil)
    }

    @Test func withoutAFocusSomeScenariosAreComparedAndMostAreNot() {
        var generator = Generator(seed: 3, on: Stage(isTelevision: true))
        let related = (0..<150).count { _ in generator.next()?.scenario.relation != nil }
        #expect((2..<60).contains(related))
    }

    @Test func whatDiffersStandsInTheMatrix() {
        let text = text(scenario(.turned, providers: 2, [kind(.configureInOrder), kind(.check)]))
        #expect(text.contains("- { name: in-order, v1: [sp1, sp2] }\n    - { name: turned, v1: [sp2, sp1] }"))
        #expect(text.contains("- start-configuration: $run.v1\n"))
        #expect(text.contains("- release: [sp1, sp2]\n"))
        #expect(text.hasSuffix("\nalike: [values, bindings]\n"))
    }

    @Test func bindingsAreComparedOnlyWhereTheOrderOfRepliesIsKnown() {
        let text = text(scenario(.turned, providers: 2, [kind(.configure), kind(.check)]))
        #expect(text.hasSuffix("\nalike: [values]\n"))
    }

    @Test func aRestartIsComparedWithNone() {
        let text = text(
            scenario(.notRestarted, providers: 1, [kind(.configure), kind(.signIn), kind(.restart), kind(.configure)]))
        #expect(text.contains("{ name: restarted, v1: restart }\n    - { name: not-restarted, v1: quiesce }"))
        #expect(text.contains("persistent-storage: true"))
    }

    /// AE-PRE-017: what is answered to who is not logged in may be another thing each time.
    @Test func whatTheDocumentsLeaveOpenIsNotCompared() {
        let before = [kind(.configure), kind(.preauthorize)]
        #expect(scenario(.twice, providers: 1, before).relation == nil)
        #expect(
            scenario(.twice, providers: 1, [kind(.configure), kind(.signIn), kind(.preauthorize)]).relation == .twice)
    }

    /// Where a login has run out, what is selected may be another thing each time.
    @Test func aSelectionThatIsOpenIsNotCompared() {
        let known = [kind(.configure), kind(.signIn), kind(.provider)]
        #expect(scenario(.twice, providers: 1, known).relation == .twice)
        let open = [kind(.configure), kind(.signIn), kind(.expire), kind(.provider)]
        #expect(scenario(.twice, providers: 1, open).moves.count == 4)
        #expect(scenario(.twice, providers: 1, open).relation == nil)
    }

    @Test func aProviderThatWinsNothingAnswersLast() {
        // The second of three lists nothing of its own, and answers before the third.
        var world = Array(repeating: 0, count: Choices.ofWorld)
        world[0] = 2
        world[6] = 1
        world[Scenario.relationChoice] = Scenario.unrelated + Relation.losersLast.rawValue
        let scenario = Scenario(
            Choices(world: world, moves: [kind(.configureInOrder)]))
        #expect(scenario.world.providers == [["A"], ["A"], ["B"]])
        #expect(text(scenario).contains("v1: [sp1, sp3, sp2]"))
    }

    @Test func anEmptyListIsOneMoreInBothWorldsAndAskedInOne() {
        let text = text(scenario(.emptyProvider, providers: 1, [kind(.configure)]))
        #expect(text.contains("sp2: []"))
        #expect(text.contains("v1: [sp1] }") && text.contains("v1: [sp1, sp2] }"))
    }

    @Test func otherIdsAreAFixtureOfOneCase() {
        let text = text(scenario(.renamed, providers: 1, [kind(.configure)]))
        #expect(text.contains("names: $run.v1"))
    }

    @Test func whereNothingWouldDifferThereIsNothingToCompare() {
        #expect(scenario(.notRestarted, providers: 1, [kind(.configure)]).relation == nil)
        #expect(scenario(.turned, providers: 1, [kind(.configure)]).relation == nil)
        #expect(scenario(.twice, providers: 1, [kind(.configure)]).relation == .twice)
    }
}
