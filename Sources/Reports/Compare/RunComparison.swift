package import Evidence

/// What is different between two reports of a port.
package struct RunComparison: Sendable, Hashable {
    /// What became of a case, or of what a port can do.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case newlyFailing = "newly-failing"
        /// It failed some of the times that it was run, and it did not before.
        case newlyFlaky = "newly-flaky"
        /// The evidence decided it before, and does not now.
        case undecided = "newly-inconclusive"
        /// The same cases were to be run, and this one was not.
        case notRun = "not-run"
        /// It fails, and a list of known failures says so by now.
        case newlyKnown = "newly-known"
        case newlyWarning = "newly-warning"
        case newlyPassing = "newly-passing"
        /// It was not there before.
        case added
        /// The specs no longer have it.
        case gone

        /// Whether the port got worse by it.
        package var isRegression: Bool { self == .newlyFailing || self == .newlyFlaky }
        /// Whether nobody can tell because of it that the port did not get worse.
        var leavesOpen: Bool { self == .undecided || self == .notRun }

        package var words: String { rawValue.split(separator: "-").joined(separator: " ") }
    }

    package struct Change: Sendable, Hashable {
        package var kind: Kind
        package var caseID: String
        package var contractID: String
        package var area: String
        package var title: String
        /// The outcomes; nil where the case was not run.
        package var old: Outcome?
        package var new: Outcome?
        /// As which platforms and releases.
        package var legs: [String]
        /// What is wrong now, or was before.
        package var message: String
        package var rerun: String?
        /// Whether somebody said that it does not count.
        package var isAllowed = false
    }

    package struct CauseChange: Sendable, Hashable {
        package var title: String
        package var outcome: Outcome
        package var cases: Int
        package var legs: [String]
    }

    package struct ReadingChange: Sendable, Hashable {
        package var ambiguity: String
        package var leg: String
        package var old: [String]
        package var new: [String]
    }

    /// A call or feature that the port has only in one of the runs.
    package struct Capability: Sendable, Hashable {
        package var name: String
        package var legs: [String]
        package var isAllowed = false
    }

    package var old: SavedReport
    package var new: SavedReport
    package var changes: [Change] = []
    package var causesCome: [CauseChange] = []
    package var causesGone: [CauseChange] = []
    package var readings: [ReadingChange] = []
    package var lost: [Capability] = []
    package var gained: [Capability] = []
    /// What is to be known of the comparison as a whole.
    package var remarks: [String] = []

    package func changes(_ kind: Kind) -> [Change] { changes.filter { $0.kind == kind } }

    package var regressions: Int {
        changes.count { $0.kind.isRegression && !$0.isAllowed } + lost.count { !$0.isAllowed }
    }

    /// Whether nobody can tell that nothing got worse.
    package var isOpen: Bool {
        !new.isComplete || !old.isComplete || changes.contains { $0.kind.leavesOpen && !$0.isAllowed }
    }

    package var exitCode: ExitCode { regressions > 0 ? .failed : isOpen ? .incomplete : .conformant }

    package var word: String {
        switch exitCode {
        case .failed: "WORSE"
        case .incomplete: "INCONCLUSIVE"
        default: "NOT WORSE"
        }
    }

    /// The verdict after the word: `3 newly failing, 1 capability lost`.
    package var sentence: String {
        var facts: [String] = []
        for kind in Kind.allCases {
            let all = changes(kind)
            guard !all.isEmpty else { continue }
            let allowed = kind.isRegression || kind.leavesOpen ? all.count(where: \.isAllowed) : 0
            facts.append("\(all.count) \(kind.words)" + (allowed > 0 ? " (\(allowed) allowed)" : ""))
        }
        if !lost.isEmpty {
            let allowed = lost.count(where: \.isAllowed)
            facts.append(
                "\(lost.count) \(lost.count == 1 ? "capability" : "capabilities") lost"
                    + (allowed > 0 ? " (\(allowed) allowed)" : ""))
        }
        for (report, name) in [(old, "old"), (new, "new")] where !report.isComplete {
            facts.append("the \(name) run is incomplete")
        }
        return facts.isEmpty ? "no case changed" : facts.joined(separator: ", ")
    }

    /// What else is different, in words; only what there is.
    var lists: [(title: String, items: [String])] {
        let capability = { (one: Capability) in
            "\(one.name)\(one.isAllowed ? " (allowed)" : ""), \(Self.words(for: one.legs))"
        }
        let cause = { (cause: CauseChange) in
            "\(cause.outcome.rawValue), \(Prose.count(cause.cases, "case")): \(cause.title)"
        }
        let readings = readings.map { change in
            "\(change.ambiguity): \(change.old.joined(separator: ", ")) -> \(change.new.joined(separator: ", ")) "
                + "(\(change.leg))"
        }
        return [
            ("capabilities lost", lost.map(capability)), ("capabilities come", gained.map(capability)),
            ("causes come", causesCome.map(cause)), ("causes gone", causesGone.map(cause)),
            ("readings of the documents that changed", readings),
        ].filter { !$0.1.isEmpty }
    }

    static func words(for legs: [String]) -> String {
        "as \(legs.count > 3 ? "\(legs.count) platforms and releases" : legs.joined(separator: ", "))"
    }
}
