import Checkers
import Evidence
import Runner
import Specification
import Synchronization
import Timing

/// Judges cases, and keeps what was seen in those that have something to explain.
final class CaseEvaluator: Sendable {
    private let judge: Judge
    private let kept = Mutex<[String: [[Observation]]]>([:])
    private let times = Mutex<[String: Duration]>([:])

    private let keepsAll: Bool

    /// `keepsAll` is whether every time that a case is run is kept, after one that had findings, and not only that one.
    convenience init(_ specifications: Specifications, keepsAll: Bool = true) {
        self.init(Judge(api: specifications.api, statements: specifications.register.statements), keepsAll: keepsAll)
    }

    init(_ judge: Judge, keepsAll: Bool = true) {
        self.keepsAll = keepsAll
        self.judge = judge
    }

    /// What was seen in the cases with findings, by case: each time that it was run, from the first that had any.
    var records: [String: [[Observation]]] { kept.withLock { $0 } }

    /// How long each case took the last time that it was run.
    var durations: [String: Duration] { times.withLock { $0 } }

    var judging: Judging {
        Judging(
            matches: { [judge] in judge.matches($0, $1, $2) }, repeated: { [judge] in judge.repeated(in: $0) },
            verdict: { [self] in verdict(on: $0, $1, $2) },
            exclusion: { [judge] in judge.exclusion(of: $0, header: $1) },
            isEvidenceSound: { [self] in isEvidenceSound(in: $0, $1, $2) },
            bindings: { [self] in bindings(in: $0, $1, $2) })
    }

    func verdict(on testCase: Case, _ observations: [Observation], _ header: RunHeader) -> Verdict {
        let heard = Self.untilClosed(observations)
        if let first = heard.first, let last = heard.last {
            times.withLock { $0[testCase.id] = last.time - first.time }
        }
        var verdict = judge.verdict(for: testCase, observations: heard, header: header)
        verdict.circumstances = Circumstances(heard, of: testCase).all
        kept.withLock { kept in
            guard kept[testCase.id] == nil ? !verdict.findings.isEmpty : keepsAll else { return }
            kept[testCase.id, default: []].append(heard)
        }
        return verdict
    }

    func isEvidenceSound(in testCase: Case, _ observations: [Observation], _ header: RunHeader) -> Bool? {
        judge.isEvidenceSound(in: testCase, observations: Self.untilClosed(observations), header: header)
    }

    func bindings(in testCase: Case, _ observations: [Observation], _ header: RunHeader) -> [String: String] {
        judge.bindings(in: testCase, observations: Self.untilClosed(observations), header: header)
    }

    /// Nothing that comes after the application has gone counts, so that a verdict does not depend on how long one
    /// went on listening: a recorded run is judged as it was when it happened.
    static func untilClosed(_ observations: [Observation]) -> [Observation] {
        let last = observations.last { observation in
            if case .sessionOpened = observation.event { true } else { false }
        }
        let end = observations.lastIndex { observation in
            observation.event == .sessionClosed && observation.session == last?.session
        }
        return end.map { Array(observations[...$0]) } ?? observations
    }
}
