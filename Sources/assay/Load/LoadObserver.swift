import Dispatch
import Driver
import Load
import LoadResults
import POSIX
import Synchronization
import Timing

/// Looks at a load run once a second, on a thread of its own: what it takes, and how it goes.
final class LoadObserver: Sendable {
    private struct State {
        var samples: [ResourceSample] = []
        var lastMachine: MachineUsage?
        var isOver = false
    }

    private let run: LoadRun
    private let participants: LoadParticipants
    private let hiccups: HiccupMeter
    private let show: @Sendable (ResourceSample?) -> Void
    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)
    private let ended = FirstResult<Void>()

    /// - Parameter show: called once a second with what the run takes just then.
    init(
        _ run: LoadRun, _ participants: LoadParticipants, hiccups: HiccupMeter,
        show: @escaping @Sendable (ResourceSample?) -> Void
    ) {
        (self.run, self.participants, self.hiccups, self.show) = (run, participants, hiccups, show)
    }

    func start() {
        startThread(for: "the watch over the run") { [self] in
            sample()
            while !state.withLock({ $0.isOver }) {
                if wake.wait(timeout: .now() + .seconds(1)) == .timedOut {
                    sample()
                    show(state.withLock { $0.samples.last })
                }
            }
            ended.give(())
        }
    }

    /// Ends the watch; gives what the run took.
    func end() async -> [ResourceSample] {
        sample()
        state.withLock { $0.isOver = true }
        wake.signal()
        await ended.value()
        return state.withLock { $0.samples }
    }

    private func sample() {
        guard let generator = ProcessUsage.read() else { return }
        let machine = MachineUsage.read()
        let backend = participants.backend.usage
        let groups = participants.implementation.processes
        let port = ProcessUsage.read(groups: groups)
        let stall = hiccups.takeWorst()
        state.withLock { state in
            let last = state.lastMachine
            state.lastMachine = machine
            let since = last.flatMap { last in machine.map { $0 - last } }
            var sample = ResourceSample(
                time: MonotonicTime.now() - run.start, generator: generator, backend: backend,
                machine: since?.share ?? 0)
            sample.port = port
            sample.portProcesses = groups.count
            sample.stolen = since?.stolenShare ?? 0
            sample.runnable = machine?.runnable ?? 0
            sample.freeMemory = machine?.freeMemory
            sample.stall = stall
            state.samples.append(sample)
        }
    }
}
