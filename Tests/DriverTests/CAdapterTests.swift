import Driver
import POSIX
import Testing
import Timing

/// The adapter in C, around the smallest port there can be.
@Suite struct CAdapterTests {
    private static let folder =
        #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/Examples/c"

    private static func run(_ command: [String]) async -> POSIX.ExitStatus? {
        let child = try? ChildProcess(command) { _ in }
        return await child?.exit()
    }

    @Test(.enabled("a C compiler is there") { await run(["gcc", "--version"]) == .exited(0) })
    func theAdapterInCKeepsEveryProbe() async throws {
        let program = "/tmp/assay-c-adapter-\(MonotonicTime.now().nanoseconds)"
        let sources = ["adapter.c", "json.c", "port.c"].map { Self.folder + "/" + $0 }
        let compiler = ["gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-pthread", "-o", program]
        try #require(await Self.run(compiler + sources) == .exited(0))
        let results = await AdapterLint(command: [program], patience: .seconds(60)).run()
        for result in results {
            if case .broken(let seen) = result.outcome { Issue.record("\(result.probe.id): \(seen)") }
        }
        #expect(results.count { $0.outcome == .kept } >= 30)
        #expect(await Self.run(["rm", program]) == .exited(0))
    }
}
