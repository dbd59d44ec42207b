import AccessEnablerAPI
import Evidence
import ServiceProtocol
import Specification
import Testing

@testable import Checkers

/// Contracts over another generation of the protocol than the SDK's.
@Suite struct OtherWireTests {
    private let bench: Bench
    private let header: RunHeader

    init() throws {
        bench = try Bench.shared.get()
        var header = RunHeader.sample()
        header.wire = .restV2
        self.header = header
    }

    @Test func whatTheProtocolCannotDoIsNotApplicableAndSaysWhy() throws {
        let testCase = try bench.makeCase(
            "applies: { protocol: [media-token-requests, kept-authorizations] }\n" + Bench.plain)
        let verdict = try #require(bench.judge.exclusion(of: testCase, header: header))
        #expect(verdict.outcome == .notApplicable)
        #expect(
            verdict.findings.map(\.message) == [
                "over rest-v2 each authorization is asked for anew, and the service decides whether one still holds"
            ])
        #expect(bench.judge.exclusion(of: testCase, header: .sample()) == nil)
        #expect(bench.judge.exclusion(of: try bench.makeCase(Bench.plain), header: header) == nil)
    }

    /// What a decision of v2 is for: a permit that brings its media token.
    private func verdict(_ expectation: String) throws -> Verdict {
        var tape = Tape()
        tape.configure()
        tape.step(0) { $0.call(.checkAuthentication) }
        tape.step(1) { $0.authenticationStatus(0, "User Not Authenticated Error") }
        tape.step(2) { tape in
            tape.reply(tape.request(.authorize, at: "sp1", path: "/api/v2/R/decisions/authorize/A"))
            tape.add(.quiet(.milliseconds(20)))
        }
        tape.add(.sessionClosed)
        let body = """
            fixture:
              providers: { sp1: [A] }
            steps:
              - { call: checkAuthentication, as: asked }
              - await: "setAuthenticationStatus:errorCode:"
              - quiesce
            allow: ["setRequestorComplete:"]
            expect:

            """
        return try bench.verdict(body + "  - " + expectation, tape, header)
    }

    @Test(arguments: [
        "{ request: authorize, after: asked }", "{ request: media-token, after: asked }",
        "{ order: [{ request: authorize }, { request: media-token }], after: asked }",
        "{ never: { request: media-token }, after: asked }",
    ])
    func anAuthorizationThatBringsItsMediaTokenCountsAsBothWhereOneIsAskedFor(expectation: String) throws {
        let verdict = try verdict(expectation)
        #expect(verdict.outcome == .pass, "\(verdict.findings.map(\.message))")
    }

    @Test func anAuthorizationIsStillOneWhereThereMustBeNone() throws {
        #expect(try verdict("{ never: { request: authorize }, after: asked }").outcome == .fail)
        #expect(try verdict("{ request: preauthorize, after: asked }").outcome == .fail)
    }

    /// The page says nothing but its code; whose login it is, the request for the code has said, or one that names the code.
    @Test(arguments: [
        ("A", [], "$A", Outcome.pass), ("B", [], "$A", .fail), ("B", [("CODE123", "A")], "$A", .pass),
        ("A", [("CODE999", "B")], "$A", .pass), ("A", [("CODE123", "B"), ("CODE999", "A")], "$A", .fail),
    ])
    func theMVPDOfALoginIsTheOneItsCodeWasAskedFor(
        asked: String, later: [(code: String, mvpd: String)], expected: String, outcome: Outcome
    ) throws {
        var tape = Tape()
        tape.configure()
        tape.step(0) { $0.call(.getAuthentication) }
        tape.step(1) { tape in
            tape.reply(tape.request(.registrationCode, at: "sp1", ["mvpd": Tape.value(asked)]))
            for (code, mvpd) in later {
                let path = "/api/v2/\(Tape.value("requestor"))/sessions/\(code)"
                tape.reply(tape.request(.registrationCode, at: "sp1", path: path, ["mvpd": Tape.value(mvpd)]))
            }
            let page = "\(Tape.value("sp1"))/api/v2/authenticate/\(Tape.value("requestor"))/CODE123"
            tape.callback(.navigateToUrl, ("url", .string(page)))
        }
        tape.add(.sessionClosed)
        let verdict = try bench.verdict(
            """
            fixture:
              providers: { sp1: [A, B] }
            steps:
              - call: getAuthentication
              - await: "navigateToUrl:"
                where: { url: { url: { at: sp1, query: { mvpd: \(expected), requestor: $requestor } } } }
            allow: ["setRequestorComplete:"]
            """, tape, header)
        #expect(verdict.outcome == outcome, "\(verdict.findings.map(\.message))")
    }
}
