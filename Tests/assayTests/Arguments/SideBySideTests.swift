import Synchronization
import Testing

@testable import assay

@Suite struct SideBySideTests {
    @Test(arguments: [1, 3, 200]) func resultsAreInTheOrderOfTheItems(width: Int) async throws {
        let items = (0..<100).map { "item \($0)" }
        let results = try await sideBySide(items, atOnce: width) { item throws(ToolError) in
            if item.hasSuffix("7") { await Task.yield() }
            return item + "!"
        }
        #expect(results == items.map { $0 + "!" })
    }

    @Test func soManyAreUnderWayAndNoMore() async throws {
        let counter = Counter()
        _ = try await sideBySide(Array(0..<50), atOnce: 4) { _ throws(ToolError) in
            counter.begin()
            for _ in 0..<10 { await Task.yield() }
            counter.end()
        }
        #expect(counter.most <= 4)
        #expect(counter.begun == 50)
    }

    @Test func theFirstFailureIsThrownWhenAllAreDone() async {
        let counter = Counter()
        let error = await #expect(throws: ToolError.self) {
            try await sideBySide(Array(0..<10), atOnce: 3) { number throws(ToolError) in
                counter.begin()
                if number % 4 == 2 { throw ToolError.impossible("\(number)") }
            }
        }
        #expect(error?.message == "2")
        #expect(counter.begun == 10)
    }
}

private final class Counter: Sendable {
    private let counts = Mutex((begun: 0, now: 0, most: 0))

    var begun: Int { counts.withLock(\.begun) }
    var most: Int { counts.withLock(\.most) }

    func begin() {
        counts.withLock { counts in
            counts.begun += 1
            counts.now += 1
            counts.most = max(counts.most, counts.now)
        }
    }

    func end() { counts.withLock { $0.now -= 1 } }
}
