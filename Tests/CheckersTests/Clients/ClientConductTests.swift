import Evidence
import ServiceProtocol
import Testing
import Timing

@testable import Checkers

/// The rules for clients of the services: each is kept by a client that does everything right, and broken by one that
/// does a single thing wrong.
@Suite struct ClientConductTests {
    private static let issued = TokenSighting(
        .reply, digest: "sha256:1", kind: .authentication, result: "VALID_TOKEN", requestor: "R", mvpd: "M")

    private static func sent(_ digest: String = "sha256:1", _ change: (inout TokenSighting) -> Void = { _ in })
        -> TokenSighting
    {
        var sighting = TokenSighting(
            .request, digest: digest, kind: .authentication, result: "VALID_TOKEN", requestor: "R", mvpd: "M")
        change(&sighting)
        return sighting
    }

    private func outcomes(_ write: (inout Tape) -> Void) -> [String: Outcome] {
        var tape = Tape(isOpen: false)
        write(&tape)
        let verdicts = ClientConduct.verdicts(on: tape.observations)
        #expect(verdicts.allSatisfy { ($0.outcome == .fail) == !$0.findings.isEmpty })
        return Dictionary(verdicts.map { (String($0.caseID.dropFirst("clients/".count)), $0.outcome) }) { $1 }
    }

    /// Only this rule is broken, whatever else is kept.
    private func expect(_ rule: String, _ write: (inout Tape) -> Void, _ location: SourceLocation = #_sourceLocation) {
        let broken = outcomes(write).filter { $0.value == .fail }.keys.sorted()
        #expect(broken == [rule], sourceLocation: location)
    }

    @Test func aGoodClientKeepsEveryRule() {
        let outcomes = outcomes { tape in
            tape.exchange(.authorize, 429, ["x-forwarded-for": "a"])
            tape.pass(milliseconds: 1_000)
            tape.exchange(.session, 401, ["authorization": "A"])
            tape.exchange(.session, 200, ["authorization": "A", "requestor_id": "R"], issued: Self.issued)
            tape.exchange(.authorize, 200, ["authorization": "A", "requestor_id": "R"], sent: Self.sent())
            tape.exchange(.authorize, 401, ["authorization": "A"])
            tape.exchange(.authorize, 200, ["authorization": "B", "deviceid": "d", "resource": "News"])
            tape.exchange(.mediaToken, 200, ["deviceid": "d", "resource": "News"])
            tape.exchange(.mediaToken, 403, ["deviceid": "d", "resource": "News"])
            tape.exchange(.other, 200, sent: Self.sent(), at: "/tvs/v1/sign")
            tape.exchange(.session, 200, at: "/api/v2/R/profiles/code/A")
            tape.exchange(
                .logout, 200, ["requestor": "R", "mvpd": "M"], at: "/api/v2/R/logout/M",
                reason: ReplyEvent.asksForAPage)
            tape.exchange(.logout, 302, ["requestor_id": "R", "mso_id": "M"])
            tape.exchange(.registrationCode, 200, ["requestor": "R", "mvpd": "M"], at: "/api/v2/R/sessions")
            // Signed in again, the same text may come again.
            tape.exchange(.session, 200, ["requestor_id": "R"], issued: Self.issued)
            tape.exchange(.authorize, 200, ["requestor_id": "R"], sent: Self.sent())
        }
        #expect(outcomes.count == 12 && outcomes.values.allSatisfy { $0 == .pass }, "\(outcomes)")
    }

    @Test func whatWasNotTouchedIsNotJudged() {
        let outcomes = outcomes { $0.exchange(.configuration, 200) }
        #expect(
            outcomes.filter { $0.value == .pass }.keys.sorted() == [
                "acceptable-requests", "complete-requests", "known-paths",
            ])
        #expect(self.outcomes { _ in }.values.allSatisfy { $0 == .notApplicable })
    }

    @Test func aBadClientBreaksOneRule() {
        expect("acceptable-requests") { $0.add(.refused(RefusedRequest(endpoint: 0, status: 400, reason: "no Host"))) }
        expect("known-paths") { $0.exchange(.other, 404) }
        expect("known-paths") { $0.exchange(.authorize, 405) }
        expect("complete-requests") { $0.exchange(.authorize, 400) }
        expect("renewed-access-tokens") { tape in
            for _ in 0..<3 { tape.exchange(.authorize, 401, ["authorization": "A"]) }
        }
        expect("pause-after-429") { tape in
            tape.exchange(.registration, 429)
            tape.pass(milliseconds: 900)
            tape.exchange(.registration, 201)
        }
        expect("sound-tokens") { tape in
            tape.exchange(.authorize, 200, sent: Self.sent("sha256:2") { $0.result = "INVALID_SIGNATURE" })
        }
        expect("sound-tokens") { tape in
            tape.exchange(.session, 200, issued: Self.issued)
            tape.exchange(.authorize, 200, sent: Self.sent { $0.remaining = -1 })
        }
        expect("sound-tokens") { $0.exchange(.authorize, 200, sent: Self.sent { $0.remaining = .min }) }
        expect("own-tokens") { $0.exchange(.authorize, 200, sent: Self.sent { $0.isOfDevice = false }) }
        expect("own-tokens") { $0.exchange(.authorize, 200, ["requestor_id": "S"], sent: Self.sent()) }
        expect("authorized-media-tokens") { tape in
            tape.exchange(.authorize, 403, ["deviceid": "d", "resource": "Sports"])
            tape.exchange(.mediaToken, 403, ["deviceid": "d", "resource": "News"])
        }
        expect("authorized-media-tokens") { $0.exchange(.other, 400, at: "/tvs/v1/sign") }
        expect("authorized-media-tokens") { tape in
            tape.exchange(.authorize, 200, issued: Self.issued)
            tape.exchange(
                .other, 403, sent: Self.sent(), at: "/tvs/v1/sign",
                reason: "403 Forbidden: the media token is for another resource")
        }
        expect("over-after-logout") { tape in
            tape.exchange(.session, 200, issued: Self.issued)
            tape.exchange(.logout, 302, ["mso_id": "M"])
            tape.exchange(.authorize, 200, sent: Self.sent())
        }
    }

    @Test func aLogoutIsCompletedAtTheMVPDBeforeTheNextLoginThere() {
        expect("completed-logouts") { tape in
            tape.exchange(
                .logout, 200, ["requestor": "R", "mvpd": "M", "ap-device-identifier": "d"], at: "/api/v2/R/logout/M",
                reason: ReplyEvent.asksForAPage)
            // Another device, and another MVPD, have nothing to complete.
            for (device, mvpd) in [("e", "M"), ("d", "N"), ("d", "M")] {
                tape.exchange(
                    .registrationCode, 200, ["requestor": "R", "mvpd": mvpd, "ap-device-identifier": device],
                    at: "/api/v2/R/sessions")
            }
        }
    }

    /// What is on its way when the first 429 comes was sent in good faith.
    @Test func whatIsUnderWayAtTheFirst429IsNotHeldAgainstAClient() {
        let outcomes = outcomes { tape in
            for _ in 0..<5 { tape.exchange(.configuration, 429, ["peer": "a"]) }
            tape.exchange(.configuration, 200, ["peer": "b"])
        }
        #expect(outcomes["pause-after-429"] == .pass)
    }

    @Test func loginsAreAskedForAtTheDocumentedPaceAndWhileTheirCodeLives() {
        func polls(_ milliseconds: Int64, _ reason: String = "") -> [String: Outcome] {
            outcomes { tape in
                for _ in 0..<5 {
                    tape.exchange(.session, reason.isEmpty ? 200 : 400, at: "/api/v2/R/profiles/code/A", reason: reason)
                    tape.pass(milliseconds: milliseconds)
                }
            }
        }
        #expect(polls(3_000)["unhurried-polling"] == .pass && polls(1_000)["unhurried-polling"] == .fail)
        let over = polls(3_000, "invalid_authentication_session")
        #expect(over["living-codes"] == .fail && over["complete-requests"] == .pass)
        #expect(polls(3_000)["living-codes"] == .pass)
    }

    @Test func aTokenIsAsGoodAsTheServiceMadeIt() {
        let outcomes = outcomes { tape in
            var issued = Self.issued
            issued.result = "INVALID_TOKEN_FORMAT"
            tape.exchange(.session, 200, issued: issued)
            tape.exchange(.authorize, 200, sent: Self.sent { $0.result = "INVALID_TOKEN_FORMAT" })
        }
        #expect(outcomes["sound-tokens"] == .pass)
    }

    /// What was sent before an answer had left cannot know of it.
    @Test func requestsBesideEachOtherKnowNothingOfEachOthersAnswers() {
        let (path, reason) = ("/api/v2/R/profiles/code/A", "invalid_authentication_session")
        func outcome(isBeside: Bool) -> Outcome? {
            outcomes { tape in
                let first = tape.request(.poll, at: "sp1", path: path, ["authorization": "A"])
                if !isBeside { tape.reply(first, status: 400, reason: reason) }
                let second = tape.request(.poll, at: "sp1", path: path, ["authorization": "A"])
                if isBeside { tape.reply(first, status: 400, reason: reason) }
                tape.reply(second, status: 400, reason: reason)
            }["living-codes"]
        }
        #expect(outcome(isBeside: true) == .pass)
        #expect(outcome(isBeside: false) == .fail)
    }

    /// A request may have been under way when the answer left; one that comes much later was not.
    @Test(arguments: [(Int64(0), Outcome.pass), (Int64(600), Outcome.fail)])
    func aRequestMayHaveBeenUnderWay(_ milliseconds: Int64, _ expected: Outcome) {
        let outcomes = outcomes { tape in
            tape.exchange(.authorize, 401, ["authorization": "A", "resource_id": "News"])
            tape.pass(milliseconds: milliseconds)
            tape.exchange(.authorize, 401, ["authorization": "A", "resource_id": "Sports"])
        }
        #expect(outcomes["renewed-access-tokens"] == expected)
    }

    /// A logout may carry what it ends, and one that was refused may be tried again.
    @Test(arguments: [401, 500, 302]) func aLogoutMayCarryTheTokenItEnds(status: Int) {
        let outcomes = outcomes { tape in
            tape.exchange(.session, 200, issued: Self.issued)
            tape.exchange(.logout, status, ["mso_id": "M"], sent: Self.sent())
            if status > 302 { tape.exchange(.logout, 302, ["mso_id": "M"], sent: Self.sent()) }
        }
        #expect(outcomes["over-after-logout"] == .pass)
    }

    @Test func aLogoutOfSomethingElseEndsNothing() {
        for fields in [["requestor_id": "S"], ["mso_id": "N"], ["resource": "News"]] {
            let outcomes = outcomes { tape in
                tape.exchange(.session, 200, issued: Self.issued)
                tape.exchange(.logout, 302, fields)
                tape.exchange(.authorize, 200, sent: Self.sent())
            }
            #expect(outcomes["over-after-logout"] != .fail, "\(fields)")
        }
    }
}

extension Tape {
    fileprivate mutating func exchange(
        _ purpose: Purpose, _ status: Int, _ fields: [String: String] = [:], sent: TokenSighting? = nil,
        issued: TokenSighting? = nil, at path: String = "/x", reason: String = ""
    ) {
        let exchange = request(purpose, at: "sp1", path: path, fields)
        for var sighting in [sent, issued].compactMap(\.self) {
            sighting.exchange = exchange
            add(.tokenSeen(sighting))
        }
        reply(exchange, status: status, reason: reason)
    }
}
