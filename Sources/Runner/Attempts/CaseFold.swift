package import Evidence
package import Specification

/// The attempts at one case, and the verdict that follows from them: while a run goes on, and from its trace alone.
package struct CaseFold: Sendable {
    private let testCase: Case
    /// Whether what rests on order or silence was to be seen again.
    private let areLooksPlanned: Bool
    /// Why nothing was run.
    private var excluded: Verdict?
    package private(set) var first: AttemptResult?
    package private(set) var again: AttemptResult?
    package private(set) var looks: [AttemptResult] = []
    package private(set) var trials: [AttemptResult] = []
    package private(set) var hurried: [AttemptResult] = []

    package init(_ testCase: Case, _ header: RunHeader, excluded: Verdict? = nil) {
        self.testCase = testCase
        areLooksPlanned = header.looks > 0
        self.excluded = excluded
    }

    package mutating func take(_ result: AttemptResult) {
        switch result.attempt.purpose {
        case .first: first = result
        case .again: again = result
        case .look: looks.append(result)
        case .trial: trials.append(result)
        case .hurried: hurried.append(result)
        }
    }

    package var all: [AttemptResult] { [first, again].compactMap(\.self) + looks + trials + hurried }

    /// The attempt that counts: one that lost its port beside others was made again alone.
    package var counted: AttemptResult? { again ?? first }

    /// Whether the port was lost beside others, and the case not run again.
    var isLost: Bool { again == nil && first?.loss != nil }

    /// The verdict, after what is known of the whole run; nil where nothing was run.
    package func verdict(_ known: RunKnowledge) -> Verdict? {
        guard var verdict = verdictAfterLooks(known) else { return nil }
        if verdict.isNominated, !trials.isEmpty {
            verdict = repeated(verdict, known, isOver: true) ?? verdict
        }
        return HurriedLook.verdict(verdict, differences)
    }

    /// Whether each look in haste gave an MVPD to another provider than it went to before.
    var differences: [Bool] {
        let bindings = (looks.last ?? counted)?.bindings ?? [:]
        return hurried.map { HurriedLook.differs($0.bindings, from: bindings) }
    }

    /// What is to be seen again before anything is said of the case.
    func doubt(_ known: RunKnowledge) -> Finding.Ground? {
        guard let verdict = firstVerdict(known) else { return nil }
        // What expired too early shows nothing, so that there is nothing else to tell.
        return areLooksPlanned || verdict.findings.contains(where: \.isOfLostTime) ? verdict.doubt : nil
    }

    /// Whether another repetition is called for.
    func wantsTrial(_ known: RunKnowledge) -> Bool {
        guard let verdict = verdictAfterLooks(known), verdict.isNominated else { return false }
        return repeated(verdict, known, isOver: false) == nil
    }

    /// The verdict before the case was looked at again: a port may have been lost by the doing of other cases.
    func firstVerdict(_ known: RunKnowledge) -> Verdict? {
        guard var verdict = counted?.verdict else { return excluded }
        guard let loss = first?.loss else { return verdict }
        if known.standstill.isCertain { return loss.unconfirmed(verdict, "every case lost the port in this way") }
        if let again {
            let finding = again.loss == nil ? loss.finding(repeated: known.losses) : nil
            verdict.findings += [finding].compactMap(\.self)
        } else if !loss.isKnown(from: known.losses) {
            guard let kind = first?.openings.lost, known.openings.isHopeless(kind) else {
                return loss.unconfirmed(verdict)
            }
            verdict.findings.append(Openings.finding)
        }
        return verdict
    }

    private func verdictAfterLooks(_ known: RunKnowledge) -> Verdict? {
        guard let verdict = firstVerdict(known) else { return nil }
        return doubt(known) == nil ? verdict : SecondLook.verdict(verdict, looks.map(\.verdict))
    }

    private func repeated(_ nominee: Verdict, _ known: RunKnowledge, isOver: Bool) -> Verdict? {
        Repetition.verdict(
            on: nominee, testCase,
            trials: trials.map { Trial(verdict: $0.verdict, isEvidenceSound: $0.isEvidenceSound) },
            planned: known.plannedTrials, check: known.check, isOver: isOver)
    }
}

/// What all cases of a run have shown that bears on the verdict of each.
package struct RunKnowledge: Sendable {
    /// How ports were lost again by cases that ran alone.
    private(set) var losses: Set<PortLoss> = []
    private(set) var openings = Openings()
    private(set) var standstill = Standstill()
    /// How often round trips told the truth.
    var check = EvidenceCheck()
    let plannedTrials: Int

    package mutating func take(_ result: AttemptResult) {
        standstill.take(result)
        switch result.attempt.purpose {
        case .first:
            openings.take(result.openings, isAlone: false)
        case .again:
            openings.take(result.openings, isAlone: true)
            if let loss = result.loss { losses.insert(loss) }
        case .look, .trial, .hurried:
            break
        }
    }
}
