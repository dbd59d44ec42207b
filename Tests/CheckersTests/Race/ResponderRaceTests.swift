import Encodings
import Evidence
import Testing
import Timing

@testable import Checkers

@Suite struct ResponderRaceTests {
    private func endpoint(
        _ name: String, _ notBefore: Int64, _ taken: Int64?, _ mvpds: [String], _ evidence: EvidenceClass = .causal
    ) -> ResponderRace.Endpoint {
        let bounds = taken.map { [ResponderRace.Bound(MonotonicTime(nanoseconds: $0), evidence)] } ?? []
        return ResponderRace.Endpoint(
            name: name, notBefore: MonotonicTime(nanoseconds: notBefore), bounds: bounds,
            mvpds: Set(mvpds.map(ExactText.init)))
    }

    @Test func theFirstResponderThatListsAnMVPDMayHaveIt() {
        let race = ResponderRace(
            endpoints: [endpoint("sp1", 10, 20, ["A", "B"]), endpoint("sp2", 30, 40, ["B", "C"])],
            bindings: [.init("A", to: 0), .init("B", to: 0), .init("C", to: 1)])
        #expect(race.conclusion(restingOn: .causal) == .consistent)
        #expect(race.decides("B", restingOn: .causal))
    }

    @Test func aSlowerResponderMustNotHaveWhatAFasterOneLists() {
        let race = ResponderRace(
            endpoints: [endpoint("sp1", 10, 20, ["A", "B"]), endpoint("sp2", 30, 40, ["B"])],
            bindings: [.init("B", to: 1)])
        guard case .contradiction(let cycle) = race.conclusion(restingOn: .causal) else {
            Issue.record("accepted")
            return
        }
        #expect(cycle.count == 2)
        #expect(
            race.sentence(for: cycle)
                == "the port had processed the reply of sp1 before the reply of sp2 was sent; yet B belongs to sp2 "
                + "although sp1 lists it too, so the reply of sp2 must have been the earlier one; these contradict each other"
        )
    }

    @Test func aFasterResponderThatDoesNotListAnMVPDMustNotHaveIt() {
        let race = ResponderRace(
            endpoints: [endpoint("sp1", 10, 20, ["A"]), endpoint("sp2", 30, 40, ["B"])],
            bindings: [.init("B", to: 0)])
        #expect(race.conclusion(restingOn: .causal) == .unsupported(.init("B", to: 0)))
    }

    @Test func twoChoicesCanContradictEachOtherWithoutAnyClock() {
        let race = ResponderRace(
            endpoints: [endpoint("sp1", 10, nil, ["A", "B"]), endpoint("sp2", 10, nil, ["A", "B"])],
            bindings: [.init("A", to: 0), .init("B", to: 1)])
        guard case .contradiction(let cycle) = race.conclusion(restingOn: .causal) else {
            Issue.record("accepted")
            return
        }
        #expect(cycle.allSatisfy { if case .time = $0.reason { false } else { true } })
    }

    @Test(arguments: [0, 1]) func repliesWhoseOrderIsNotKnownMayHaveComeEitherWay(chosen: Int) {
        let race = ResponderRace(
            endpoints: [endpoint("sp1", 10, nil, ["A"]), endpoint("sp2", 20, nil, ["A"])],
            bindings: [.init("A", to: chosen)])
        #expect(race.conclusion(restingOn: .clocks) == .consistent)
        #expect(!race.decides("A", restingOn: .clocks))
    }

    @Test func weakEvidenceCountsOnlyWhereItIsAskedFor() {
        let race = ResponderRace(
            endpoints: [endpoint("sp1", 10, 20, ["A"], .roundTrips), endpoint("sp2", 30, 40, ["A"], .roundTrips)],
            bindings: [.init("A", to: 1)])
        #expect(race.conclusion(restingOn: .causal) == .consistent)
        #expect(race.conclusion(restingOn: .roundTrips) != .consistent)
    }

    @Test func theProofIsAShortestCycle() {
        // A long way round over sp2 and sp3, and a short one between sp1 and sp4.
        let race = ResponderRace(
            endpoints: [
                endpoint("sp1", 10, 20, ["D"]), endpoint("sp2", 30, 40, []), endpoint("sp3", 50, 60, []),
                endpoint("sp4", 70, 80, ["D"]),
            ], bindings: [.init("D", to: 3)])
        guard case .contradiction(let cycle) = race.conclusion(restingOn: .causal) else {
            Issue.record("accepted")
            return
        }
        #expect(cycle.map(\.first).sorted() == [0, 3])
    }
}
