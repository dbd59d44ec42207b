import Backend
import Evidence
import Gate
import HTTPServer
import POSIX
import ServiceProtocol
import Testing

/// Bodies that are larger than what anybody holds.
@Suite struct StreamingTests {
    private static let large = 24 << 20

    @Test(arguments: ["length", "chunks"])
    func aLargeReplyPassesByteForByte(_ framing: String) async throws {
        let bench = try StreamingBench()
        let reply = try #require(await bench.get("/\(framing)/\(Self.large)"))
        #expect(reply.body == .init(count: Self.large, isWhole: true))
        let length = reply.headers.first { $0.name.lowercased() == "content-length" }?.value
        #expect(length == (framing == "length" ? "\(Self.large)" : nil))
        #expect(reply.headers.contains { $0.name == "Content-Encoding" && $0.value == "gzip" })
        let words = bench.gate.left(1).map(\.word)
        #expect(words == ["request sp1 other", "left 200"])
    }

    @Test(arguments: [true, false])
    func aLargeRequestPassesByteForByte(_ tellsLength: Bool) async throws {
        let bench = try StreamingBench()
        let told = try await bench.post(Self.large, length: tellsLength ? Self.large : nil)
        #expect(told == "\(Self.large) true \(tellsLength ? "\(Self.large)" : "chunks")")
        guard case .request(let request)? = bench.gate.left(1).first else { throw NoRequest() }
        #expect(request.fields["bodyCut"]?.hasSuffix(" bytes of \(tellsLength ? "\(Self.large)" : "more")") == true)
    }

    struct NoRequest: Error {}

    @Test(arguments: ["length", "chunks"])
    func aReplyThatBreaksOffIsSeenToBreakOffAndTheProviderIsBlamed(_ framing: String) async throws {
        let bench = try StreamingBench()
        let reply = try #require(await bench.get("/broken/\(framing)/\(Self.large)"))
        #expect(reply.status == 200)
        #expect(reply.body == .init(count: Self.large / 2, isWhole: false))
        let words = bench.gate.left(1).map(\.word)
        #expect(words == ["request sp1 other", "fault of the service provider", "broken"])
    }

    @Test func aSmallReplyThatBreaksOffIsPassedOnAsFarAsItCame() async throws {
        let bench = try StreamingBench()
        bench.gate.backend.hold(SessionID("s1"), providers: ["sp1"], purpose: .other)
        let replies = Monitor<[StreamingBench.Reply?]>([])
        bench.get("/broken/length/2000") { reply in replies.change { $0.append(reply) } }
        _ = bench.gate.events { $0.contains(where: \.isHeld) }
        #expect(bench.gate.backend.release(SessionID("s1"), provider: "sp1", purpose: .other))
        let reply = try #require(replies.wait { $0.first })
        #expect(reply.body == .init(count: 1_000, isWhole: false))
    }
}
