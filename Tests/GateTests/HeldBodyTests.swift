import Backend
import Evidence
import Gate
import HTTPServer
import POSIX
import ServiceProtocol
import Testing
import TestThreads
import Transport

/// Bodies of which the suite wants to have the whole, where they are larger than what it holds; and clients that go away.
@Suite(.mayBlock) struct HeldBodyTests {
    private static let session = SessionID("s1")
    private static let large = Forwarder.heldReplyBytes + (4 << 20)

    @Test func whatIsLargerThanWhatIsHeldIsHeldAndThenFlows() async throws {
        let bench = try StreamingBench()
        bench.gate.backend.hold(Self.session, providers: ["sp1"], purpose: .other)
        let replies = Monitor<[StreamingBench.Reply?]>([])
        bench.get("/chunks/\(Self.large)") { reply in replies.change { $0.append(reply) } }
        _ = bench.gate.events { $0.contains(where: \.isHeld) }
        #expect(bench.gate.backend.release(Self.session, provider: "sp1", purpose: .other))
        #expect(replies.wait { $0.first }?.body == .init(count: Self.large, isWhole: true))
        #expect(bench.gate.left(1).map(\.word) == ["request sp1 other", "held", "released 0", "left 200"])
    }

    @Test func aFaultThatALargeBodyCannotMeetIsNotThePorts() async throws {
        let bench = try StreamingBench()
        bench.gate.backend.setFault(Self.session, provider: nil, purpose: .other, fault: .malformedXML)
        #expect(await bench.get("/length/\(Self.large)")?.body == .init(count: Self.large, isWhole: true))
        #expect(bench.gate.left(1).map(\.word) == ["request sp1 other", "fault of the service provider", "left 200"])
    }

    @Test func aLargeBodyIsCutWhereTheFaultSays() async throws {
        let bench = try StreamingBench()
        bench.gate.backend.setFault(
            Self.session, provider: nil, purpose: .other, fault: .truncate(bodyBytes: 100_000))
        #expect(await bench.get("/length/\(Self.large)")?.body == .init(count: 100_000, isWhole: false))
        #expect(bench.gate.left(1).map(\.word) == ["request sp1 other", "broken"])
    }

    @Test func aReplyFlowsAsItComes() async throws {
        let pipe = BytePipe.make()
        let (writer, reader) = (pipe.writer, pipe.reader)
        let gate = try GateBench(handler: { _, handle in
            var reply = ServerReply(status: 200, body: Array("first".utf8))
            reply.rest = StreamedBody(reader, length: nil)
            handle.send(reply)
        })
        gate.open("s1")
        let (seen, whole) = (Monitor<BytePipe.Reader?>(nil), Monitor<EndlessBody.Received?>(nil))
        gate.client.send(
            HTTPRequest(url: gate.gates[0] + "/"),
            streaming: ReplyStreaming(holding: { _ in 0 }) { response, reader in
                #expect(response.body == Array("first".utf8))
                seen.change { $0 = reader }
            }
        ) { _ in }
        // The rest is said only when the beginning has been seen.
        let rest = seen.wait { $0 }
        _ = writer.write(EndlessBody.bytes(from: 0, 1_000))
        writer.finish()
        EndlessBody.drain(rest, after: []) { body in whole.change { $0 = body } }
        #expect(whole.wait { $0 } == .init(count: 1_000, isWhole: true))
    }

    @Test func aClientThatGoesAwayWithinAReplyEndsThatOfTheProvider() async throws {
        let gone = Monitor(false)
        let gate = try GateBench(handler: { _, handle in
            var reply = ServerReply(status: 200)
            reply.rest = StreamedBody(
                EndlessBody.source(.max, abandoned: { gone.change { $0 = true } }), length: nil)
            handle.send(reply)
        })
        gate.open("s1")
        gate.client.send(
            HTTPRequest(url: gate.gates[0] + "/"), streaming: ReplyStreaming(holding: { _ in 0 }) { _, _ in }
        ) { _ in }
        gone.wait { $0 ? () : nil }
        #expect(gate.left(1).map(\.word).filter { $0 != "other" } == ["request sp1 other", "broken"])
    }

    @Test func aClientThatGoesAwayWithinItsRequestIsSeenToGoAndBlamesNobody() async throws {
        let bench = try StreamingBench()
        var request = HTTPRequest(method: "POST", url: bench.gate.gates[0] + "/up", timeout: .seconds(300))
        request.rest = StreamedBody(EndlessBody.source(4 << 20, breaks: true), length: 8 << 20)
        bench.gate.client.send(request, streaming: nil) { _ in }
        let told = bench.told.wait { $0.first }
        #expect(told.hasSuffix(" false \(8 << 20)"))
        #expect(bench.gate.left(1).map(\.word) == ["request sp1 other", "broken"])
    }

    @Test func aProviderThatAsksForPatienceAtLengthIsAskedAgain() async throws {
        let gate = try GateBench(handler: { request, handle in
            let isFirst = request.exchange == 1
            var reply = ServerReply(status: isFirst ? 429 : 200, headers: isFirst ? [("Retry-After", "0")] : [])
            reply.rest = StreamedBody(EndlessBody.source(2 << 20), length: 2 << 20)
            handle.send(reply)
        })
        gate.open("s1")
        let response = try await gate.get("/")
        #expect(response.status == 200)
        #expect(EndlessBody.has(response.body, at: 0) && response.body.count == 2 << 20)
        #expect(gate.left(1).map(\.word) == ["request sp1 other", "left 200"])
    }
}
