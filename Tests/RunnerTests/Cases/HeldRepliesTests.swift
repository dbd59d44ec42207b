import AccessEnabler
import Documents
import Driver
import Evidence
import ServiceProtocol
import Specification
import Testing
import Timing

@testable import Runner

@Suite struct HeldRepliesTests {
    private func request(_ exchange: UInt64, _ provider: String) -> Event {
        .request(
            RequestEvent(
                exchange: exchange, provider: provider, purpose: .configuration, method: "GET", path: "/", fields: [:],
                firstByte: .now()))
    }

    @Test func whatWasLetGoIsHeldNoMore() {
        var held = HeldReplies(purposes: [.configuration])
        for event in [request(1, "sp1"), request(2, "sp2"), .replyHeld(exchange: 1), .replyHeld(exchange: 2)] {
            held.take(event)
        }
        #expect(held.providers == ["sp1", "sp2"])
        held.take(.replyReleased(exchange: 1, order: 0))
        held.take(.replyBroken(exchange: 2, reason: "the client went away"))
        #expect(held.providers.isEmpty)
        held.take(request(3, "sp2"))
        held.take(.replyHeld(exchange: 3))
        #expect(held.providers == ["sp2"])
    }

    @Test func aRequestIsGivenUpBeforeItsReplyIsReleasedOrNotAtAll() {
        let release = Event.replyReleased(exchange: 1, order: 0)
        for (events, isGivenUp) in [
            ([.givenUp(exchange: 1), release], true), ([.givenUp(exchange: 2), release], false),
            ([release, .givenUp(exchange: 1)], false),
        ] as [([Event], Bool)] {
            let observations = events.enumerated().map { number, event in
                Observation(sequence: number, time: .now(), session: SessionID("s1"), event: event)
            }
            #expect(HeldReplies.wasGivenUp(1, in: observations) == isGivenUp)
        }
    }

    @Test func repliesOfAnotherKindAreNotMeant() {
        var held = HeldReplies(purposes: [.authorize])
        held.take(request(1, "sp1"))
        held.take(.replyHeld(exchange: 1))
        #expect(held.providers.isEmpty)
    }

    /// In the second phase nothing may be let go because everything was held in the first.
    @Test func aSecondPhaseIsWaitedForLikeTheFirst() async throws {
        let text = """
            schema: assay/contract/2
            id: two-phases
            title: Two phases, each held until all have asked
            level: MUST
            cites: [AE-SP-002]
            fixture:
              providers:
                sp1: [A]
                sp2: [A]
            steps:
              - hold: configuration
                at: [sp1, sp2]
              - start-configuration: [sp1, sp2]
              - await-held: configuration
                at: [sp1, sp2]
              - release: [sp1, sp2]
              - await: "setRequestorComplete:"
              - restart
              - latency: 100ms
                of: access-token
                at: sp1
              - hold: configuration
                at: [sp1, sp2]
              - start-configuration: [sp1, sp2]
              - await-held: configuration
                at: [sp1, sp2]
              - release: [sp2, sp1]
              - await: "setRequestorComplete:"
              - quiesce
            expect:
              - { check: fastest-responder, cites: [AE-SP-002] }
            """
        let verdicts = try await verdicts(on: text)
        // Only the merge is left open, because no request here shows a binding.
        let findings = verdicts.flatMap(\.findings).filter {
            !$0.message.hasPrefix("it is not known which service provider")
        }
        #expect(verdicts.count == 1 && findings.isEmpty, "\(findings.map(\.message))")
    }

    /// What is held goes at once, and what is asked afterwards is answered.
    @Test func afterLetGoNothingIsHeldAnyMore() async throws {
        let verdicts = try await verdicts(
            on: """
                schema: assay/contract/2
                id: let-go
                title: What was held is answered
                level: MUST
                cites: [AE-GETZ-009]
                fixture:
                  providers: { sp1: [A] }
                  resources: { news: granted, sports: granted }
                steps:
                  - configure: [sp1]
                  - sign-in: A
                  - hold: authorize
                  - { call: "getAuthorization:", with: { resource: $news } }
                  - await-held: authorize
                  - let-go: authorize
                  - { await: "setToken:forResource:", where: { resource: $news } }
                  - { call: "getAuthorization:", with: { resource: $sports } }
                  - { await: "setToken:forResource:", where: { resource: $sports } }
                allow: ["setAuthenticationStatus:errorCode:"]
                """)
        #expect(verdicts.map(\.outcome) == [.pass], "\(verdicts.flatMap(\.findings).map(\.message))")
    }

    private func verdicts(on text: String) async throws -> [Verdict] {
        let bench = try Workbench()
        let diagnostics = Diagnostics()
        let cases = bench.specifications.cases(
            in: [Catalog.File(path: "held.yaml", area: "merge", bytes: Array(text.utf8))],
            dialect: Workbench.dialect, diagnostics: diagnostics)
        try diagnostics.throwIfAny()
        return try await bench.run(cases, looks: 0) {
            InProcessImplementation(port: try ReferencePort(), recorder: $0)
        }
    }
}
