import AccessEnablerAPI
import Backend
package import Driver
package import Evidence
package import LoadResults
package import Runner
package import Specification
import Synchronization
package import Timing
package import Transport

package struct LoadParts: Sendable {
    package var profile: LoadProfile
    package var users: LoadUsers
    package var implementation: any Implementation
    /// What measures the baseline, where the profile wants one.
    package var baseline: (any Implementation)?
    /// The second implementation of a pair.
    package var other: (any Implementation)?
    package var providers: LoadProviders
    /// Must hand what it records to `instances`.
    package var recorder: Recorder
    package var instances: Instances
    /// The browser's.
    package var client: HTTPClient
    package var header: RunHeader
    /// Knows the secrets of all of it.
    package var redactor: Redactor
    /// When the first iterations may be due; nil: at once.
    package var start: MonotonicTime?
    /// Where each iteration is written; nil: nowhere.
    package var raw: RawIterations?
    /// For each call and each wait.
    package var deadline: Duration
    /// Whether iterations are verified; a benchmark of the verification's cost leaves it out.
    package var verifies: Bool
    package var judging: Judging
    /// Told of each violation with all that was seen; says where it keeps it.
    package var nominate: @Sendable (Verdict, Case, [Observation], IterationViolation) -> String?

    package init(
        profile: LoadProfile, users: LoadUsers, implementation: any Implementation, baseline: (any Implementation)?,
        other: (any Implementation)? = nil, providers: LoadProviders, recorder: Recorder, instances: Instances,
        client: HTTPClient, header: RunHeader, redactor: Redactor = Redactor(),
        start: MonotonicTime? = nil, raw: RawIterations? = nil, deadline: Duration = .seconds(10),
        verifies: Bool = true, judging: Judging,
        nominate: @escaping @Sendable (Verdict, Case, [Observation], IterationViolation) -> String? = { _, _, _, _ in
            nil
        }
    ) {
        self.profile = profile
        self.users = users
        self.implementation = implementation
        self.baseline = baseline
        self.other = other
        self.providers = providers
        self.recorder = recorder
        self.instances = instances
        self.client = client
        self.header = header
        self.redactor = redactor
        self.start = start
        self.raw = raw
        self.deadline = deadline
        self.verifies = verifies
        self.judging = judging
        self.nominate = nominate
    }
}

/// The service providers of a load run.
package struct LoadProviders: Sendable {
    package var baseURLs: [String]
    /// Whether they are the simulator, and tell what they see.
    package var areSimulated: Bool
    package var close: @Sendable (SessionID) -> Void
    /// Those of somebody else's, whose gates tell what they see; nil where there are no gates.
    package let gates: LoadGates?

    package init(baseURLs: [String], areSimulated: Bool, close: @escaping @Sendable (SessionID) -> Void) {
        self.baseURLs = baseURLs
        self.areSimulated = areSimulated
        self.close = close
        gates = nil
    }

    package init(_ gates: LoadGates) {
        self.gates = gates
        baseURLs = gates.gated.backend.baseURLs
        areSimulated = false
        close = { gates.gated.backend.close($0) }
    }

    /// Whether everything they are asked is told.
    var tellWhatTheySee: Bool { areSimulated || gates != nil }

    /// How many of the addresses one session has.
    var perSession: Int { gates?.gated.providers ?? baseURLs.count }

    /// Whether the session waits for an answer of theirs; where they do not tell, nobody knows.
    func areAsked(by session: SessionID) -> Bool { gates.map { !$0.gated.backend.isIdle(session) } ?? false }
}

/// A load run: iterations begin when the profile says, are walked, settled, judged and measured.
///
/// Safe from any thread.
package final class LoadRun: Sendable {
    /// An arrival that found too many iterations under way.
    struct QueuedArrival: Sendable {
        var template: Int
        var due: MonotonicTime
        var since: MonotonicTime
    }

    struct Traffic: Sendable {
        var underWay = 0
        var begun = 0
        /// Iterations that count: those of the warm-up do not.
        var counted = 0
        var closing = 0
        var isOver = false
        var idleWaiters: [CheckedContinuation<Void, Never>] = []
        /// Arrivals that wait for their turn.
        var queue: [QueuedArrival] = []
        var queueStart = 0
    }

    let parts: LoadParts
    package let start: MonotonicTime
    let settler: Settler
    let halt = Halt()
    let traffic = Mutex(Traffic())

    package init(_ parts: LoadParts) {
        self.parts = parts
        start = max(parts.start ?? .now(), .now() + .milliseconds(20))
        let examiner = IterationExaminer(
            users: parts.users, header: parts.header, start: start, warmUp: parts.profile.warmUp,
            providers: parts.providers, redactor: parts.redactor, verifies: parts.verifies, deadline: parts.deadline,
            verdict: parts.judging.verdict, nominate: parts.nominate)
        settler = Settler(examiner, raw: parts.raw, shortage: { parts.instances.shortage })
    }

    /// Everything the backend recorded before this time has been told to `instances`.
    package func backendIsComplete(upTo time: MonotonicTime) {
        settler.backendIsComplete(upTo: time)
    }

    /// What has been measured so far.
    package var figures: LoadFigures { settler.change { $0 } }

    /// A part of what has been measured so far, without a copy of all of it.
    package func look<Value>(_ body: (LoadFigures) -> Value) -> Value { settler.change { body($0) } }

    package var underWay: Int { traffic.withLock { $0.underWay } }

    /// Goes on until the profile's end; cancelling the task ends it soon, with what was seen until then.
    package func run() async -> LoadFigures {
        await withTaskCancellationHandler {
            await runToItsEnd()
        } onCancel: {
            halt.come()
            parts.instances.expireAll()
        }
    }

    private func runToItsEnd() async -> LoadFigures {
        guard settler.start() else { preconditionFailure("the system has no thread for the settling of iterations") }
        let ticker = Task { await tick() }
        if let schedule = SharedSchedule(parts.profile, share: parts.users.share) {
            await runOpen(schedule)
        } else if case .users(let users) = parts.profile.arrivals {
            await runClosed(users)
        }
        await waitUntilIdle()
        await settler.finish()
        for instance in parts.instances.takeIdle() { close(instance) }
        await waitUntilClosed()
        ticker.cancel()
        return figures
    }

    /// When no more iterations begin; nil where their number decides.
    var end: MonotonicTime? {
        guard case .time(let duration) = parts.profile.length else { return nil }
        return start + parts.profile.warmUp + duration
    }

    var warmUpEnd: MonotonicTime { start + parts.profile.warmUp }

    /// How many iterations users make here after the warm-up; nil where the time or the schedule decides.
    private var maxIterationsOfUsers: Int? {
        guard case .iterations(let count) = parts.profile.length, case .users = parts.profile.arrivals else {
            return nil
        }
        return parts.users.share.portion(of: count)
    }

    // MARK: - An iteration

    /// Counts an iteration in; false where it must not begin any more.
    ///
    /// - Parameter isWaiting: whether it has to wait for its turn, and takes that of another then.
    func admit(due: MonotonicTime, isWaiting: Bool = false) -> Bool {
        traffic.withLock { traffic in
            guard !traffic.isOver else { return false }
            if due >= warmUpEnd {
                if let maxIterationsOfUsers, traffic.counted >= maxIterationsOfUsers {
                    traffic.isOver = true
                    return false
                }
                traffic.counted += 1
            }
            traffic.begun += 1
            if !isWaiting { traffic.underWay += 1 }
            return true
        }
    }

    /// Walks one iteration from its instance to its settling.
    ///
    /// - Parameters:
    ///   - user: whose iteration it is, where there are users.
    ///   - waited: how long it has waited for its turn.
    func iteration(_ template: Int, of user: Int? = nil, due: MonotonicTime, waited: Duration = .zero) async {
        let instance = idle(template, of: user)
        var failure: StepFailure?
        var waited = waited
        let served: Instance
        if let instance {
            served = instance
            served.begin()
        } else {
            // What the implementation takes to make an instance is no delay of the generator's.
            let beginning = MonotonicTime.now()
            let place = await parts.providers.gates?.enter()
            served = parts.instances.make(
                template, of: user, parts.users, baseURLs: parts.providers.baseURLs, at: place)
            if let place {
                parts.providers.gates?.gated.backend.open(parts.users.scenario(served.number).at(place))
            }
            served.begin()
            failure = await open(served)
            waited += MonotonicTime.now() - beginning
        }
        if failure == nil {
            failure = await Iteration(served, parts.users.templates.all[template].testCase, in: self).walk()
        }
        settler.take(
            WalkedIteration(
                instance: served, due: due, ended: .now(), isWarmUp: due < warmUpEnd, failure: failure,
                waited: waited, whenSettled: { [self] iteration in recycle(iteration) }))
        leave()
    }

    /// One that waits for its next iteration; those that died in the meantime were in none, and cost none.
    private func idle(_ template: Int, of user: Int?) -> Instance? {
        while let instance = parts.instances.idle(template, of: user) {
            guard instance.endOfPort != nil else { return instance }
            close(instance)
        }
        return nil
    }

    private func open(_ instance: Instance) async -> StepFailure? {
        let template = parts.users.templates.all[instance.template]
        let implementation = implementation(of: instance.template)
        let configuration = SessionConfiguration(
            platform: parts.header.platform, version: parts.header.version,
            softwareStatement: instance.canaries.softwareStatement,
            storageCheck: template.testCase.fixture.storageCheck, customScheme: instance.canaries.customScheme)
        do throws(DriverError) {
            instance.driven = try await implementation.open(configuration, session: instance.session)
            return nil
        } catch {
            return StepFailure(.portGone, error.message)
        }
    }

    /// The implementation for iterations that measure the baseline.
    private func implementation(of template: Int) -> any Implementation {
        let template = parts.users.templates.all[template]
        if template.isBaseline { return parts.baseline ?? parts.implementation }
        return template.isOther ? parts.other ?? parts.implementation : parts.implementation
    }

    /// Where iterations are walked: what a callback resumes goes on there, and waits for no other thread.
    func executor(of template: Int) -> (any TaskExecutor)? { implementation(of: template).executor }

    private func leave() {
        let next = traffic.withLock { traffic -> QueuedArrival? in
            guard !traffic.isOver, traffic.queueStart < traffic.queue.count else { return nil }
            defer { traffic.queueStart += 1 }
            return traffic.queue[traffic.queueStart]
        }
        if let next {
            let waited = MonotonicTime.now() - next.since
            Task(executorPreference: executor(of: next.template)) {
                await self.iteration(next.template, due: next.due, waited: waited)
            }
            return
        }
        let waiters = traffic.withLock { traffic -> [CheckedContinuation<Void, Never>] in
            traffic.underWay -= 1
            guard traffic.underWay == 0 else { return [] }
            return exchange(&traffic.idleWaiters, with: [])
        }
        for waiter in waiters { waiter.resume() }
    }

    // MARK: - After an iteration

    private func recycle(_ iteration: WalkedIteration) {
        let template = parts.users.templates.all[iteration.instance.template]
        let isOver = traffic.withLock { $0.isOver }
        let instance = iteration.instance
        if iteration.failure == nil, !iteration.hasRest, !isOver,
            instance.iterations < template.lifetime(of: instance.number)
        {
            parts.instances.giveBack(instance)
        } else {
            close(instance)
        }
    }

    private func close(_ instance: Instance) {
        traffic.withLock { $0.closing += 1 }
        Task { [self] in
            await instance.driven?.close()
            parts.providers.close(instance.session)
            parts.instances.forget(instance)
            if let place = instance.place { parts.providers.gates?.leave(place) }
            traffic.withLock { $0.closing -= 1 }
        }
    }

    // MARK: - The end

    func stop() {
        let unserved = traffic.withLock { traffic in
            traffic.isOver = true
            defer { (traffic.queue, traffic.queueStart) = ([], 0) }
            return traffic.queue.count - traffic.queueStart
        }
        if unserved > 0 { settler.change { $0.dropped += unserved } }
    }

    private func waitUntilIdle() async {
        stop()
        await withCheckedContinuation { continuation in
            let isIdle = traffic.withLock { traffic in
                if traffic.underWay > 0 { traffic.idleWaiters.append(continuation) }
                return traffic.underWay == 0
            }
            if isIdle { continuation.resume() }
        }
    }

    private func waitUntilClosed() async {
        let deadline = MonotonicTime.now() + .seconds(5)
        while traffic.withLock({ $0.closing > 0 }), MonotonicTime.now() < deadline {
            try? await Task.sleep(for: .milliseconds(2))
        }
    }

    /// Ends waits whose deadline has passed; an iteration is late by at most one tick.
    private func tick() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(100))
            if halt.hasCome {
                parts.instances.expireAll()
            } else {
                parts.instances.expire(at: .now())
            }
        }
    }
}
