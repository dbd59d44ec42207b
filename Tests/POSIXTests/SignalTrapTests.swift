import Glibc
import Testing

@testable import POSIX

@Suite struct SignalTrapTests {
    @Test func aSignalBecomesACall() async throws {
        let arrivals = AsyncStream.makeStream(of: Void.self)
        try SignalTrap.handle(Signal(number: SIGUSR1)) { arrivals.continuation.yield() }
        // A program of its own sends it, as a terminal or a supervisor would.
        let sender = try ChildProcess(["sh", "-c", "kill -USR1 $PPID"]) { _ in }
        #expect(await sender.exit() == .exited(0))
        for await _ in arrivals.stream { break }
    }
}
