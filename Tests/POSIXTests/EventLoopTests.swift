import POSIX
import Testing
import Timing

@Suite struct EventLoopTests {
    @Test func actionsRunInTheOrderOfTheirTimesAndNeverBefore() throws {
        let loop = try EventLoop()
        let start = MonotonicTime.now()
        var ran: [Int] = []
        var early = 0
        for (index, delay) in [5, 1, 3, 1, 0].enumerated() {
            let due = start + .milliseconds(delay)
            loop.schedule(at: due) {
                ran.append(index)
                if MonotonicTime.now() < due { early += 1 }
                if index == 0 { loop.stop() }
            }
        }
        loop.run {}
        #expect(ran == [4, 1, 3, 2, 0])
        #expect(early == 0)
    }

    @Test func aWakeFromAnotherThreadIsSeen() throws {
        let loop = try EventLoop()
        let waker = loop.waker
        var calls = 0
        startThread { waker.wake() }
        loop.run {
            calls += 1
            // The first call is the start's.
            if calls == 2 { loop.stop() }
        }
        #expect(calls == 2)
    }

    /// Times are kept and wakes are seen, a thousand of them one soon after the other.
    @Test func noTimeAndNoWakeIsMissed() throws {
        let loop = try EventLoop()
        let waker = loop.waker
        var wakes = 0
        var early = 0
        loop.run {
            wakes += 1
            // The first call is the start's.
            if wakes > 1_000 { return loop.stop() }
            let due = MonotonicTime.now() + .microseconds(wakes % 10 * 10)
            loop.schedule(at: due) {
                if MonotonicTime.now() < due { early += 1 }
                if wakes % 100 == 0 { startThread { waker.wake() } } else { waker.wake() }
            }
        }
        #expect(wakes == 1_001 && early == 0)
    }

    @Test func bytesAndTheEndOfAPipeAreReported() throws {
        let loop = try EventLoop()
        var pipe = try Pipe()
        pipe.readEnd.setNonblocking()
        var seen: [Transferred] = []
        var buffer = [UInt8](repeating: 0, count: 10)
        let reading = pipe.readEnd.release()
        let reader = Reader(FileDescriptor(owning: reading))
        try loop.watch(reading) { _ in
            while true {
                let outcome = reader.descriptor.read(into: &buffer)
                if outcome == .blocked { return }
                seen.append(outcome)
                if outcome == .ended { return loop.stop() }
            }
        }
        let writing = pipe.writeEnd.release()
        startThread {
            let end = FileDescriptor(owning: writing)
            _ = end.write(Array("hello".utf8))
        }
        loop.run {}
        #expect(seen.last == .ended)
        #expect(seen.dropLast().allSatisfy { if case .bytes = $0 { true } else { false } })
    }

    @Test func theEndOfARoundIsToldAfterEveryCallbackAndSoonInALongOne() throws {
        let loop = try EventLoop()
        let pipes = try (0..<100).map { _ in OpenPipe(try Pipe()) }
        var inRound = 0
        var largest = 0
        var seen = 0
        for pipe in pipes {
            try loop.watch(pipe.pipe.readEnd.raw) { _ in
                inRound += 1
                largest = max(largest, inRound)
            }
            _ = pipe.pipe.writeEnd.write([1])
        }
        loop.schedule(at: .now() + .seconds(10)) { loop.stop() }
        loop.run(
            woken: {},
            roundEnded: {
                seen += inRound
                inRound = 0
                if seen == pipes.count { loop.stop() }
            })
        #expect(seen == 100)
        #expect(largest > 1 && largest <= 32)
    }

    @Test func aForgottenDescriptorIsNotReportedAlthoughItsReportIsAtHand() throws {
        let loop = try EventLoop()
        let first = try Pipe()
        let second = try Pipe()
        let (firstEnd, secondEnd) = (first.readEnd.raw, second.readEnd.raw)
        var reported: [Int32] = []
        for (end, other) in [(firstEnd, secondEnd), (secondEnd, firstEnd)] {
            try loop.watch(end) { _ in
                reported.append(end)
                loop.forget(other)
                loop.schedule(at: .now()) { loop.stop() }
            }
        }
        _ = first.writeEnd.write([1])
        _ = second.writeEnd.write([1])
        loop.run {}
        #expect(reported.count == 1)
    }
}

private final class OpenPipe {
    let pipe: Pipe

    init(_ pipe: consuming Pipe) {
        self.pipe = pipe
    }
}

private final class Reader {
    let descriptor: FileDescriptor

    init(_ descriptor: consuming FileDescriptor) {
        self.descriptor = descriptor
    }
}
