import Evidence
import ServiceProtocol
import Synchronization
import Testing
import Timing

@testable import assay

@Suite struct ServeLogTests {
    /// Both are of the client, and are decoded.
    @Test func neitherANameNorAValueWritesOnTheTerminal() {
        let written = Mutex("")
        let log = ServeLog { text in written.withLock { $0 += text } }
        let request = RequestEvent(
            exchange: 1, provider: "sp1", purpose: .other, method: "GET", path: "/x",
            fields: ["\u{1B}]0;owned\u{7}": "1", "a\nsp1 GET /forged": "2", "b": "\u{1B}[2J\n"], firstByte: .now())
        for event in [Event.request(request), .replyHeld(exchange: 1)] {
            log.take(Observation(sequence: 1, time: .now(), session: .none, event: event))
        }
        log.finish()
        let text = written.withLock { $0 }
        #expect(text.contains("owned") && text.contains("forged") && text.contains("[2J"))
        #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "\(text.debugDescription)")
    }
}
