import AccessEnablerAPI
import Evidence
import Specification
import Testing

@testable import Checkers

struct AlikeCasesTests {
    private let consistency = Consistency(
        Register(statements: [], areas: [], ambiguities: [], documents: [], sections: []))

    private func verdict(_ name: String, _ shown: [String: String], _ outcome: Outcome = .pass) -> Verdict {
        var verdict = Verdict(
            caseID: "c[run=\(name)]", contractID: "c", title: "t", area: "a", outcome: outcome,
            statements: ["AE-SP-007"])
        verdict.shown = shown.mapValues { Verdict.Shown($0, ["AE-SP-006"]) }
        return verdict
    }

    @Test func aCaseThatShowsSomethingElseThanTheFirstFails() throws {
        let verdicts = consistency.applied(to: [verdict("one", ["A": "sp1"]), verdict("other", ["A": "sp2"])])
        #expect(verdicts.map(\.outcome) == [.pass, .fail])
        let finding = try #require(verdicts[1].findings.first)
        #expect(finding.message == "values that must be equal differ: A")
        #expect(finding.expected == "sp1, as in c[run=one]" && finding.seen == "sp2")
        #expect(finding.statements == ["AE-SP-006"] && finding.check == "alike")
    }

    @Test func whatOnlyOneHasShownIsNotCompared() {
        let verdicts = consistency.applied(to: [verdict("one", ["A": "sp1"]), verdict("other", ["B": "sp2"])])
        #expect(verdicts.map(\.outcome) == [.pass, .pass])
    }

    @Test func aCaseThatFailsAnywayIsNoMeasure() {
        let verdicts = consistency.applied(to: [verdict("one", ["A": "sp1"], .fail), verdict("other", ["A": "sp2"])])
        #expect(verdicts.map(\.outcome) == [.fail, .pass])
    }

    // MARK: - What a trace has shown

    private func shown(
        _ alike: String, awaiting second: String = "setMetadataStatus:encrypted:forKey:andArguments:",
        _ fill: (inout Tape) -> Void
    ) throws -> [String: String] {
        try facts(alike, awaiting: second, fill).mapValues(\.text)
    }

    private func facts(
        _ alike: String, awaiting second: String = "setMetadataStatus:encrypted:forKey:andArguments:",
        _ fill: (inout Tape) -> Void
    ) throws -> [String: Verdict.Shown] {
        var testCase = try Bench.shared.get().makeCase(
            """
            fixture: { providers: { sp1: [A, B] } }
            matrix: { run: [one, other] }
            alike: \(alike)
            steps:
              - call: checkAuthentication
              - await: "preauthorizedResources:"
              - await: "\(second)"
                cites: [AE-META-001]
            """)
        testCase.expectations = []
        var tape = Tape()
        fill(&tape)
        let bench = try Bench.shared.get()
        return bench.judge
            .verdict(for: testCase, observations: bench.walked(tape, by: testCase), header: .sample()).shown
    }

    private func tape(_ resources: [String], zip: String, _ key: String = "METADATA_USER_META") -> (inout Tape) -> Void
    {
        { tape in
            tape.step(0) { $0.call(.checkAuthentication) }
            tape.step(1) {
                $0.callback(.preauthorizedResources, ("resources", .array(resources.map { .string($0) })))
            }
            tape.step(2) {
                $0.callback(
                    .setMetadataStatus, ("metadata", .string(zip)), ("encrypted", .bool(false)), ("key", .string(key)),
                    ("arguments", .object([:])))
            }
        }
    }

    /// A difference breaks what says what is awaited there, and nothing else that the contract cites.
    @Test func whatIsShownIsDecidedByTheStatementsOfItsStep() throws {
        let facts = try facts("[values]", tape([], zip: "12345"))
        #expect(facts["setMetadataStatus:encrypted:forKey:andArguments: in step 2"]?.statements == ["AE-META-001"])
    }

    /// Which of two equal calls is answered first is nobody's choice.
    @Test func whatIsAwaitedInOneGoIsShownInOneOrder() throws {
        func facts(_ lists: [[Value]]) throws -> [String: String] {
            try shown("[values]", awaiting: "preauthorizedResources:") { tape in
                tape.step(0) { $0.call(.checkAuthentication) }
                for (index, list) in lists.enumerated() {
                    tape.step(1 + index) { $0.callback(.preauthorizedResources, ("resources", .array(list))) }
                }
            }
        }
        #expect(try facts([["b"], ["a"]]) == ["preauthorizedResources: in step 2": "['a']; ['b']"])
        #expect(try facts([["a"], ["b"]]) == facts([["b"], ["a"]]))
        #expect(try facts([["a"], ["a"]]) != facts([["b"], ["a"]]))
    }

    @Test func valuesAreShownByTheNamesOfTheCaseAndListsInOneOrder() throws {
        let facts = try shown("[values]", tape(["z", "x A-\(Tape.mark)"], zip: "12345"))
        #expect(
            facts == [
                "preauthorizedResources: in step 2": "['x $A', 'z']",
                "setMetadataStatus:encrypted:forKey:andArguments: in step 2": "'12345'",
            ])
    }

    @Test func theTimeWhenATokenEndsIsNotCompared() throws {
        let facts = try shown("[values]", tape([], zip: "2030-01-01", "METADATA_AUTHENTICATION"))
        #expect(facts == ["preauthorizedResources: in step 2": "[]"])
    }

    @Test func whenMetadataWasUpdatedIsNotCompared() throws {
        let facts = try shown("[values]") { tape in
            tape.step(0) { $0.call(.checkAuthentication) }
            tape.step(1) { $0.callback(.preauthorizedResources, ("resources", .array([]))) }
            tape.step(2) {
                $0.callback(
                    .setMetadataStatus,
                    ("metadata", .object(["updated": 1_334_243_471, "data": .object(["zip": "1"])])),
                    ("encrypted", .bool(false)), ("key", "METADATA_USER_META"), ("arguments", .object([:])))
            }
        }
        #expect(facts["setMetadataStatus:encrypted:forKey:andArguments: in step 2"] == "{zip: '1'}")
    }

    @Test func whatTheContractDoesNotNameIsNotShown() throws {
        #expect(try shown("[bindings]", tape([], zip: "1")).isEmpty)
    }
}
