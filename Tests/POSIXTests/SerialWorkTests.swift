import Dispatch
import POSIX
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct SerialWorkTests {
    @Test func piecesAreDoneOneAfterAnotherInTheOrderGiven() {
        let work = SerialWork()
        let done = Mutex<[Int]>([])
        let last = DispatchSemaphore(value: 0)
        for piece in 0..<500 {
            work.add { done.withLock { $0.append(piece) } }
        }
        work.add { last.signal() }
        last.wait()
        #expect(done.withLock { $0 } == Array(0..<500))
    }

    @Test func anAbandonedPieceKeepsItsThreadAndTheRestGoesOnWithoutIt() {
        let work = SerialWork()
        let (begun, blocked, next) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let ticket = work.add {
            begun.signal()
            blocked.wait()
        }
        begun.wait()
        work.add { next.signal() }
        work.abandon(ticket)
        next.wait()
        blocked.signal()
        // The thread that comes back late does no more of the work.
        work.add { next.signal() }
        next.wait()
    }

    @Test func aPieceAbandonedBeforeItIsBegunIsNeverDone() {
        let work = SerialWork()
        let (blocked, last) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let wasDone = Mutex(false)
        work.add { blocked.wait() }
        let ticket = work.add { wasDone.withLock { $0 = true } }
        work.add { last.signal() }
        work.abandon(ticket)
        blocked.signal()
        last.wait()
        #expect(!wasDone.withLock { $0 })
    }

    @Test func workThatBlocksNeverKeepsOtherWork() {
        let count = 200
        let (blocked, all) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        for _ in 0..<count {
            WorkerThreads.shared.run {
                all.signal()
                blocked.wait()
            }
        }
        // All of them have begun although none has ended.
        for _ in 0..<count { all.wait() }
        for _ in 0..<count { blocked.signal() }
    }
}
