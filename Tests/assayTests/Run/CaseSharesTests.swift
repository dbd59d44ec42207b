import Load
import Testing

@testable import assay

struct CaseSharesTests {
    private func shares(_ count: Int, _ cases: [String], _ durations: [String: Double] = [:]) throws -> [[Int]] {
        try (0..<count).map { index in
            CaseShares.places(
                of: try #require(MachineShare(index: index, count: count)), in: cases, durations: durations)
        }
    }

    @Test(arguments: [1, 2, 3, 7])
    func everyCaseIsInOneShareAndNoShareIsEmpty(_ count: Int) throws {
        let cases = (0..<40).map { "case-\($0)" }
        let durations = Dictionary(uniqueKeysWithValues: cases.enumerated().map { ($1, Double($0 * $0 % 17)) })
        for known in [[:], durations] {
            let shares = try shares(count, cases, known)
            #expect(shares.flatMap(\.self).sorted() == Array(cases.indices))
            #expect(shares.allSatisfy { !$0.isEmpty && $0 == $0.sorted() })
        }
    }

    @Test func noShareIsBusyForMuchLongerThanAnother() throws {
        let cases = (0..<100).map { "case-\($0)" }
        // Two that take as long as all others together.
        var durations = Dictionary(uniqueKeysWithValues: cases.map { ($0, 10.0) })
        durations["case-3"] = 500
        durations["case-4"] = 500
        let loads = try shares(4, cases, durations).map { $0.reduce(0) { $0 + (durations[cases[$1]] ?? 0) } }
        #expect(loads.sorted() == [490, 490, 500, 500])
    }

    @Test func whatNobodyKnowsCountsAsTheCaseInTheMiddle() throws {
        let shares = try shares(2, ["known", "long", "unknown", "short"], ["known": 10, "long": 30, "short": 1])
        #expect(shares == [[1], [0, 2, 3]])
    }
}
