import AccessEnablerAPI
import Evidence
import ServiceProtocol
import Testing

@testable import Checkers

/// What is said of tokens that others than the port may have corrupted, and of those that are only unusual.
@Suite struct TokenReviewTests {
    private let bench: Bench

    init() throws { bench = try Bench.shared.get() }

    private func review(_ header: RunHeader = .sample(), _ sightings: TokenSighting...) throws -> TokenReview {
        var tape = Tape()
        tape.configure()
        for sighting in sightings { tape.add(.tokenSeen(sighting)) }
        return TokenReview(
            CaseTrace(
                try bench.makeCase(Bench.plain), tape.observations, header, rules: Rulebook(api: bench.api)))
    }

    private static let mistake = TokenSighting.Remark(
        .error, statement: "AE-XML-010", path: "/authToken/ttl", message: "it is no number")

    private func token(_ place: TokenSighting.Place, _ remarks: TokenSighting.Remark...) -> TokenSighting {
        TokenSighting(
            place, digest: "sha256:1", kind: .media,
            result: remarks.contains { $0.severity == .error } ? "INVALID_TOKEN_FORMAT" : "VALID_TOKEN",
            remarks: remarks)
    }

    @Test func aBadTokenOfAServiceProviderIsNotThePortsFault() throws {
        let review = try review(token: .reply, .callback)
        #expect(review.violations.isEmpty)
        #expect(review.undecided.map(\.statements) == [["AE-XML-010"]])
        #expect(
            review.undecided.map(\.message)
                == ["a service provider issued a token that is not good: /authToken/ttl: it is no number"])
    }

    private func review(token places: TokenSighting.Place...) throws -> TokenReview {
        var tape = Tape()
        for place in places { tape.add(.tokenSeen(token(place, Self.mistake))) }
        return TokenReview(
            CaseTrace(
                try bench.makeCase(Bench.plain), tape.observations, .sample(), rules: Rulebook(api: bench.api)))
    }

    @Test func aReplyThatWasBrokenOnPurposeShowsNothing() throws {
        var faulty = token(.reply, Self.mistake)
        faulty.isFaulty = true
        let review = try review(.sample(), faulty, token(.callback, Self.mistake))
        #expect(review.violations.isEmpty && review.undecided.isEmpty)
    }

    @Test func elementsThatNobodyDocumentsSayNothing() throws {
        let remark = TokenSighting.Remark(
            .extension, statement: "AE-XML-006", path: "/authToken/more", message: "the element more is not documented")
        let review = try review(.sample(), token(.reply, remark), token(.callback, remark), token(.request, remark))
        #expect(review.violations.isEmpty && review.undecided.isEmpty)
    }

    @Test func whereNobodySawWhatWasIssuedABadTokenIsUndecided() throws {
        var elsewhere = RunHeader.sample()
        elsewhere.backend = "http://sp.example"
        let review = try review(elsewhere, token(.callback, Self.mistake))
        #expect(review.violations.isEmpty)
        #expect(review.undecided.map(\.statements) == [["AE-XML-010"]])
        let good = try self.review(elsewhere, token(.callback))
        #expect(good.violations.isEmpty && good.undecided.isEmpty)
    }

    @Test func tokensOfAnotherSessionThanTheLoginAreTheServiceProvidersFault() throws {
        var login = token(.reply)
        login.kind = .authentication
        (login.guid, login.mvpd, login.requestor) = ("sha256:a", "A", Tape.value("requestor"))
        var media = token(.reply)
        (media.guid, media.mvpd, media.requestor) = ("sha256:b", "B", "somebody")
        let review = try review(.sample(), login, media)
        #expect(review.violations.isEmpty)
        #expect(review.undecided.flatMap(\.statements) == ["AE-XML-012", "AE-XML-014", "AE-XML-006"])
    }

    @Test func ofAnExpiredTokenItIsSaidHowLongAgo() throws {
        var tape = Tape()
        tape.configure()
        let exchange = tape.request(.authorize, at: "sp1", ["requestor_id": Tape.value("requestor")])
        var issued = token(.reply)
        issued.kind = .authorization
        var sent = issued
        (sent.place, sent.exchange, sent.remaining) = (.request, exchange, -2_540)
        tape.add(.tokenSeen(issued))
        tape.add(.tokenSeen(sent))
        let review = TokenReview(
            CaseTrace(
                try bench.makeCase(Bench.plain), tape.observations, .sample(), rules: Rulebook(api: bench.api)))
        #expect(review.violations.map(\.message) == ["an expired authorization token was sent"])
        #expect(
            review.violations.map(\.seen) == ["the token sent (authorization, expired 2.5 s before it was sent)"])
    }

    /// Whose MVPD it is of a programmer may be logged in with the token of another.
    @Test(arguments: [("somebody", "A", 0), ("requestor", "B", 1)])
    func aTokenOfAnotherMVPDIsNotSent(_ requestor: String, _ mvpd: String, _ count: Int) throws {
        var tape = Tape()
        tape.configure()
        let exchange = tape.request(
            .authorize, at: "sp1", ["requestor_id": Tape.value("requestor"), "mso_id": Tape.value("A")])
        var issued = token(.reply)
        issued.kind = .authentication
        (issued.requestor, issued.mvpd) = (Tape.value(requestor), Tape.value(mvpd))
        var sent = issued
        (sent.place, sent.exchange) = (.request, exchange)
        tape.add(.tokenSeen(issued))
        tape.add(.tokenSeen(sent))
        let review = TokenReview(
            CaseTrace(
                try bench.makeCase(Bench.plain), tape.observations, .sample(), rules: Rulebook(api: bench.api)))
        #expect(review.violations.map(\.statements) == Array(repeating: ["AE-STO-010"], count: count))
    }

    @Test func aBadTokenFailsTheCaseThatItIsSeenIn() throws {
        var tape = Tape()
        tape.step(0) { $0.call(.checkAuthentication) }
        tape.step(1) { $0.authenticationStatus(0, "User Not Authenticated Error") }
        tape.add(.tokenSeen(token(.callback, Self.mistake)))
        let verdict = try bench.verdict(Bench.plain, tape)
        #expect(verdict.outcome == .fail)
        #expect(verdict.findings.map(\.statements) == [["AE-XML-010", "AE-TOK-001"]])
        #expect(
            verdict.findings.map(\.message) == ["the token delivered is not good: /authToken/ttl: it is no number"])
        #expect(verdict.findings.map(\.seen) == ["the token delivered (media, INVALID_TOKEN_FORMAT)"])
    }
}
