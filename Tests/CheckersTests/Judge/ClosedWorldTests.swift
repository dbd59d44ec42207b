import AccessEnablerAPI
import Evidence
import Testing

@testable import Checkers

/// What a callback breaks that a case does not allow.
@Suite struct ClosedWorldTests {
    private let bench: Bench

    init() throws { bench = try Bench.shared.get() }

    private func findings(
        _ header: RunHeader = .sample(), _ events: (inout Tape) -> Void
    ) throws -> [Finding] {
        var tape = Tape()
        events(&tape)
        let trace = CaseTrace(
            try bench.makeCase(Bench.plain), tape.observations, header,
            rules: Rulebook(api: bench.api, statements: bench.statements))
        return ClosedWorld(trace: trace).violations(expecting: [], allowing: [])
    }

    private func answer(_ mvpd: String) -> (String, Value) { ("mvpd", ["ID": .string(mvpd)]) }

    /// That a call is answered but once is a SHOULD (AE-PROV-006); what is called for by nothing breaks a MUST.
    @Test func whatComesAgainBreaksNoMoreThanThatItComesOnce() throws {
        let twice = try findings { tape in
            tape.call(.getSelectedProvider)
            tape.callback(.selectedProvider, answer("A"))
            tape.callback(.selectedProvider, answer("A"))
        }
        #expect(twice.last?.statements == ["AE-PROV-006"])
        let unasked = try findings { $0.callback(.selectedProvider, answer("A")) }
        #expect(unasked.last?.statements.contains("AE-PROV-001") == true)
    }

    @Test(arguments: [("A", true), ("B", false)])
    func itMayBeToldAgainAfterTheNextCall(_ again: String, _ isRepetition: Bool) throws {
        let findings = try findings { tape in
            tape.call(.getSelectedProvider)
            tape.callback(.selectedProvider, answer("A"))
            tape.call(.getSelectedProvider)
            tape.callback(.selectedProvider, answer(again))
        }
        #expect((findings.last?.statements == ["AE-PROV-006"]) == isRepetition)
    }

    /// Another session's answer is nobody's repetition.
    @Test func anotherPartOfTheCaseBeginsAnew() throws {
        let findings = try findings { tape in
            tape.call(.getSelectedProvider)
            tape.callback(.selectedProvider, answer("A"))
            tape.open()
            tape.callback(.selectedProvider, answer("A"))
        }
        #expect(findings.last?.statements.contains("AE-PROV-001") == true)
    }

    /// That there are no pages on television is a reading (AE-TV-003), and fails nobody.
    @Test func whatAPlatformHasByAReadingAloneIsARemark() throws {
        let rules = Rulebook(api: bench.api, statements: bench.statements)
        let there = try findings(.sample(.tvOS)) { $0.callback(.navigateToUrl, ("url", "http://a.example")) }
        #expect(there.last?.statements == ["AE-TV-003"])
        #expect(there.last.map { rules.weighed($0).isRemark } == true)
        let here = try findings { $0.callback(.navigateToUrl, ("url", "http://a.example")) }
        #expect(here.last.map { rules.weighed($0).isFailure } == true)
    }
}
