import Evidence
import HTTPServer
import POSIX
import ServiceProtocol
import Testing
import XML

@testable import Backend

@Suite struct FaultTests {
    private let session = SessionID("s1")
    private let path = "/adobe-services/config/REQ1"

    /// What a client gets of the configuration under a fault, and what it would have got.
    private struct Outcome: ~Copyable {
        let broken: Response
        let sound: Response
        let caller: Caller
        let bench: Bench
    }

    private func ask(_ fault: Fault) throws -> Outcome {
        let bench = try Bench(serving: .sample())
        bench.backend.setFault(session, provider: "sp1", purpose: .configuration, fault: fault, times: 1)
        let caller = try Caller(bench.backend.baseURLs[0])
        let broken = caller.get(path)
        let sound = try Caller(bench.backend.baseURLs[0]).get(path)
        #expect(sound.status == 200 && sound.body.count == sound.length)
        return Outcome(broken: broken, sound: sound, caller: caller, bench: bench)
    }

    private func brokenReasons(_ bench: borrowing Bench) -> [String] {
        bench.log.wait(for: 2, of: session, \.hasEnded).compactMap { event in
            if case .replyBroken(_, let reason) = event { reason } else { nil }
        }
    }

    @Test func aFaultOfSeveralPurposesCountsThemTogether() throws {
        let bench = try Bench(serving: .sample())
        bench.backend.setFault(
            session, provider: "sp1", purposes: [.registration, .configuration], fault: .status(503), times: 2)
        let caller = try Caller(bench.backend.baseURLs[0])
        let client = Client(bench.backend.baseURLs[0])
        #expect(caller.get(path).status == 503)
        client.send(.register, caller)
        #expect(caller.receive().status == 503)
        #expect(caller.get(path).status == 200)
        client.send(.register, caller)
        #expect(caller.receive().status == 201)
    }

    @Test func refuseResetsBeforeAByte() throws {
        let result = try ask(.refuse)
        #expect(result.broken.status == 0 && result.caller.end != .ended)
        #expect(brokenReasons(result.bench) == ["refuse"])
    }

    @Test func resetAfterHeadersGivesHeadersAndNoBody() throws {
        let result = try ask(.resetAfterHeaders)
        #expect(result.broken.status == 200 && result.broken.body.isEmpty && result.caller.end != .ended)
        #expect(brokenReasons(result.bench) == ["resetAfterHeaders"])
    }

    @Test func truncateEndsInOrderShortOfItsLength() throws {
        let result = try ask(.truncate(bodyBytes: 20))
        #expect(result.broken.body == Array(result.sound.body.prefix(20)))
        #expect(result.broken.length == result.sound.length && result.caller.end == .ended)
        #expect(brokenReasons(result.bench) == ["truncate(20)"])
    }

    @Test(.timeLimit(.minutes(5))) func aStalledReplyIsBrokenAndItsSessionIdle() async throws {
        let bench = try Bench(serving: .sample())
        bench.backend.setFault(session, provider: nil, purpose: .configuration, fault: .stall(bodyBytes: 0))
        let caller = try Caller(bench.backend.baseURLs[0])
        caller.send("GET", path)
        _ = bench.log.wait(for: 1, of: session, \.hasEnded)
        // It counts as answered a moment after it is recorded.
        while !bench.backend.isIdle(session) { await Task.yield() }
    }

    @Test func aSlowReplyIsWhole() throws {
        let result = try ask(.slow(bytesPerChunk: 100, every: .milliseconds(1)))
        #expect(result.broken.body == result.sound.body)
        #expect(brokenReasons(result.bench).isEmpty)
    }

    @Test(arguments: [204, 400, 401, 403, 404, 429, 500, 503])
    func aStatusIsAllThatIsServed(_ status: Int) throws {
        #expect(try ask(.status(status)).broken.status == status)
    }

    @Test func malformedXMLHasItsWholeLengthAndIsRefusedByAReader() throws {
        let result = try ask(.malformedXML)
        #expect(result.broken.status == 200 && result.broken.body.count == result.broken.length)
        #expect(throws: XMLError.self) { try ConfigurationDocument.read(result.broken.body) }
    }

    @Test func aPageOfTheNetworkIsNoReplyOfTheService() throws {
        let result = try ask(.htmlPage)
        #expect(result.broken.status == 200 && result.broken.headers["content-type"] == "text/html;charset=UTF-8")
        #expect(throws: XMLError.self) { try ConfigurationDocument.read(result.broken.body) }
    }

    @Test(arguments: [200, 400]) func aRefusalComesWithEitherStatus(_ status: Int) throws {
        let result = try ask(.refusal(status))
        #expect(result.broken.status == status)
        #expect(String(decoding: result.broken.body, as: UTF8.self).contains("<notAuthorized/><details>The MVPD"))
    }

    /// Clients may cut tokens out of a reply, and need not look at what is around them.
    @Test func noTokenOfAMalformedReplyIsWhole() {
        for body in ["<a><authnToken>x</authnToken></a>", "<authnToken>x</authnToken>", "<a><b>x</b><c>y</c></a>"] {
            var reply = ServerReply.text(body)
            Fault.malformedXML.inject(into: &reply)
            #expect(reply.body.starts(with: "<".utf8) && !String(decoding: reply.body, as: UTF8.self).contains("</"))
        }
        var reply = ServerReply.text(#"{"token":"12345678"}"#)
        Fault.malformedXML.inject(into: &reply)
        #expect(String(decoding: reply.body, as: UTF8.self) == #"{"token":""#)
    }

    @Test func wrongContentTypeKeepsTheBody() throws {
        let result = try ask(.wrongContentType)
        #expect(result.broken.headers["content-type"] == "image/gif" && result.broken.body == result.sound.body)
    }

    @Test func redirectLoopSendsTheClientBackToWhereItCameFrom() throws {
        let result = try ask(.redirectLoop)
        #expect(result.broken.status == 302 && result.broken.location == path)
    }

    @Test func duplicateResponseComesTwice() throws {
        let result = try ask(.duplicateResponse)
        #expect(result.broken.body == result.sound.body)
        #expect(result.caller.receive().body == result.sound.body)
    }

    @Test func wrongRequestorSpeaksOfAnother() throws {
        let result = try ask(.wrongRequestor)
        #expect(try ConfigurationDocument.read(result.broken.body).requestorID == "REQ1-WRONG")
        #expect(try ConfigurationDocument.read(result.sound.body).requestorID == "REQ1")
    }

    @Test func aFaultThatPreventsServiceChangesNothingThere() throws {
        let bench = try Bench(serving: .sample())
        var client = Client(bench.backend.baseURLs[0])
        let (caller, page) = try client.goToLoginPage()
        let carrier = try client.submit(
            page, form: "login", filling: ["username": "user1", "password": "secret-of-1"], caller)
        bench.backend.setFault(session, provider: nil, purpose: .page, fault: .status(503), times: 1)
        #expect(try client.submit(carrier, form: nil, caller).status == 503)
        #expect(try client.askSession().status == 401)
        #expect(try client.submit(carrier, form: nil, caller).status == 302)
        #expect(try client.askSession().status == 200)
    }

    @Test(arguments: [("json", UInt8(ascii: "{")), ("xml", UInt8(ascii: "<"))])
    func aStatusIsToldInTheFormThatIsAskedFor(_ format: String, _ first: UInt8) throws {
        let bench = try Bench(openWorld: OpenWorld())
        bench.backend.setFault(.none, provider: nil, purpose: .session, fault: .status(500))
        let reply = try Caller(bench.backend.baseURLs[0]).get("/api/v1/checkauthn?requestor=REF30&format=\(format)")
        #expect(reply.status == 500 && reply.body.first == first, "\(reply.text)")
    }

    @Test(arguments: ["exponential(106751d)", "lognormal(0.000001ms, 106751d)", "uniform(0ms, 106751d)"])
    func noLatencyIsLongerThanTimeIs(_ text: String) throws {
        let latency = try #require(Latency(text))
        var random = SeededRandom(seed: 1)
        for number in 0..<1_000 { #expect(latency.delay(request: number, random: &random) >= .zero) }
    }
}
