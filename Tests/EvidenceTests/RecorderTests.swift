import Dispatch
import Evidence
import Foundation
import Synchronization
import Testing

struct RecorderTests {
    private final class Sink: Sendable {
        let seen = Mutex<[Observation]>([])
    }

    private func record(lanes: Int, observer: Recorder.Observer? = nil) async -> [Observation] {
        let sink = Sink()
        let recorder = Recorder(
            sinks: [{ observation in sink.seen.withLock { $0.append(observation) } }], lanes: lanes, observer: observer)
        await withTaskGroup(of: Void.self) { group in
            for session in 0..<8 {
                group.addTask {
                    for number in 0..<200 { recorder.record(.note("\(number)"), session: SessionID("s\(session)")) }
                }
            }
        }
        return sink.seen.withLock { $0 }
    }

    @Test(arguments: [1, 4, 64])
    func everySessionIsSeenInItsOrderAndUnderNumbersOfItsOwn(lanes: Int) async {
        let seen = await record(lanes: lanes)
        #expect(Set(seen.map(\.sequence)) == Set(0..<1_600))
        for session in 0..<8 {
            let own = seen.filter { $0.session.name == "s\(session)" }
            #expect(own.map(\.event) == (0..<200).map { .note("\($0)") })
            #expect(own.map(\.sequence) == own.map(\.sequence).sorted())
        }
    }

    @Test func inOneLaneAllAreSeenInTheOrderOfTheirNumbers() async {
        #expect(await record(lanes: 1).map(\.sequence) == Array(0..<1_600))
    }

    @Test(arguments: [1, 64])
    func whatAnEventShowsComesRightAfterItInItsSession(lanes: Int) async {
        let seen = await record(lanes: lanes) { event in
            if case .note(let text) = event { .note("of \(text)") } else { nil }
        }
        for session in 0..<8 {
            let own = seen.filter { $0.session.name == "s\(session)" }.map(\.event)
            #expect(own == (0..<200).flatMap { [.note("\($0)"), .note("of \($0)")] })
        }
    }

    /// Whoever reports of one session must not wait for a sink that is busy with another.
    @Test func lanesDoNotWaitForEachOther() async throws {
        let (entered, enter) = AsyncStream.makeStream(of: String.self)
        let gate = DispatchSemaphore(value: 0)
        let recorder = Recorder(
            sinks: [
                { observation in
                    enter.yield(observation.session.name)
                    if observation.session.name == "a" { gate.wait() }
                }
            ], lanes: 64)
        // A session of another lane, whatever the seed of the hashes.
        func lane(_ session: SessionID) -> UInt { UInt(bitPattern: session.hashValue) % 64 }
        let slow = SessionID("a")
        let quick = try #require((0..<10_000).map { SessionID("b\($0)") }.first { lane($0) != lane(slow) })
        var names = entered.makeAsyncIterator()
        // A thread of its own, because it waits.
        Thread.detachNewThread { recorder.record(.note("slow"), session: slow) }
        #expect(await names.next() == "a")
        Thread.detachNewThread { recorder.record(.note("quick"), session: quick) }
        #expect(await names.next() == quick.name)
        gate.signal()
    }
}
