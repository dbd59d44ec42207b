import Evidence
import ServiceProtocol
import Testing

@testable import Backend

@Suite struct RequestsInFlightTests {
    /// However many there are at a time, and in whatever order they end.
    @Test(arguments: [1, 255, 256, 257, 3_000])
    func eachFlightIsFoundUnderItsExchange(_ count: Int) {
        var inFlight = RequestsInFlight()
        let context = RequestContext(session: .none, provider: "sp1", purpose: .other)
        var generator = SystemRandomNumberGenerator()
        for round in 0..<3 {
            let exchanges = (0..<count).map { UInt64(round * 100_000 + $0 + 1) }
            for exchange in exchanges {
                inFlight.insert(InFlight(context: context, status: Int(exchange), reason: "", fault: nil), of: exchange)
            }
            #expect(exchanges.allSatisfy { inFlight[$0]?.status == Int($0) })
            for exchange in exchanges.shuffled(using: &generator) {
                #expect(inFlight.remove(exchange)?.status == Int(exchange))
                #expect(inFlight[exchange] == nil && inFlight.remove(exchange) == nil)
            }
        }
    }
}
