import POSIX
import Testing
import Timing

@Suite struct TimerHeapTests {
    @Test func payloadsLeaveInTheOrderOfTheirTimesAndEqualTimesInTheOrderTheyCame() {
        var heap = TimerHeap<Int>()
        var generator = SystemRandomNumberGenerator()
        let times = (0..<5_000).map { _ in Int64.random(in: 0..<300, using: &generator) }
        for (index, time) in times.enumerated() { heap.insert(index, at: MonotonicTime(nanoseconds: time)) }
        var left: [Int] = []
        while let index = heap.removeFirst(notAfter: MonotonicTime(nanoseconds: 300)) { left.append(index) }
        #expect(left == times.indices.sorted { (times[$0], $0) < (times[$1], $1) })
    }

    @Test func nothingLeavesBeforeItsTime() {
        var heap = TimerHeap<String>()
        heap.insert("b", at: MonotonicTime(nanoseconds: 20))
        heap.insert("a", at: MonotonicTime(nanoseconds: 10))
        #expect(heap.removeFirst(notAfter: MonotonicTime(nanoseconds: 9)) == nil)
        #expect(heap.removeFirst(notAfter: MonotonicTime(nanoseconds: 10)) == "a")
        #expect(heap.removeFirst(notAfter: MonotonicTime(nanoseconds: 19)) == nil)
        #expect(heap.earliest == MonotonicTime(nanoseconds: 20))
    }
}
