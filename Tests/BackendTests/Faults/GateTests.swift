import Backend
import Evidence
import ServiceProtocol
import Testing
import Timing

@Suite struct GateTests {
    @Test func heldRepliesLeaveInTheOrderTheyAreLetGo() throws {
        let count = 5
        let bench = try Bench(endpoints: count)
        let session = SessionID("s1")
        bench.backend.open(.sample(endpoints: count))
        let providers = (1...count).map { "sp\($0)" }
        bench.backend.hold(session, providers: providers, purpose: .configuration)
        for round in 0..<20 {
            let callers = try bench.backend.baseURLs.map { try Caller($0) }
            for caller in callers { caller.send("GET", "/adobe-services/config/REQ1") }
            let arrived = bench.log.wait(for: (round + 1) * count, of: session, \.isHeld).suffix(count)
            #expect(bench.backend.held(session).count == count)
            #expect(!bench.backend.isIdle(session))
            let exchanges = Dictionary(
                uniqueKeysWithValues: bench.backend.held(session).map { ($0.provider, $0.exchange) })
            #expect(arrived.count == exchanges.count)
            let order = providers.shuffled()
            for provider in order {
                #expect(bench.backend.release(session, provider: provider, purpose: .configuration))
            }
            for caller in callers { #expect(caller.receive().status == 200) }
            let left = bench.log.wait(for: (round + 1) * count, of: session, \.hasEnded).suffix(count)
            #expect(left.map(\.exchange) == order.map { exchanges[$0] })
        }
        #expect(!bench.backend.release(session, provider: "sp1", purpose: .configuration))
    }

    @Test func aReplyIsRecordedAsAskedHeldReleasedAndLeft() throws {
        let bench = try Bench(serving: .sample())
        let session = SessionID("s1")
        bench.backend.hold(session, providers: ["sp1"], purpose: .configuration)
        let caller = try Caller(bench.backend.baseURLs[0])
        caller.send("GET", "/adobe-services/config/REQ1")
        _ = bench.log.wait(for: 1, of: session, \.isHeld)
        bench.backend.openGate(session, providers: ["sp1"], purpose: .configuration)
        #expect(caller.receive().status == 200)
        _ = bench.log.wait(for: 1, of: session, \.hasEnded)
        let kinds = bench.log.all.filter { $0.session == session }.map(\.event.kind)
        #expect(kinds == ["request", "held", "released 0", "left 200"])
        #expect(caller.get("/adobe-services/config/REQ1").status == 200)
    }

    @Test func aGateHoldsOnlyItsProviderPurposeAndSession() throws {
        let bench = try Bench(endpoints: 2)
        bench.backend.open(.sample(1, endpoints: 2))
        bench.backend.open(.sample(2, endpoints: 2))
        bench.backend.hold(SessionID("s1"), providers: ["sp1"], purpose: .configuration)
        let first = try Caller(bench.backend.baseURLs[0])
        #expect(first.get("/adobe-services/config/REQ2").status == 200)
        #expect(first.post("/o/client/register", body: "{}").status == 400)
        let second = try Caller(bench.backend.baseURLs[1])
        #expect(second.get("/adobe-services/config/REQ1").status == 200)
        first.send("GET", "/adobe-services/config/REQ1")
        _ = bench.log.wait(for: 1, of: SessionID("s1"), \.isHeld)
        bench.backend.releaseAll(SessionID("s1"))
        #expect(first.receive().status == 200)
    }

    /// Otherwise a client that looks for a login from time to time would have told it before it was done.
    @Test func thatNobodyHasLoggedInYetIsNotHeld() throws {
        let bench = try Bench(serving: .sample())
        var client = Client(bench.backend.baseURLs[0])
        try client.register()
        try client.getCode()
        bench.backend.hold(SessionID("s1"), providers: ["sp1"], purpose: .session)
        #expect(try client.askSession().status == 401)
        #expect(try client.signIn().location == client.redirectURL)
        let caller = try Caller(client.baseURL)
        client.send(.session, caller)
        _ = bench.log.wait(for: 1, of: SessionID("s1"), \.isHeld)
        #expect(bench.backend.release(SessionID("s1"), provider: "sp1", purpose: .session))
        #expect(caller.receive().status == 200)
    }

    @Test func aSessionWithNothingButHeldRepliesIsQuietAndNotIdle() throws {
        let bench = try Bench(serving: .sample())
        let session = SessionID("s1")
        #expect(bench.backend.isQuiet(session) && bench.backend.isIdle(session))
        bench.backend.hold(session, providers: ["sp1"], purpose: .configuration)
        let caller = try Caller(bench.backend.baseURLs[0])
        caller.send("GET", "/adobe-services/config/REQ1")
        _ = bench.log.wait(for: 1, of: session, \.isHeld)
        #expect(bench.backend.isQuiet(session) && !bench.backend.isIdle(session))
    }

    @Test func aFaultALatencyAndAGateApplyToOneReply() throws {
        let bench = try Bench(serving: .sample())
        let session = SessionID("s1")
        bench.backend.setFault(session, provider: "sp1", purpose: .configuration, fault: .truncate(bodyBytes: 9))
        bench.backend.setLatency(session, provider: "sp1", purpose: .configuration, .fixed(.milliseconds(30)))
        bench.backend.hold(session, providers: ["sp1"], purpose: .configuration)
        let caller = try Caller(bench.backend.baseURLs[0])
        caller.send("GET", "/adobe-services/config/REQ1")
        _ = bench.log.wait(for: 1, of: session, \.isHeld)
        #expect(bench.backend.release(session, provider: "sp1", purpose: .configuration))
        #expect(caller.receive().body.count == 9)
        _ = bench.log.wait(for: 1, of: session, \.hasEnded)
        let seen = bench.log.all.filter { $0.session == session }
        #expect(seen.map(\.event.kind) == ["request", "held", "released 0", "broken truncate(9)"])
        #expect((seen[3].time - seen[0].time).milliseconds >= 30)
    }

    @Test func closingASessionResetsWhatItHolds() throws {
        let bench = try Bench(serving: .sample())
        let session = SessionID("s1")
        bench.backend.hold(session, providers: ["sp1"], purpose: .configuration)
        let caller = try Caller(bench.backend.baseURLs[0])
        caller.send("GET", "/adobe-services/config/REQ1")
        _ = bench.log.wait(for: 1, of: session, \.isHeld)
        bench.backend.close(session)
        #expect(caller.receive().status == 0)
        #expect(caller.get("/adobe-services/config/REQ1").status == 0)
    }

    @Test func aLatencyDelaysAndASeedDecidesIt() throws {
        let bench = try Bench(endpoints: 2)
        let session = SessionID("s1")
        bench.backend.open(.sample(endpoints: 2))
        bench.backend.setLatency(session, provider: "sp1", purpose: .configuration, .fixed(.milliseconds(40)))
        bench.backend.setLatency(
            session, provider: nil, purpose: .configuration, .each([.milliseconds(1), .milliseconds(20)]))
        for endpoint in [0, 1, 1] {
            let caller = try Caller(bench.backend.baseURLs[endpoint])
            #expect(caller.get("/adobe-services/config/REQ1").status == 200)
        }
        let left = bench.log.wait { observations -> [Double]? in
            var asked: [UInt64: Observation] = [:]
            var delays: [Double] = []
            for observation in observations {
                if let request = observation.event.request { asked[request.exchange] = observation }
                if case .replyLeft(let reply) = observation.event, let request = asked[reply.exchange] {
                    delays.append((reply.firstByte - request.time).milliseconds)
                }
            }
            return delays.count == 3 ? delays : nil
        }
        #expect(left[0] >= 40 && left[1] >= 1 && left[2] >= 20)
    }
}

extension Event {
    fileprivate var kind: String {
        switch self {
        case .request: "request"
        case .replyHeld: "held"
        case .replyReleased(_, let order): "released \(order)"
        case .replyLeft(let reply): "left \(reply.status)"
        case .replyBroken(_, let reason): "broken \(reason)"
        default: "other"
        }
    }

    fileprivate var exchange: UInt64? {
        switch self {
        case .replyLeft(let reply): reply.exchange
        case .replyBroken(let exchange, _): exchange
        default: nil
        }
    }
}
