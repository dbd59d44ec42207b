import AccessEnablerAPI
import Evidence
import Testing

@testable import Checkers

/// What the picker shows after a phase in which both providers' replies were taken in.
@Suite struct PickerContentTests {
    private let bench: Bench

    init() throws { bench = try Bench.shared.get() }

    private func statements(_ picker: (inout Tape) -> Void) throws -> Set<String> {
        var tape = Tape()
        tape.setRequestor(["sp1", "sp2"])
        let exchanges = ["sp1", "sp2"].map { ($0, tape.askConfiguration($0)) }
        for (provider, exchange) in exchanges {
            tape.reply(exchange)
            tape.taken(provider)
        }
        tape.complete()
        picker(&tape)
        let trace = CaseTrace(
            try bench.makeCase(Bench.plain), tape.observations, .sample(), rules: Rulebook(api: bench.api))
        return Set(FastestResponder.judgement(of: trace).violations.flatMap(\.statements))
    }

    @Test func theUnionWithEachMVPDOnceIsRight() throws {
        #expect(try statements { $0.picker(("A", "sp1"), ("B", "sp1"), ("C", "sp2")) }.isEmpty)
    }

    @Test func anMVPDMustNotBeMissing() throws {
        #expect(try statements { $0.picker(("A", "sp1"), ("B", "sp1")) } == ["AE-SP-004", "AE-DPD-002"])
    }

    @Test func anMVPDMustNotBeThereTwice() throws {
        #expect(
            try statements { $0.picker(("A", "sp1"), ("B", "sp1"), ("B", "sp1"), ("C", "sp2")) } == ["AE-SP-005"])
    }

    @Test func anMVPDThatNobodyListsMustNotBeThere() throws {
        let found = try statements { $0.picker(("A", "sp1"), ("B", "sp1"), ("C", "sp2"), ("D", "sp1")) }
        #expect(found == ["AE-SP-004", "AE-DPD-002"])
    }

    @Test func attributesComeFromTheProviderTheMVPDBelongsTo() throws {
        let found = try statements { tape in
            tape.picker(("A", "sp1"), ("B", "sp2"), ("C", "sp2"))
            tape.probeBinding("B", at: "sp1")
        }
        #expect(found == ["AE-SP-006"])
    }

    @Test func whatWasNotTakenInYetNeedNotBeThere() throws {
        var tape = Tape()
        tape.setRequestor(["sp1", "sp2"])
        let exchange = tape.askConfiguration("sp1")
        tape.askConfiguration("sp2")
        tape.reply(exchange)
        tape.taken("sp1")
        tape.complete()
        tape.picker(("A", "sp1"), ("B", "sp1"))
        let trace = CaseTrace(
            try bench.makeCase(Bench.plain), tape.observations, .sample(), rules: Rulebook(api: bench.api))
        #expect(FastestResponder.judgement(of: trace).violations.isEmpty)
    }
}
