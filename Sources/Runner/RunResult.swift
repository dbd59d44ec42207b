package import Evidence
import Timing

/// What a run came to.
package struct RunResult: Sendable {
    /// In the order of the cases.
    package var verdicts: [Verdict]
    package var figures: RunFigures
}

/// One case's verdict, and what it cost.
struct CaseResult: Sendable {
    var index: Int
    var verdict: Verdict
    var sessions = 0
    var calls = 0
    var callbacks = 0
    var requests = 0
    var quiet = Duration.zero
    /// Why the port was gone, where it was.
    var portEnd: String?
    /// Whether round trips told the truth, where that shows.
    var isEvidenceSound: Bool?

    var lostThePort: Bool { portEnd != nil }

    init(index: Int, verdict: Verdict) {
        self.index = index
        self.verdict = verdict
    }

    init(index: Int, verdict: Verdict, observations: [Observation]) {
        self.init(index: index, verdict: verdict)
        portEnd = PortLoss.reason(in: observations)
        for observation in observations {
            switch observation.event {
            case .sessionOpened: sessions += 1
            case .call: calls += 1
            case .callback: callbacks += 1
            case .request: requests += 1
            case .quiet(let duration): quiet += duration
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
        case .pass, .fail, .crash, .unknown, .expectedFail: true
        }
    }
}

/// The results so far.
struct Tally {
    private var results: [CaseResult?]
    private let start: MonotonicTime
    private var firstVerdict: Duration?
    private var remaining: Int

    init(cases: Int, start: MonotonicTime) {
        results = Array(repeating: nil, count: cases)
        remaining = cases
        self.start = start
    }

    var hasFailed: Bool {
        results.contains { result in
            guard let outcome = result?.verdict.outcome else { return false }
            return outcome == .fail || outcome == .crash
        }
    }

    var suspects: [(index: Int, reason: String)] {
        results.compactMap { result in
            guard let result, let reason = result.portEnd else { return nil }
            return (result.index, reason)
        }
    }

    /// The cases that only repetitions can decide.
    var nominees: [(index: Int, verdict: Verdict)] {
        results.compactMap { result in
            guard let result, result.verdict.isNominated else { return nil }
            return (result.index, result.verdict)
        }
    }

    /// What the sessions so far have shown of the evidence.
    var check: EvidenceCheck {
        results.reduce(into: EvidenceCheck()) { check, result in check.take(result?.isEvidenceSound) }
    }

    mutating func take(_ result: CaseResult, _ progress: Runner.Progress) {
        results[result.index] = result
        remaining -= 1
        if firstVerdict == nil, result.verdict.outcome.decides { firstVerdict = MonotonicTime.now() - start }
        progress(result.verdict, remaining)
    }

    mutating func replace(_ result: CaseResult) {
        results[result.index] = result
    }

    mutating func replace(verdict: Verdict, at index: Int) {
        results[index]?.verdict = verdict
    }

    func result(end: MonotonicTime) -> RunResult {
        let done = results.compactMap(\.self)
        return RunResult(
            verdicts: done.map(\.verdict),
            figures: RunFigures(
                duration: end - start, firstVerdict: firstVerdict,
                sessions: done.reduce(0) { $0 + $1.sessions }, calls: done.reduce(0) { $0 + $1.calls },
                callbacks: done.reduce(0) { $0 + $1.callbacks }, requests: done.reduce(0) { $0 + $1.requests },
                quiet: done.reduce(.zero) { $0 + $1.quiet }))
    }
}
