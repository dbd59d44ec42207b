import Glibc
import POSIX
import Testing
import Timing

@Suite struct SocketWatchTests {
    /// A time far enough for whatever must happen, so that a wait that misses it ends as a failed test.
    private var later: MonotonicTime { .now() + .seconds(30) }

    @Test func aReadySocketIsReportedUntilItIsDealtWith() throws {
        let watch = try #require(SocketWatch())
        var pipe = try Pipe()
        watch.watch(pipe.readEnd.raw, for: .reading, owner: 7)
        #expect(watch.wait(until: .now()).isEmpty)
        #expect(pipe.writeEnd.write([1]) == .bytes(1))
        for _ in 0..<2 {
            let reports = watch.wait(until: later)
            #expect(reports.map(\.socket) == [pipe.readEnd.raw])
            #expect(reports.map(\.owner) == [7])
            #expect(reports.map(\.ready) == [.reading])
        }
        var buffer = [UInt8](repeating: 0, count: 8)
        #expect(pipe.readEnd.read(into: &buffer) == .bytes(1))
        #expect(watch.wait(until: .now()).isEmpty)
        pipe.writeEnd.close()
        #expect(watch.wait(until: later).map { $0.ready.contains(.broken) } == [true])
    }

    @Test func aSecondWatchTakesThePlaceOfTheFirst() throws {
        let watch = try #require(SocketWatch())
        let pipe = try Pipe()
        watch.watch(pipe.writeEnd.raw, for: .writing, owner: 1)
        #expect(watch.wait(until: later).map(\.ready) == [.writing])
        watch.watch(pipe.writeEnd.raw, for: [], owner: 1)
        #expect(watch.wait(until: .now()).isEmpty)
        watch.watch(pipe.writeEnd.raw, for: .writing, owner: 2)
        #expect(watch.wait(until: later).map(\.owner) == [2])
        watch.forget(pipe.writeEnd.raw)
        #expect(watch.wait(until: .now()).isEmpty)
    }

    /// A file is what the kernel refuses to watch, as it does anything when there is no room for another watch.
    @Test func whatCannotBeWatchedIsReportedAgainAndAgain() throws {
        let watch = try #require(SocketWatch())
        let file = FileDescriptor(owning: unsafe open("/proc/self/status", O_RDONLY | O_CLOEXEC))
        watch.watch(file.raw, for: .reading, owner: 7)
        for _ in 0..<2 {
            let reports = watch.wait(until: later)
            #expect(reports.map(\.socket) == [file.raw] && reports.map(\.ready) == [.reading])
        }
        watch.watch(file.raw, for: [], owner: 7)
        #expect(watch.wait(until: .now()).isEmpty)
        watch.watchChanges(of: file.raw, owner: 9)
        #expect(watch.wait(until: nil).map(\.owner) == [9])
        watch.forget(file.raw)
        #expect(watch.wait(until: .now()).isEmpty)
    }

    @Test func eachChangeIsReportedOnceWhereThatWasAskedFor() throws {
        let watch = try #require(SocketWatch())
        var ends: [Int32] = [-1, -1]
        let status = unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
        try #require(status == 0)
        let near = FileDescriptor(owning: ends[0])
        var far = FileDescriptor(owning: ends[1])
        watch.watchChanges(of: near.raw, owner: 9)
        // There is room to write in from the start.
        #expect(watch.wait(until: later).map(\.ready) == [.writing])
        #expect(watch.wait(until: .now()).isEmpty)
        for _ in 0..<2 {
            #expect(far.write([1]) == .bytes(1))
            #expect(watch.wait(until: later).map(\.ready) == [[.reading, .writing]])
            // Nobody has read it.
            #expect(watch.wait(until: .now()).isEmpty)
        }
        far.close()
        let last = watch.wait(until: later)
        #expect(last.map(\.owner) == [9])
        #expect(last.map { $0.ready.contains(.ended) } == [true])
    }

    @Test func aForgottenSocketIsNotReportedUntilItIsWatchedAgain() throws {
        let watch = try #require(SocketWatch())
        var pipe = try Pipe()
        watch.watch(pipe.readEnd.raw, for: .reading, owner: 1)
        watch.forget(pipe.readEnd.raw)
        #expect(pipe.writeEnd.write([1]) == .bytes(1))
        #expect(watch.wait(until: .now()).isEmpty)
        // By now the kernel has said once that it is ready, and says so no more.
        watch.waker.wake()
        #expect(watch.wait(until: nil).isEmpty)
        watch.watch(pipe.readEnd.raw, for: .reading, owner: 2)
        #expect(watch.wait(until: later).map(\.owner) == [2])
        pipe.writeEnd.close()
    }

    @Test func aSocketWithTheNumberOfAClosedOneIsReported() throws {
        let watch = try #require(SocketWatch())
        var first = try Pipe()
        let number = first.readEnd.raw
        watch.watch(number, for: .reading, owner: 1)
        watch.forget(number)
        first.readEnd.close()
        var second = try Pipe()
        watch.watch(second.readEnd.raw, for: .reading, owner: 2)
        #expect(second.writeEnd.write([1]) == .bytes(1))
        #expect(watch.wait(until: later).map(\.owner) == [2])
        second.writeEnd.close()
        first.writeEnd.close()
    }

    @Test func aWakeEndsTheWaitOfAnotherThreadOnce() throws {
        let watch = try #require(SocketWatch())
        let waker = watch.waker
        #expect(startThread { waker.wake() })
        #expect(watch.wait(until: nil).isEmpty)
        waker.wake()
        waker.wake()
        #expect(watch.wait(until: nil).isEmpty)
        let pause = Duration.milliseconds(1)
        let start = MonotonicTime.now()
        #expect(watch.wait(until: start + pause).isEmpty)
        #expect(MonotonicTime.now() - start >= pause)
    }
}
