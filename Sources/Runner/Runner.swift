import Backend
package import Driver
package import Evidence
package import Specification
import Timing
package import Transport

/// Walks the cases of a catalogue against one implementation, many at once, and has each judged.
package struct Runner: Sendable {
    let configuration: RunConfiguration
    let implementation: any Implementation
    let providers: ServiceProviders
    let client: HTTPClient
    let recorder: Recorder
    let logs: SessionLogs
    let judging: Judging
    package let header: RunHeader
    /// By which deadlines are kept.
    let clock = CaseClock()
    let pace = PortPace()
    /// What came of trying the adapter, to be said in the trace.
    package var trials: [AdapterTrial] = []

    /// The simulator, where there is one; a case that cannot do without it is not run without it.
    var backend: Backend? { providers.backend }

    /// `recorder` must hand what it records to `logs`; `client` is the browser's.
    package init(
        configuration: RunConfiguration, implementation: any Implementation, providers: ServiceProviders,
        client: HTTPClient,
        recorder: Recorder, logs: SessionLogs, judging: Judging, header: RunHeader
    ) {
        self.configuration = configuration
        self.implementation = implementation
        self.providers = providers
        self.client = client
        self.recorder = recorder
        self.logs = logs
        self.judging = judging
        var header = header
        header.looks = configuration.looks
        self.header = header
    }

    /// Told of each verdict as it is reached, with how many are still to come; calls do not overlap.
    package typealias Progress = @Sendable (Verdict, _ remaining: Int) -> Void

    /// Runs the cases and returns their verdicts in the order of the cases.
    ///
    /// Cancelling the task ends the run soon; cases that were not run are left out.
    package func run(_ cases: [Case], progress: @escaping Progress = { _, _ in }) async -> RunResult {
        let start = MonotonicTime.now()
        recorder.record(.runStarted(header), session: .none, at: start)
        for trial in trials { recorder.record(.adapterTried(trial), session: .none, at: start) }
        let ticker = Task { await self.tick() }
        var tally = Tally(cases: cases.count, plannedTrials: configuration.repetition.trials, start: start)

        let runnable = cases.enumerated().filter { index, testCase in
            guard let verdict = judging.exclusion(testCase, header) else { return true }
            tally.exclude(CaseFold(testCase, header, excluded: verdict), at: index, progress)
            return false
        }
        var (aside, waiting) = ([(Int, Case)](), runnable.map { ($0.offset, $0.element) })
        repeat {
            let (more, rest) = await walk(waiting, into: &tally, progress)
            (aside, waiting) = (aside + more, rest)
            if tally.known.standstill.isSuspected { await runSuspectsAgain(cases, into: &tally, progress) }
            // A failure that is not certain yet ends nothing: it is seen again first.
            if !waiting.isEmpty { await lookAgain(cases, into: &tally, progress) }
            if isOver(tally) { (aside, waiting) = ([], []) }
        } while !waiting.isEmpty
        await runSuspectsAgain(cases, into: &tally, progress)
        await walkThose(aside, of: cases, into: &tally, progress)
        await lookAgain(cases, into: &tally, progress)
        let nominees = tally.nominees
        await repeatAlone(nominees, of: cases, into: &tally)
        await hurry(cases, but: Set(nominees), into: &tally)
        await retry(cases, &tally)

        ticker.cancel()
        // Otherwise an adapter that breaks the protocol at once would be gone before anybody noticed.
        if runnable.isEmpty { await implementation.hear() }
        if let fault = tally.known.standstill.fault { recorder.record(.fault(fault), session: .none) }
        recorder.record(.runEnded, session: .none)
        return tally.result(end: .now())
    }

    /// Whether no further case is begun.
    private func isOver(_ tally: Tally) -> Bool { Task.isCancelled || tally.stop != nil || endsEarly(tally) }

    /// Whether something failed for certain that nobody knew of, and the run ends with it.
    func endsEarly(_ tally: Tally) -> Bool {
        configuration.stopsAtFirstFailure && tally.failures(certain: true).contains { !configuration.isKnown($0) }
    }

    /// Walks cases beside each other, up to a failure where that ends the run.
    ///
    /// Returns those put aside, of which nobody knows whether they can begin, and those it did not come to.
    private func walk(
        _ cases: [(Int, Case)], into tally: inout Tally, _ progress: Progress, putsAside: Bool = true
    ) async -> (aside: [(Int, Case)], waiting: [(Int, Case)]) {
        await withTaskGroup(of: (Int, Case, AttemptResult).self) { group in
            var waiting = cases[...]
            var aside: [(Int, Case)] = []
            var underWay = 0
            func startNext(_ openings: Openings) {
                while let (index, testCase) = waiting.popFirst() {
                    guard !putsAside || !openings.isDoubtful(OpeningKind(testCase, part: 0)) else {
                        aside.append((index, testCase))
                        continue
                    }
                    group.addTask { (index, testCase, await self.result(of: testCase, index: index, .first)) }
                    underWay += 1
                    return
                }
            }
            for _ in 0..<configuration.jobs { startNext(tally.known.openings) }
            while let (index, testCase, result) = await group.next() {
                underWay -= 1
                tally.take(result, of: CaseFold(testCase, header), at: index, progress)
                let mayBeOver =
                    configuration.stopsAtFirstFailure
                    && tally.failures(certain: false).contains { !configuration.isKnown($0) }
                    || tally.known.standstill.isSuspected
                if !mayBeOver, !isOver(tally) { startNext(tally.known.openings) }
            }
            return (aside, Array(waiting))
        }
    }

    /// Walks the cases that were put aside, but for those that ask for what was never made, not even alone.
    private func walkThose(
        _ aside: [(Int, Case)], of cases: [Case], into tally: inout Tally, _ progress: Progress
    ) async {
        guard !aside.isEmpty, !Task.isCancelled, tally.stop == nil else { return }
        let openings = tally.known.openings
        let hopeful = aside.filter { !openings.isHopeless(OpeningKind($0.1, part: 0)) }
        tally.unopened = aside.count - hopeful.count
        _ = await walk(hopeful, into: &tally, progress, putsAside: false)
        await runSuspectsAgain(cases, into: &tally, progress)
    }

    /// Runs each case that lost the port once more, alone and in a fresh process.
    ///
    /// One crash must not cost another case its verdict (the crash belongs to whoever causes it again).
    private func runSuspectsAgain(_ cases: [Case], into tally: inout Tally, _ progress: Progress) async {
        var seenAlone: [String: Int] = [:]
        var suspects = tally.suspects[...]
        while let index = suspects.popFirst() {
            guard let first = tally[index]?.first, let loss = first.loss else { continue }
            let isHopeless = first.openings.lost.map(tally.known.openings.isHopeless) ?? false
            // It may be known what becomes of the port; whether this case does it, too, is not.
            let isCostly = loss.costly.map { seenAlone[$0, default: 0] >= PortLoss.enough } ?? false
            if Task.isCancelled || tally.stop != nil || isHopeless || isCostly || loss.isKnown(from: tally.known.losses)
            {
                tally.settleLoss(nil, at: index, progress)
                continue
            }
            var company = [index]
            let costly = implementation.runsAlone && loss.isIdle ? loss.costly : nil
            if let costly {
                // Each is borne as long as the others, so they are borne at once.
                let needed = PortLoss.enough - seenAlone[costly, default: 0]
                while company.count < needed, let next = suspects.first, tally[next]?.first?.loss?.costly == costly {
                    company.append(next)
                    suspects.removeFirst()
                }
            } else if loss.kind != .late {
                await implementation.renew()
            }
            for (index, again) in await runAgain(company, of: cases, inOwnProcess: costly != nil) {
                // Of an instance that is never made its kind is known, and other kinds may well be made.
                if let costly = again.loss?.costly, again.openings.lost == nil { seenAlone[costly, default: 0] += 1 }
                tally.settleLoss(again, at: index, progress)
            }
        }
    }

    private func runAgain(
        _ indices: [Int], of cases: [Case], inOwnProcess isAlone: Bool
    ) async -> [(Int, AttemptResult)] {
        await withTaskGroup(of: (Int, AttemptResult).self) { group in
            for index in indices {
                group.addTask { (index, await self.result(of: cases[index], index: index, .again, isAlone: isAlone)) }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }
        }
    }

    /// Repeats each case alone that nothing else can decide.
    private func repeatAlone(_ nominees: [Int], of cases: [Case], into tally: inout Tally) async {
        let plan = configuration.repetition
        guard plan.trials > 0 else { return }
        tally.checkEvidence()
        for index in nominees {
            while !Task.isCancelled, let fold = tally[index], fold.wantsTrial(tally.known) {
                // Long pauses first, and short ones where these show nothing.
                let isHasty = fold.trials.count >= plan.trials
                let trial = await result(
                    of: cases[index], index: index, .trial, fold.trials.count,
                    pause: isHasty ? RepetitionPlan.minPause : plan.pause)
                tally.add(trial, at: index)
            }
        }
    }

    func result(
        of testCase: Case, index: Int, _ purpose: Attempt.Reason, _ repetition: Int = 0,
        pause: Duration = RepetitionPlan.minPause, isPatient: Bool = false,
        minQuiet: Duration = PortPace.minQuiet, isAlone: Bool = false
    ) async -> AttemptResult {
        let attempt = Attempt(configuration.number(ofCase: index), purpose, repetition)
        return await CaseRun(
            self, testCase, attempt, pause: pause, isPatient: isPatient, minQuiet: minQuiet, isAlone: isAlone
        ).result()
    }

    /// Ends waits whose deadline has passed; a case is late by at most one tick.
    private func tick() async {
        while !Task.isCancelled {
            clock.tick()
            logs.expire(at: clock.time())
            try? await Task.sleep(for: .milliseconds(5))
        }
    }
}
