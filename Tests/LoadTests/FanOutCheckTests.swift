import AccessEnablerAPI
import LoadResults
import Specification
import Testing
import Timing

@testable import Load

/// What a fan-out may look like, and what cannot have been.
@Suite struct FanOutCheckTests {
    private static let mark = "-x1n7x"
    private let rules = FanOutRules(.journeys(providers: 3, each: 3, shared: 2))

    private func at(_ milliseconds: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: milliseconds * 1_000_000) }

    /// Replies that leave at 10, 20 and 30 ms, each processed 2 ms later; a picker with these providers' attributes.
    private func fanOut(
        _ winners: [String: Int], left: [Int64] = [10, 20, 30], processed: [Int64?] = [12, 22, 32],
        status: [Int] = [200, 200, 200]
    ) -> FanOut {
        let branches = (0..<3).map { index -> FanOut.Branch? in
            FanOut.Branch(
                exchange: FeedExchange(
                    session: 7, exchange: UInt64(index), provider: index, status: status[index], asked: at(1),
                    received: at(1), answered: at(left[index]), left: at(left[index]), isBroken: false),
                processed: processed[index].map(at), isValid: status[index] == 200)
        }
        var fanOut = FanOut(called: at(0), branches: branches)
        fanOut.completions = 1
        fanOut.completed = at(40)
        fanOut.status = .success
        fanOut.picker = FanOut.Picker(
            time: at(50),
            items: winners.sorted { $0.key < $1.key }.map { name, provider in
                let id = name + Self.mark
                return MVPD(
                    id: id, displayName: "\(id) by sp\(provider)",
                    logoURL: "https://logos.example/sp\(provider)/\(id).png"
                ).value
            })
        return fanOut
    }

    private static let right = ["S1": 1, "S2": 1, "P1x3": 1, "P2x3": 2, "P3x3": 3]

    private func check(_ fanOut: FanOut) -> FanOutFinding {
        FanOutCheck(fanOut: fanOut, rules: rules, mark: Self.mark).finding()
    }

    @Test func theFirstResponderOfEachIsRightAndDecided() {
        let finding = check(fanOut(Self.right))
        #expect(finding.isClean)
        #expect(finding.contested == 2)
        #expect(finding.conclusive == 2)
    }

    @Test func theSecondResponderIsNotRight() {
        #expect(!check(fanOut(Self.right.merging(["S2": 2]) { $1 })).isClean)
    }

    @Test func whatCouldHaveBeenEitherWayIsNeitherWrongNorDecided() {
        let tie = fanOut(Self.right.merging(["S1": 2, "S2": 2]) { $1 }, left: [20, 20, 20], processed: [22, 22, 22])
        #expect(check(tie).isClean)
        #expect(check(tie).conclusive == 0)
        #expect(check(fanOut(Self.right, processed: [nil, nil, nil])).conclusive == 0)
    }

    /// Whoever of two got one MVPD was before the other, and cannot have been after it for another.
    @Test func twoMVPDsThatContradictEachOtherAreNotRight() {
        let tie = fanOut(Self.right.merging(["S1": 1, "S2": 2]) { $1 }, left: [20, 20, 30], processed: [22, 22, 32])
        #expect(!check(tie).isClean && check(tie).isContradictory)
    }

    @Test func aReplyThatIsNoConfigurationHasNoClaim() {
        let late = fanOut(
            ["S1": 2, "S2": 2, "P2x3": 2, "P3x3": 3], status: [503, 200, 200])
        #expect(check(late).isClean)
        #expect(!check(fanOut(Self.right, status: [503, 200, 200])).isClean)
    }

    @Test(
        arguments: [
            ["S1": 1, "S2": 1, "P2x3": 2, "P3x3": 3], ["S1": 1, "S2": 1, "P1x3": 2, "P2x3": 2, "P3x3": 3],
        ])
    func aPickerThatLacksOneOrGivesItToAStrangerIsNotRight(winners: [String: Int]) {
        #expect(!check(fanOut(winners)).isClean)
    }

    @Test func aValueOfAnotherSessionIsNotRight() {
        #expect(!FanOutCheck(fanOut: fanOut(Self.right), rules: rules, mark: "-x1n8x").finding().isClean)
    }

    @Test func twoCompletionsOrNoneAreNotRight() {
        var twice = fanOut(Self.right)
        twice.completions = 2
        #expect(!check(twice).isClean)
        twice.completions = 0
        #expect(!check(twice).isClean)
    }

    @Test func aProviderThatWasNotAskedIsNotRight() {
        var missing = fanOut(Self.right)
        missing.branches[1] = nil
        #expect(!check(missing).isClean)
    }

    @Test func successBeforeAnybodyHasAnsweredIsNotRight() {
        var early = fanOut(Self.right)
        early.completed = at(5)
        #expect(!check(early).isClean)
    }

    /// A port may take replies in late, so one lost race is no violation; it is counted.
    @Test func aClearRaceThatIsLostIsCountedAndProvesNothing() {
        let late = fanOut(Self.right.merging(["S1": 3, "S2": 3]) { $1 }, processed: [34, 33, 32])
        #expect(check(late).isClean)
        #expect(check(late).isClearRace)
        #expect(check(late).isLostRace)
        #expect(check(fanOut(Self.right)).isClearRace)
        #expect(!check(fanOut(Self.right)).isLostRace)
        let tie = fanOut(Self.right, left: [20, 21, 22], processed: [22, 22, 32])
        #expect(!check(tie).isClearRace)
    }

    @Test func whoLosesMostClearRacesIsNominated() {
        #expect(!ClearRaces(count: 19, lost: 19).areLost)
        #expect(!ClearRaces(count: 20, lost: 10).areLost)
        #expect(ClearRaces(count: 20, lost: 11).areLost)
    }
}
