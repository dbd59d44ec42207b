package import Evidence
import Timing

/// What a run came to.
package struct RunResult: Sendable {
    /// In the order of the cases.
    package var verdicts: [Verdict]
    package var figures: RunFigures
    /// Why not every case was run, where the port could not be had any more.
    package var stop: String?
    /// How many cases were not run because no instance of the kind they need was ever made.
    package var unopened = 0
    /// What became of the cases that failed when they were run again, round by round.
    package var retries: [Verdict] = []
}

/// One case's verdict, and what it cost.
struct CaseResult: Sendable {
    var index: Int
    var verdict: Verdict
    /// What all attempts took together.
    var figures = RunFigures()
    /// How the port was lost, where it was.
    var loss: PortLoss?
    /// What is to be seen again before anything is said of it.
    var doubt: Finding.Ground?
    /// Why no further case can be run, where that is so.
    var stop: String?
    /// Whether round trips told the truth, where that shows.
    var isEvidenceSound: Bool?
    var openings = CaseOpenings()
    /// To which provider each MVPD went.
    var bindings: [String: String] = [:]

    init(index: Int, verdict: Verdict) {
        self.index = index
        self.verdict = verdict
    }

    init(index: Int, verdict: Verdict, observations: [Observation]) {
        self.init(index: index, verdict: verdict)
        loss = PortLoss(in: observations)
        // A call that never came back is one of many things that can be wrong with a case that fails.
        if loss?.kind == .late, verdict.outcome != .fail { loss = nil }
        for observation in observations {
            switch observation.event {
            case .sessionOpened: figures.sessions += 1
            case .call: figures.calls += 1
            case .callback: figures.callbacks += 1
            case .request: figures.requests += 1
            case .quiet(let duration): figures.quiet += duration
            default: break
            }
        }
    }
}

extension Outcome {
    /// Whether anything was run for it.
    fileprivate var decides: Bool {
        switch self {
        case .notApplicable, .notTestable: false
        case .pass, .warn, .fail, .crash, .inconclusive, .expectedFail: true
        }
    }
}

/// The results so far.
struct Tally {
    private var results: [CaseResult?]
    private let start: MonotonicTime
    private var firstVerdict: Duration?
    private var remaining: Int
    private(set) var openings = Openings()
    /// Cases that are not run, because no instance of the kind they need was ever made.
    var unopened = 0

    init(cases: Int, start: MonotonicTime) {
        results = Array(repeating: nil, count: cases)
        remaining = cases
        self.start = start
    }

    private var retries: [CaseResult] = []

    /// The places of the cases that failed.
    var failed: [Int] {
        results.compactMap { result in
            guard let result, [.fail, .crash].contains(result.verdict.outcome) else { return nil }
            return result.index
        }
    }

    mutating func takeRetry(_ result: CaseResult) {
        retries.append(result)
    }

    /// Why no further case can be run, where that is so.
    var stop: String? { results.lazy.compactMap { $0?.stop }.first }

    /// What failed, also what is to be seen again.
    var failures: [CaseResult] {
        results.compactMap(\.self).filter { $0.loss == nil && [.fail, .crash].contains($0.verdict.outcome) }
    }

    /// As though what is to be seen again had not been run.
    mutating func forgetDoubtful() {
        for result in doubtful { results[result.index] = nil }
    }

    /// What is to be run again before anything is said of it, in the order of the cases.
    var suspects: [CaseResult] {
        results.compactMap { result in result?.loss == nil ? nil : result }
    }

    /// What rests on order or silence, in the order of the cases.
    var doubtful: [CaseResult] {
        results.compactMap { result in result?.doubt == nil || result?.loss != nil ? nil : result }
    }

    /// The cases that only repetitions can decide.
    var nominees: [(index: Int, verdict: Verdict)] {
        results.compactMap { result in
            guard let result, result.verdict.isNominated else { return nil }
            return (result.index, result.verdict)
        }
    }

    /// The cases that were passed because round trips told in which order replies were taken in.
    var decidedByRoundTrips: [CaseResult] {
        results.compactMap { result in
            guard let result, result.verdict.evidence == .roundTrips else { return nil }
            return [.pass, .warn].contains(result.verdict.outcome) ? result : nil
        }
    }

    /// What the sessions so far have shown of the evidence.
    var check: EvidenceCheck {
        results.reduce(into: EvidenceCheck()) { check, result in check.take(result?.isEvidenceSound) }
    }

    /// Takes in a case that was run; of a suspect nothing is told yet.
    mutating func take(_ result: CaseResult, _ progress: Runner.Progress) {
        results[result.index] = result
        openings.take(result.openings, isAlone: false)
        if result.loss == nil, result.doubt == nil { tell(result, progress) }
    }

    /// Says what a suspect came to, and what all its attempts cost.
    mutating func settle(_ result: CaseResult, _ progress: Runner.Progress) {
        var result = result
        result.loss = nil
        if let earlier = results[result.index] { result.figures.add(earlier.figures) }
        results[result.index] = result
        if result.doubt == nil { tell(result, progress) }
    }

    /// Notes what a case that had a fresh process to itself has shown.
    mutating func takeAlone(_ openings: CaseOpenings) {
        self.openings.take(openings, isAlone: true)
    }

    mutating func add(_ finding: Finding, to index: Int) {
        results[index]?.verdict.findings.append(finding)
    }

    private mutating func tell(_ result: CaseResult, _ progress: Runner.Progress) {
        remaining -= 1
        if firstVerdict == nil, result.verdict.outcome.decides { firstVerdict = MonotonicTime.now() - start }
        progress(result.verdict, remaining)
    }

    mutating func replace(verdict: Verdict, at index: Int) {
        results[index]?.verdict = verdict
    }

    /// Adds what a repetition cost.
    mutating func add(_ figures: RunFigures, to index: Int) {
        results[index]?.figures.add(figures)
    }

    func result(end: MonotonicTime) -> RunResult {
        let done = results.compactMap(\.self)
        var figures = RunFigures(duration: end - start, firstVerdict: firstVerdict)
        for result in done + retries { figures.add(result.figures) }
        return RunResult(
            verdicts: done.map(\.verdict), figures: figures, stop: stop, unopened: unopened,
            retries: retries.map(\.verdict))
    }
}

extension RunFigures {
    /// Adds what was done; times are those of the whole.
    mutating func add(_ other: RunFigures) {
        sessions += other.sessions
        calls += other.calls
        callbacks += other.callbacks
        requests += other.requests
        quiet += other.quiet
    }
}
