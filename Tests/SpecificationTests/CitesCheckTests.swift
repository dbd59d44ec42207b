import AccessEnablerAPI
import Documents
import Evidence
import Testing

@testable import Specification

/// What the findings of a contract count for is never left open.
@Suite struct CitesCheckTests {
    /// AE-A-001 is a MUST of the core, 002 a SHOULD, 003 a MUST of an extension, 004 a reading.
    private static let register = Register(
        statements: [
            statement("AE-A-001", .must, .seed), statement("AE-A-002", .should, .derived),
            statement("AE-A-003", .must, .extended), statement("AE-A-004", .must, .reading),
        ], areas: [], ambiguities: [], documents: [], sections: [])

    private static func statement(_ id: String, _ level: Level, _ basis: Statement.Basis) -> Statement {
        Statement(
            id: id, level: level, subject: .sdk, text: "t", cites: [], platforms: [.iOS], versions: .all, basis: basis,
            strictness: .strict, see: [])
    }

    private func problems(
        _ level: String, cites: [String], steps: String = "", expect: String = ""
    ) throws -> [String] {
        let text = """
            schema: assay/contract/2
            id: c
            title: t
            level: \(level)
            cites: [\(cites.joined(separator: ", "))]
            steps:
              - call: checkAuthentication
              - await: "x:"
            \(steps)
            expect:
              - callback: "x:"
            \(expect)
            """
        let vocabulary = Vocabulary(
            calls: ["checkAuthentication"], callbacks: ["x:", "y:"], parameters: [:], statements: Self.register.ids,
            checks: [])
        let diagnostics = Diagnostics()
        let cases = ContractReader(vocabulary: vocabulary).cases(
            in: try YAML.read(Array(text.utf8), file: "c.yaml"), area: "a", file: "c.yaml", diagnostics: diagnostics)
        #expect(diagnostics.sorted.map(\.description) == [])
        return CitesCheck(Self.register).problems(of: try #require(cases.first))
    }

    @Test func aContractOfOneProfileAndLevelLeavesNothingOpen() throws {
        #expect(try problems("MUST", cites: ["AE-A-001"]) == [])
        #expect(try problems("SHOULD", cites: ["AE-A-002"]) == [])
        #expect(try problems("MUST", cites: ["AE-A-003"]) == [])
        #expect(try problems("MAY", cites: ["AE-A-004"]) == [])
    }

    @Test func aReadingBindsNobodySoThatItsContractIsAMay() throws {
        #expect(
            try problems("MUST", cites: ["AE-A-004"]) == [
                "the contract is a MUST, but cites no statement of that level: AE-A-004 (core MAY)"
            ])
    }

    @Test func whatOnlyAnExtensionSaysIsCitedWhereItIsAsked() throws {
        #expect(
            try problems("MUST", cites: ["AE-A-001", "AE-A-003"]) == [
                "the contract cites AE-A-003 (extensions MUST), and none of its places decides that: "
                    + "they decide AE-A-001 (core MUST)"
            ])
        let asked = "  - callback: \"y:\"\n    cites: [AE-A-003]"
        #expect(try problems("MUST", cites: ["AE-A-001", "AE-A-003"], expect: asked) == [])
        #expect(try problems("MUST", cites: ["AE-A-001", "AE-A-004"]) == [], "a reading fails nobody anyway")
    }

    @Test func onePlaceDoesNotCiteWhatBindsDifferently() throws {
        let mixed = "  - callback: \"y:\"\n    cites: [AE-A-001, AE-A-002]"
        let problem = try #require(problems("MUST", cites: ["AE-A-001"], expect: mixed).first)
        #expect(
            problem.hasSuffix("a finding there counts for is unclear: AE-A-001 (core MUST), AE-A-002 (core SHOULD)"))
    }

    @Test func aCaseDoesNotEndAtWhatBindsLessThanItsContract() throws {
        let wait = "  - await: \"y:\"\n    cites: [AE-A-003]"
        let problem = try #require(problems("MUST", cites: ["AE-A-001"], steps: wait).first)
        #expect(problem.hasPrefix("the step 'await y:' waits for what binds less than the contract"))
        let strong = "  - await: \"y:\"\n    cites: [AE-A-001]"
        #expect(try problems("MUST", cites: ["AE-A-003"], steps: strong) == [])
    }
}
