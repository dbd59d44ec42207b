/// What was concluded about one case.
package struct Verdict: Sendable, Hashable {
    package var caseID: String
    package var contractID: String
    package var title: String
    package var area: String
    package var outcome: Outcome
    /// The statements the case decides.
    package var statements: [String]
    /// Why the outcome is what it is; empty for a plain pass.
    package var findings: [Finding]
    /// Where the documents leave a choice: which of the named readings was seen.
    package var reading: String?
    /// What the verdict rests on, where time or order is at stake.
    package var evidence: EvidenceClass?
    /// The sessions whose observations were judged.
    package var sessions: [SessionID]
    /// The profiles of the statements that the case is about.
    package var profiles: Set<Profile> = [.core]
    /// What was so in the case, in the order in which it came about.
    package var circumstances: [Circumstance] = []
    /// What the other cases of the contract must show, too, by what it is of; nothing unless the contract says so.
    package var shown: [String: Shown] = [:]

    /// What a case has shown, in words, and the statements that say what it is.
    package struct Shown: Sendable, Hashable {
        package var text: String
        package var statements: [String]

        package init(_ text: String, _ statements: [String]) {
            self.text = text
            self.statements = statements
        }
    }

    package init(
        caseID: String, contractID: String, title: String, area: String, outcome: Outcome, statements: [String],
        findings: [Finding] = [], reading: String? = nil, evidence: EvidenceClass? = nil, sessions: [SessionID] = []
    ) {
        self.caseID = caseID
        self.contractID = contractID
        self.title = title
        self.area = area
        self.outcome = outcome
        self.statements = statements
        self.findings = findings
        self.reading = reading
        self.evidence = evidence
        self.sessions = sessions
    }

    /// Whether the case passed, and the port was lost all the same when it ran beside others.
    package var isFlawed: Bool {
        [.pass, .warn].contains(outcome) && findings.contains { $0.standing == .noticed }
    }

    /// Whether the case is to be repeated, because nothing but repetitions can decide it.
    package var isNominated: Bool {
        outcome == .inconclusive && findings.contains { $0.standing == .nominated }
    }
}

extension Verdict {
    /// What is to be seen again alone before it is told; nil where nothing is.
    ///
    /// A machine that was busy, or another case, may have had a part in what came late or in another order. What fails
    /// the case by its content in one profile proves nothing in the other.
    package var doubt: Finding.Ground? {
        switch outcome {
        case .fail:
            let doubtful = Profile.allCases.map { profile in
                Set((seen(in: profile)?.findings ?? []).filter(\.isFailure).map(\.ground))
            }.filter { !$0.isEmpty && !$0.contains(.content) }
            guard !doubtful.isEmpty else { return nil }
            return doubtful.contains { $0.contains(.order) } ? .order : .silence
        case .warn:
            return Set(findings.filter(\.isWarning).map(\.ground)) == [.silence] ? .silence : nil
        case .inconclusive:
            return !isNominated && findings.contains { $0.ground == .silence } ? .silence : nil
        default: return nil
        }
    }
}

/// One reason for an outcome.
package struct Finding: Sendable, Hashable {
    /// What a finding is worth.
    package enum Standing: Sendable, Hashable {
        /// It breaks what the finding cites; ``Finding/weight`` says how much that counts.
        case violated
        /// The evidence does not tell.
        case undecided
        /// It is a violation unless the evidence for the order of replies was false; only repetitions tell.
        case nominated
        /// Nothing that decides the case, and yet to be told: a crash that happened only beside other cases.
        case noticed
    }

    /// What a finding rests on, and therefore what could show that it is wrong.
    package enum Ground: String, Sendable, Hashable {
        /// What something says: it said so, however late it came.
        case content
        /// What came before what; it is told only when it was seen again alone.
        case order
        /// That something did not come; it is told only when it did not come to a longer wait alone either.
        case silence
    }

    package var standing = Standing.violated
    package var ground = Ground.content
    /// The rule that found it, where it is one of those that are held against every trace or that contracts name.
    package var check: String?
    /// The rule that cases of one contract show the same where it says so.
    package static let alike = "alike"
    /// The statements that are broken or undecided.
    package var statements: [String]
    /// What breaking these statements counts for; nil where none carries the finding, so that it counts like the case.
    package var weight: Weight?
    /// Whether the case ended with it before its last step, so that what it asks later was not seen.
    package var endsCase = false
    /// One sentence that says what is wrong.
    package var message: String
    package var expected: String
    package var seen: String
    /// The places in the trace that show it, by sequence number.
    package var observations: [Int]
    /// The steps that it names by their labels.
    package var landmarks: [Landmark] = []
    /// What it looks like whatever the values of the session are; nil for what is no deviation of the port.
    package var symptom: Symptom?

    /// A step that a finding names: something was missed after it, or came although it must not before it.
    package struct Landmark: Sendable, Hashable {
        package var label: String
        /// Where the step is in the trace, by sequence number.
        package var place: Int
        /// The application's latest call up to there.
        package var call: String
        /// Whether it is what should come that comes after it.
        package var isBeginning: Bool

        package init(_ label: String, at place: Int, call: String, isBeginning: Bool) {
            self.label = label
            self.place = place
            self.call = call
            self.isBeginning = isBeginning
        }
    }

    package init(
        statements: [String] = [], message: String, expected: String = "", seen: String = "",
        observations: [Int] = []
    ) {
        self.statements = statements
        self.message = message
        self.expected = expected
        self.seen = seen
        self.observations = observations
    }
}

/// How strongly the order of replies is known to the judge, from weak to strong.
package enum EvidenceClass: String, Sendable, Hashable, Comparable, CaseIterable {
    /// Clocks only; decides nothing.
    case clocks = "E0"
    /// Acknowledged, three round trips through the port's process, and a quiet time; fails a port by repetition.
    case roundTrips = "E2"
    /// Caused by the port having processed the reply; fails the port at once.
    case causal = "E3"

    package static func < (left: EvidenceClass, right: EvidenceClass) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension Finding {
    private static let early =
        "a token or code may have expired before the flow ended: the port needed longer than its lifetime"

    private static let set =
        "this machine's clock was set while the case ran, so lifetimes cannot be trusted"

    /// Nothing is known of a case in which something expired too early; it is run again with more time.
    package static func expiredEarly(_ statements: [String]) -> Finding { lost(early, statements) }

    /// Nothing is known of a case during which the time of day jumped; it is run again.
    package static func clockWasSet(_ statements: [String]) -> Finding { lost(set, statements) }

    private static func lost(_ message: String, _ statements: [String]) -> Finding {
        var finding = Finding(statements: statements, message: message)
        finding.standing = .undecided
        finding.ground = .silence
        return finding
    }

    /// Whether it says that the case showed nothing, so that there is nothing to do but to run it again.
    package var isOfLostTime: Bool { message == Self.early || message == Self.set }
}
