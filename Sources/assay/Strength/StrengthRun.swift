import AccessEnablerAPI
import Checkers
import Mutants
import Evidence
import Reports
import Runner
import Specification
import Synchronization

/// Runs the catalogue against ports that are wrong on purpose.
struct StrengthRun {
    let specifications: Specifications
    let cases: [Case]
    let jobs: Int
    let deadline: Duration
    /// What all ports speak; the cases are those that it has room for.
    var wire = Wire.sdk
    /// The cases that the reference itself needs more time for than `deadline`.
    var slow: Set<String> = []
    var waits = LongWaits()
    /// Whether each port meets the newest release once, and nothing is insisted on.
    var isBrief = false

    /// How many times the deadline is what slow cases get, and those that a mutant is caught by only because nothing came.
    static let deadlineFactor = 4

    /// How many cases of a port are run at once with longer deadlines: tokens that live for two seconds are among them.
    static let patientJobs = 20

    /// What one port was seen to do in one case.
    struct Seen: Sendable {
        var verdict: Verdict
        /// The observations that a step waited in vain, by number, with what that is worth.
        var waits: [Int: KillMatrix.Kill.Manner] = [:]
    }

    // MARK: - One port

    /// What the catalogue makes of one wrong port.
    func row(of mutant: Mutant) async throws(ToolError) -> KillMatrix.Row {
        var row = KillMatrix.Row(
            id: mutant.id, title: mutant.title, cites: mutant.cites, checks: mutant.checks,
            weights: Dictionary(
                mutant.cites.compactMap { id in specifications.register[id].map { (id, $0.weight) } }
            ) { first, _ in first },
            rate: mutant.rate)
        let choice = ImplementationChoice.mutant(text: "mutant:\(mutant.id)", mutant)
        // What only may be is not broken by who does nothing.
        let cases = row.isDegenerate ? self.cases.filter { $0.level != .may } : self.cases
        let wanted = cases.filter { Self.isQuick($0) || isAbout($0, mutant) }
        var seen: [[Verdict]] = []
        for leg in StrengthLegs.newest {
            // What says the right thing on one platform need not be asked on the other.
            let isSettled = leg != StrengthLegs.newest[0] && (row.status == .rightReason || row.isDegenerate)
            let those = isSettled ? wanted.filter { !StrengthLegs.newest[0].has($0) } : wanted
            let met = try await meet(choice, StrengthLegs.cases(those, on: leg), on: leg)
            seen.append(met.map(\.verdict))
            add(met, to: &row)
        }
        row.causes = CauseFinder.causes(in: seen).count
        row.failures = Fingerprint.failures(in: seen)
        guard !isBrief else { return row }
        for leg in StrengthLegs.earlier(over: wire) {
            let those = cases.filter { row.isDegenerate ? Self.isQuick($0) : isAbout($0, mutant) }
            add(try await meet(choice, StrengthLegs.cases(those, on: leg), on: leg), to: &row)
        }
        guard !row.isDegenerate else { return row }
        if row.hangsOnSilence { try await confirm(&row, choice) }
        if row.status != .rightReason { try await insist(&row, mutant, choice) }
        // Contracts say what they catch over the SDK's protocol.
        if wire == .sdk { try await keepClaims(&row, choice) }
        return row
    }

    /// Whether a case decides what the mutant breaks, or says that it catches it.
    private func isAbout(_ testCase: Case, _ mutant: Mutant) -> Bool {
        testCase.kills.contains(mutant.id) || !testCase.allCites.isDisjoint(with: mutant.cites)
    }

    private func add(_ seen: [Seen], to row: inout KillMatrix.Row) {
        for one in seen where !row.kills.contains(where: { $0.caseID == one.verdict.caseID && $0.isRight }) {
            row.take(one.verdict, waits: one.waits)
        }
    }

    /// What did not come may only have been late, as it may be from a right port: where nothing else is known, it must
    /// fail to come again, to a longer wait and then alone, as in every run.
    ///
    /// A few cases at a time, until one of them fails: the others are not needed.
    private func confirm(_ row: inout KillMatrix.Row, _ choice: ImplementationChoice) async throws(ToolError) {
        var looked: Set<String> = []
        while row.hangsOnSilence {
            let suspects = Set(
                row.deciding.filter { !looked.contains($0.caseID) }.sorted { $0.manner < $1.manner }
                    .prefix(Self.suspects).map(\.caseID))
            guard !suspects.isEmpty else { return }
            looked.formUnion(suspects)
            let isRight = row.status == .rightReason
            var again = row
            again.kills = []
            func isConfirmed() -> Bool { again.kills.contains { $0.isRight || !isRight } }
            for leg in StrengthLegs.all(over: wire) where !isConfirmed() {
                let those = StrengthLegs.cases(cases, on: leg).filter { suspects.contains($0.id) }
                let fought = try await fight(choice, those, on: leg, deadlineFactor: Self.deadlineFactor, looks: 1)
                add(fought.seen, to: &again)
            }
            row.kills.removeAll { suspects.contains($0.caseID) }
            row.kills += again.kills
            if isConfirmed() { return }
        }
    }

    /// How many cases are looked at again together: most ports that are wrong are so in the first.
    private static let suspects = 6

    /// What errs by chance, or only when two things come close together, gets more chances.
    ///
    /// The contracts that catch what it is when it errs, or the cases that cite what it breaks, go on until one catches
    /// it, or until it has erred in none of so many sessions once in a million times only.
    private func insist(
        _ row: inout KillMatrix.Row, _ mutant: Mutant, _ choice: ImplementationChoice
    ) async throws(ToolError) {
        let near = cases.filter { testCase in
            guard let original = mutant.original else {
                return !testCase.allCites.isDisjoint(with: mutant.cites) && Self.isQuick(testCase)
            }
            return testCase.kills.contains(original)
        }
        guard !near.isEmpty else { return }
        let sessions = mutant.rate < 1 ? Self.sessions(at: mutant.rate) : 4 * near.count
        let rounds = (sessions + near.count - 1) / near.count
        // In pieces, so that one that is caught early costs little.
        let piece = max(1, min(rounds, 200 / near.count))
        for _ in 0..<((rounds + piece - 1) / piece) where row.status != .rightReason {
            for leg in StrengthLegs.all(over: wire) where row.status != .rightReason {
                let those = StrengthLegs.cases(near, on: leg)
                let many = (0..<piece).flatMap { _ in those }
                add(try await fight(choice, many, on: leg, deadlineFactor: Self.deadlineFactor).seen, to: &row)
            }
        }
    }

    /// So many that a port which errs in `rate` of them errs in one at least, but for one in a million.
    static func sessions(at rate: Double) -> Int {
        var sessions = 0
        var escapes = 1.0
        while escapes > 1e-6 {
            escapes *= 1 - rate
            sessions += 1
        }
        return sessions
    }

    /// What a contract says it catches it may catch by chance only (a port can err at random), so it may try again.
    private func keepClaims(_ row: inout KillMatrix.Row, _ choice: ImplementationChoice) async throws(ToolError) {
        for _ in 0..<4 {
            let kept = Set(row.kills.map(\.contractID))
            let claiming = cases.filter { $0.kills.contains(row.id) && !kept.contains($0.contractID) }
            guard !claiming.isEmpty else { return }
            for leg in StrengthLegs.all(over: wire) {
                let those = StrengthLegs.cases(claiming, on: leg)
                add(try await fight(choice, those, on: leg, deadlineFactor: Self.deadlineFactor).seen, to: &row)
            }
        }
    }

    /// Long proofs of quiet, and long waits, are asked only of ports that break what they prove.
    static func isQuick(_ testCase: Case) -> Bool {
        testCase.steps.allSatisfy { step in
            switch step.action {
            case .quiesce(let pause): pause == .shown
            case .expire: false
            default: step.action.due != .undocumented
            }
        }
    }

    // MARK: - Fights

    /// What some cases make of a port: those that are slow get more time.
    private func meet(
        _ choice: ImplementationChoice, _ cases: [Case], on leg: Leg
    ) async throws(ToolError) -> [Seen] {
        let quick = try await fight(choice, cases.filter { !slow.contains($0.id) }, on: leg)
        let late = try await fight(
            choice, cases.filter { slow.contains($0.id) }, on: leg, deadlineFactor: Self.deadlineFactor)
        return consistent(quick.seen + late.seen)
    }

    /// A port that reads the documents in two ways is wrong, as in every run.
    private func consistent(_ seen: [Seen]) -> [Seen] {
        zip(seen, Consistency(specifications.register).applied(to: seen.map(\.verdict))).map { one, verdict in
            Seen(verdict: verdict, waits: one.waits)
        }
    }

    /// What some cases make of a port, and how long it took where it may take long.
    ///
    /// - Parameter looks: how often what rests on order or on silence is seen again alone.
    func fight(
        _ choice: ImplementationChoice, _ cases: [Case], on leg: Leg, deadlineFactor: Int = 1, looks: Int = 0
    ) async throws(ToolError) -> (seen: [Seen], waits: LongWaits) {
        guard !cases.isEmpty else { return ([], LongWaits()) }
        let notes = FightNotes()
        let arena = Arena(specifications: specifications, choice: choice, leg: leg, wire: wire)
        var configuration = RunConfiguration(
            platform: leg.platform, version: leg.version, jobs: deadlineFactor > 1 ? min(jobs, Self.patientJobs) : jobs,
            deadline: deadline * deadlineFactor, callDeadline: deadline * deadlineFactor,
            repetition: RepetitionPlan(trials: 0),
            storageFolder: arena.storageFolder)
        // Where a port is met but once, what a busy machine may have had a part in is seen again alone, as in every run.
        if !isBrief { configuration.looks = looks }
        if case .mutant = choice { configuration.maxWait = deadline * 4 * deadlineFactor }
        configuration.longWaits = waits.limits(deadline: deadline, deadlineFactor: deadlineFactor)
        let result = try await arena.run(cases, configuration, judging: notes.noting)
        let seen = result.verdicts.map { Seen(verdict: $0, waits: notes.vain) }
        return (consistent(seen), notes.long)
    }
}

/// Which steps waited in vain or may wait long, as the traces of a fight say.
private final class FightNotes: Sendable {
    private struct State {
        var vain: [Int: KillMatrix.Kill.Manner] = [:]
        var long = LongWaits()
    }

    private let state = Mutex(State())

    /// By the number of the observation that says so.
    var vain: [Int: KillMatrix.Kill.Manner] { state.withLock { $0.vain } }
    var long: LongWaits { state.withLock { $0.long } }

    /// The same rules, looked at while they are applied.
    func noting(_ judging: Judging) -> Judging {
        var noting = judging
        noting.verdict = { [self] testCase, observations, header in
            state.withLock { state in
                if let wait = VainWait(in: observations) { state.vain[wait.number] = wait.isIdle ? .idle : .timeOut }
                state.long.take(testCase, observations)
            }
            return judging.verdict(testCase, observations, header)
        }
        return noting
    }
}
