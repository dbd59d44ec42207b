import Evidence
import Timing

/// The cases so far, by their places in the run.
struct Tally {
    private let start: MonotonicTime
    private var folds: [CaseFold?]
    private var retries: [CaseFold] = []
    private(set) var known: RunKnowledge
    /// The cases that lost the port of which it is decided whether they are run again.
    private var settledLosses: Set<Int> = []
    /// The same for those that rest on order or silence.
    private var settledDoubts: Set<Int> = []
    private var untilFirstVerdict: Duration?
    private var remaining: Int
    /// Cases that are not run, because no instance of the kind they need was ever made.
    var unopened = 0
    /// Why no further case can be run, where that is so.
    private(set) var stop: String?

    init(cases: Int, plannedTrials: Int, start: MonotonicTime) {
        folds = Array(repeating: nil, count: cases)
        remaining = cases
        known = RunKnowledge(plannedTrials: plannedTrials)
        self.start = start
    }

    subscript(index: Int) -> CaseFold? { folds[index] }

    private var indices: [Int] { folds.indices.filter { folds[$0] != nil } }

    // MARK: - What is to be done

    /// The cases that lost the port, to be run again before anything is said of them.
    var suspects: [Int] { folds.indices.filter(isSuspect) }

    /// What rests on order or silence and is to be seen again.
    var doubtful: [(index: Int, doubt: Finding.Ground)] {
        folds.indices.compactMap { index in doubt(index).map { (index, $0) } }
    }

    /// The cases that only repetitions can decide.
    var nominees: [Int] { indices.filter { verdict($0)?.isNominated ?? false } }

    /// The cases that were passed because round trips showed in which order replies were processed.
    var decidedByRoundTrips: [Int] {
        indices.filter { index in
            guard let verdict = verdict(index), verdict.evidence == .roundTrips else { return false }
            return [.pass, .warn].contains(verdict.outcome)
        }
    }

    /// The places of the cases that failed.
    var failed: [Int] { indices.filter { verdict($0)?.isBad ?? false } }

    /// What failed: for certain, or also what is to be seen again.
    func failures(certain: Bool) -> [Verdict] {
        indices.filter { !isSuspect($0) && (!certain || doubt($0) == nil) }.compactMap { index in
            doubt(index) == nil ? verdict(index) : firstVerdict(index)
        }.filter(\.isBad)
    }

    private func isSuspect(_ index: Int) -> Bool {
        folds[index]?.isLost == true && !settledLosses.contains(index)
    }

    private func doubt(_ index: Int) -> Finding.Ground? {
        isSuspect(index) || settledDoubts.contains(index) ? nil : folds[index]?.doubt(known)
    }

    func verdict(_ index: Int) -> Verdict? { folds[index]?.verdict(known) }

    /// The verdict before the case was looked at again.
    func firstVerdict(_ index: Int) -> Verdict? { folds[index]?.firstVerdict(known) }

    // MARK: - What was done

    /// Takes in a case of which nothing is run.
    mutating func exclude(_ fold: CaseFold, at index: Int, _ progress: Runner.Progress) {
        folds[index] = fold
        tell(index, progress)
    }

    /// Takes in a case that was run; of what is to be seen again nothing is told yet.
    mutating func take(_ first: AttemptResult, of fold: CaseFold, at index: Int, _ progress: Runner.Progress) {
        folds[index] = fold
        add(first, at: index)
        tellIfSettled(index, progress)
    }

    mutating func add(_ result: AttemptResult, at index: Int) {
        folds[index]?.take(result)
        known.take(result)
        stop = stop ?? result.stop ?? known.standstill.words
    }

    /// Takes in that a suspect was run again, or never will be.
    mutating func settleLoss(_ again: AttemptResult?, at index: Int, _ progress: Runner.Progress) {
        if let again { add(again, at: index) }
        settledLosses.insert(index)
        tellIfSettled(index, progress)
    }

    /// Takes in what was seen of a doubtful case again.
    mutating func settleDoubt(_ looks: [AttemptResult], at index: Int, _ progress: Runner.Progress) {
        for look in looks { add(look, at: index) }
        settledDoubts.insert(index)
        tellIfSettled(index, progress)
    }

    /// As though what is to be seen again had not been run.
    mutating func forgetDoubtful() {
        for (index, _) in doubtful { folds[index] = nil }
    }

    /// Takes what the sessions so far have shown of the evidence for what is known of it.
    mutating func checkEvidence() {
        known.check = folds.reduce(into: EvidenceCheck()) { $0.take($1?.counted?.isEvidenceSound) }
    }

    mutating func takeRetry(_ fold: CaseFold) {
        retries.append(fold)
    }

    private mutating func tellIfSettled(_ index: Int, _ progress: Runner.Progress) {
        if !isSuspect(index), doubt(index) == nil { tell(index, progress) }
    }

    private mutating func tell(_ index: Int, _ progress: Runner.Progress) {
        guard let verdict = verdict(index) else { return }
        remaining -= 1
        if untilFirstVerdict == nil, ![.notApplicable, .notTestable].contains(verdict.outcome) {
            untilFirstVerdict = MonotonicTime.now() - start
        }
        progress(verdict, remaining)
    }

    func result(end: MonotonicTime) -> RunResult {
        var figures = RunFigures(duration: end - start, firstVerdict: untilFirstVerdict)
        let done = folds.compactMap(\.self)
        for fold in done + retries {
            for result in fold.all { figures.add(result.figures) }
        }
        return RunResult(
            verdicts: done.compactMap { $0.verdict(known) }, figures: figures, stop: stop, unopened: unopened,
            retries: retries.compactMap { $0.verdict(known) })
    }
}
