import AccessEnablerAPI
import Evidence
import ServiceProtocol
import Testing

@testable import Checkers

/// For each rule a trace that keeps it, and one that breaks it and nothing else.
@Suite struct InvariantTests {
    struct Breach: Sendable, CustomTestStringConvertible {
        var invariant: String
        var statements: [String]
        /// What is done after a configuration phase, rightly and wrongly.
        var right: @Sendable (inout Tape) -> Void
        var wrong: @Sendable (inout Tape) -> Void

        init(
            _ invariant: String, _ statements: String..., right: @escaping @Sendable (inout Tape) -> Void,
            wrong: @escaping @Sendable (inout Tape) -> Void
        ) {
            self.invariant = invariant
            self.statements = statements
            self.right = right
            self.wrong = wrong
        }

        var testDescription: String { "\(invariant) \(statements)" }
    }

    private let bench: Bench

    init() throws { bench = try Bench.shared.get() }

    private func broken(_ body: (inout Tape) -> Void) throws -> [String: [String]] {
        var tape = Tape()
        tape.configure("sp1")
        body(&tape)
        var broken: [String: [String]] = [:]
        for invariant in Invariant.all {
            let findings = try bench.findings(invariant, tape)
            guard !findings.isEmpty else { continue }
            for finding in findings {
                #expect(!finding.expected.isEmpty && !finding.seen.isEmpty && !finding.observations.isEmpty)
            }
            broken[invariant.id] = findings.flatMap(\.statements)
        }
        return broken
    }

    /// What looks like the beginning of a mark a hundred thousand times is none, and looked at once.
    @Test func aFloodOfBeginningsIsNoMarkOfAnother() throws {
        let flood = String(repeating: String(Tape.mark.dropLast(2)), count: 100_000)
        #expect(try broken { $0.callback(.navigateToUrl, ("url", .string(flood))) }["no-crosstalk"] == nil)
    }

    @Test(arguments: breaches) func aRuleIsBrokenByThatAndNothingElse(breach: Breach) throws {
        #expect(try broken(breach.right).isEmpty)
        let broken = try broken(breach.wrong)
        #expect(broken.keys.sorted() == [breach.invariant])
        #expect(Set(breach.statements).isSubset(of: broken[breach.invariant] ?? []))
    }

    /// AE-STO-002: what is stored answers after a restart.
    @Test(arguments: [true, false])
    func whatWasPreauthorizedMayBeToldAfterARestart(isStored: Bool) throws {
        var tape = Tape()
        tape.configure("sp1")
        tape.request(.preauthorize, at: "sp1")
        tape.open()
        tape.configure("sp1")
        tape.call(.checkPreauthorizedResources, ("resources", ["news"]))
        tape.callback(.preauthorizedResources, ("resources", ["news"]))
        let testCase = try bench.makeCase(
            """
            fixture:
              persistent-storage: \(isStored)
            steps:
              - configure: [sp1]
              - await: "preauthorizedResources:"
            """)
        let trace = CaseTrace(testCase, tape.observations, .sample(), rules: Rulebook(api: bench.api))
        #expect(Invariant.askedBeforeTold.findings(trace).isEmpty == isStored)
    }

    @Test func everyRuleHasABreach() {
        #expect(Set(Self.breaches.map(\.invariant)) == Set(Invariant.all.map(\.id)))
    }

    @Test func everyRuleHasAnIDOfItsOwn() {
        #expect(Set(Invariant.all.map(\.id)).count == Invariant.all.count)
    }
}
