import POSIX
import Testing

@testable import Driver

@Suite struct FirstResultTests {
    /// Several may wait for it, and the first given is what they all get.
    @Test func theFirstGivenCountsForAllWhoWait() async {
        let result = FirstResult<Int>()
        let waiting = (0..<3).map { _ in Task { await result.value() } }
        let late = Task { await result.value(within: .seconds(300), otherwise: 0, sleep: sleepOnContinuousClock) }
        await Task.yield()
        #expect(result.give(1))
        #expect(!result.give(2))
        for task in waiting + [late] { #expect(await task.value == 1) }
    }
}
