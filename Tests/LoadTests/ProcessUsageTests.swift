import Load
import LoadResults
import POSIX
import Testing

@Suite struct ProcessUsageTests {
    /// Of another process, because any number of tests open and close descriptors of this one meanwhile.
    @Test func descriptorsOfAProcessAreCounted() async throws {
        let (lines, told) = AsyncStream.makeStream(of: Void.self)
        let child = try ChildProcess(
            ["sh", "-c", "echo 1; read go; exec 7</dev/null 8</dev/null 9</dev/null; echo 2; read go"]
        ) { event in
            if case .line = event { told.yield() } else { told.finish() }
        }
        var turns = lines.makeAsyncIterator()
        try #require(await turns.next() != nil)
        let before = try #require(ProcessUsage.read(child.identifier)).descriptors
        #expect(before >= 3)
        child.send(line: [])
        try #require(await turns.next() != nil)
        #expect(ProcessUsage.read(child.identifier)?.descriptors == before + 3)
        child.endInput()
        _ = await child.exit()
        #expect(ProcessUsage.read(child.identifier) == nil)
    }
}
