import POSIX
import Testing

@testable import Driver

struct LintTranscriptTests {
    @Test func anAdapterThatNeverStopsTalkingFillsNoMemory() {
        let transcript = LintTranscript()
        let line = Array(
            #"{"jsonrpc":"2.0","method":"x","params":["\#(String(repeating: "x", count: 1 << 20))"]}"#.utf8)
        for _ in 0..<40 { transcript.take(.line(line)) }
        #expect(transcript.messages.count == 31)
        #expect(transcript.noise == "one beyond 32 MB")
    }
}
