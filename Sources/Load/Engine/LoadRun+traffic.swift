import Driver
import Evidence
import LoadResults
import POSIX
import Synchronization
import Timing

extension LoadRun {
    // MARK: - Open

    /// Begins iterations when they are due, whatever becomes of those before; returns when the last has begun.
    func runOpen(_ schedule: SharedSchedule) async {
        let pacer: Pacer
        do throws(SystemError) {
            pacer = try Pacer(schedule, from: start, until: end) { [self] arrival, due in begin(arrival, due: due) }
        } catch {
            preconditionFailure("the system has no clock for the arrivals: \(error)")
        }
        await withTaskCancellationHandler {
            await pacer.run()
        } onCancel: {
            stop()
            pacer.stop()
        }
    }

    /// False where no more are wanted.
    private func begin(_ arrival: Int, due: MonotonicTime) -> Bool {
        let second = second(of: due)
        var random = SeededRandom(seed: parts.profile.seed &+ UInt64(arrival) &* 0x9e37_79b9)
        let template = parts.users.templates.draw(arrival: arrival, random: &random)
        let raw = parts.users.templates.all[template].isBaseline ? 1 : 0
        settler.change { $0.second(second) { ($0.due, $0.baselineDue) = ($0.due + 1, $0.baselineDue + raw) } }
        let isFull = underWay >= parts.profile.limit
        if isFull, parts.profile.overLimit == .drop {
            settler.change { figures in
                figures.second(second) { $0.dropped += 1 }
                if due >= warmUpEnd { figures.dropped += 1 }
            }
            return true
        }
        guard admit(due: due, isWaiting: isFull) else { return false }
        note(second)
        if isFull {
            traffic.withLock { $0.queue.append(QueuedArrival(template: template, due: due, since: .now())) }
        } else if parts.instances.hasIdle(template) {
            // Its first call is made on this thread, and waits for no other.
            Task.immediate(executorPreference: executor(of: template)) { await self.iteration(template, due: due) }
        } else {
            // Making an instance takes longer than the next arrival may have time for.
            Task(executorPreference: executor(of: template)) { await self.iteration(template, due: due) }
        }
        return true
    }

    // MARK: - Closed

    /// Each user comes again when the iteration before is over and some time has passed.
    func runClosed(_ users: Int) async {
        let executor = parts.implementation.executor
        await withTaskGroup(of: Void.self) { group in
            for user in 0..<users where parts.users.share.includes(user: user) {
                group.addTask(executorPreference: executor) { await self.comeAndGo(user, of: users) }
            }
        }
    }

    private func comeAndGo(_ user: Int, of users: Int) async {
        var random = SeededRandom(seed: parts.profile.seed &+ UInt64(user) &* 0x9e37_79b9_7f4a_7c15)
        var number = user
        // Not all at once, unless they never think.
        let first = parts.profile.traffic.map(\.think.highest).max() ?? .zero
        let beginning = start + random.duration(in: .init(lowest: .zero, highest: first))
        if let end, beginning >= end { return }
        await sleep(until: beginning)
        while !Task.isCancelled {
            let due = MonotonicTime.now()
            if let end, due >= end { return }
            guard admit(due: due) else { return }
            let second = second(of: due)
            settler.change { $0.second(second) { $0.due += 1 } }
            note(second)
            let template = parts.users.templates.draw(arrival: number, random: &random)
            number += users
            if parts.users.templates.all[template].isBaseline || parts.users.templates.all[template].isOther {
                await withTaskExecutorPreference(executor(of: template)) {
                    await iteration(template, of: user, due: due)
                }
            } else {
                await iteration(template, of: user, due: due)
            }
            let think = random.duration(in: parts.users.templates.all[template].think)
            guard think > .zero else { continue }
            let next = MonotonicTime.now() + think
            if let end, next >= end { return }
            await sleep(until: next)
        }
    }

    /// Returns at the time, or when the task is cancelled.
    private func sleep(until time: MonotonicTime) async {
        let rest = time - .now()
        if rest > .zero { try? await Task.sleep(for: rest) }
    }

    // MARK: - Counting

    private func second(of time: MonotonicTime) -> Int {
        Int((time - start).wholeNanoseconds / 1_000_000_000)
    }

    private func note(_ second: Int) {
        let underWay = underWay
        settler.change { figures in
            figures.second(second) { second in
                second.begun += 1
                second.underWay = max(second.underWay, underWay)
            }
        }
    }
}
