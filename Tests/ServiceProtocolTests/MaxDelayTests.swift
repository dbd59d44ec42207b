import ServiceProtocol
import Testing

/// What a contract may have a port wait for.
@Suite struct MaxDelayTests {
    @Test(arguments: [
        ("20ms", 20), ("uniform(5ms, 30ms)", 30), ("each(25ms, 5ms)", 25), ("exponential(2ms)", 40),
    ])
    func aLatencyIsNoLongerThanThat(text: String, milliseconds: Int) throws {
        #expect(try #require(Latency(text)).maxDelay == .milliseconds(milliseconds))
    }

    @Test(arguments: [("slow(64, 1ms)", 32), ("slow(10, 30s)", 6_150_000), ("status(500)", 0)])
    func aFaultKeepsAReplyNoLonger(text: String, milliseconds: Int) throws {
        #expect(try #require(Fault(text)).maxDelay == .milliseconds(milliseconds))
    }

    @Test(arguments: ["stall", "stall(20)"]) func whatStallsHasNoEnd(text: String) throws {
        #expect(try #require(Fault(text)).maxDelay == nil)
    }
}
