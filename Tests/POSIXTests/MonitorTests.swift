import POSIX
import Testing

@Suite struct MonitorTests {
    @Test func everyWaiterSeesTheChange() {
        let value = Monitor(0)
        let woken = Monitor(0)
        for _ in 0..<4 {
            startThread {
                value.wait { $0 == 7 ? () : nil }
                woken.change { $0 += 1 }
            }
        }
        for _ in 0..<7 { value.change { $0 += 1 } }
        woken.wait { $0 == 4 ? () : nil }
        #expect(value.change { $0 } == 7)
    }
}
