import Documents
import Evidence
@testable import Specification
import Testing

@testable import Checkers

struct ConsistencyTests {
    private let register = Register(
        statements: [], areas: [],
        ambiguities: [
            RegisterAmbiguity(
                id: "A-01", issue: "i", reading: "r", how: "h", consistentIn: ["one", "two"],
                place: .init(file: "a.yaml", mark: .init(line: 1, column: 1)))
        ], documents: [], sections: [])

    private func verdict(_ contract: String, _ reading: String?, _ outcome: Outcome = .pass) -> Verdict {
        Verdict(
            caseID: contract, contractID: contract, title: "t", area: "a", outcome: outcome,
            statements: ["AE-Q-001"], reading: reading)
    }

    private func outcomes(_ verdicts: Verdict...) -> [Outcome] {
        Consistency(register).applied(to: verdicts).map(\.outcome)
    }

    @Test func whatReadsOtherwiseThanTheFirstFails() throws {
        let verdicts = Consistency(register).applied(to: [verdict("one", "x"), verdict("two", "y")])
        #expect(verdicts.map(\.outcome) == [.pass, .fail])
        let finding = try #require(verdicts[1].findings.first)
        #expect(finding.message == "A-01 is read in two ways")
        #expect(finding.expected == "'x', as in one" && finding.seen == "'y'")
        #expect(finding.statements == ["AE-Q-001"])
    }

    @Test func oneReadingEverywhereIsRight() {
        #expect(outcomes(verdict("one", "y"), verdict("two", "y")) == [.pass, .pass])
    }

    @Test func otherContractsAndCasesWithoutAReadingHaveNoSay() {
        #expect(outcomes(verdict("one", "x"), verdict("three", "y")) == [.pass, .pass])
        #expect(outcomes(verdict("one", nil, .fail), verdict("two", "y")) == [.fail, .pass])
    }
}
