package import Evidence

/// Which wrong ports the catalogue catches, by which cases, and whether for the right reason.
package struct KillMatrix: Sendable, Hashable {
    /// One case that caught one wrong port.
    package struct Kill: Sendable, Hashable {
        /// How the case noticed, from strong to weak.
        package enum Manner: String, Sendable, Hashable, Comparable, CaseIterable {
            /// Something came, or did not come before something else.
            case seen
            /// Something did not come from a port that was proven to have nothing left to do.
            case idle
            /// Only that a step waited in vain.
            case timeOut = "time-out"
            /// Only that the port crashed or stopped answering.
            case crash

            package static func < (left: Manner, right: Manner) -> Bool {
                (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
            }
        }

        package var caseID: String
        package var contractID: String
        package var area = ""
        /// The statements that are broken, of those that the wrong port is known to break; others where there is none.
        package var statements: [String]
        /// Whether the case says what is wrong: by a statement or a rule that the wrong port is known to break.
        package var isRight: Bool
        package var manner: Manner
    }

    /// What became of a wrong port.
    package enum Status: String, Sendable, Hashable, CaseIterable {
        case rightReason = "right reason"
        case otherReason = "another reason"
        /// No case saw more than that something did not come in time, or that the port was gone.
        case timeOutOnly = "time-out or crash only"
        case survived
        /// No case that was run decides any of the statements it breaks.
        case notReached = "no coverage"
    }

    /// One wrong port.
    package struct Row: Sendable, Hashable, Identifiable {
        package var id: String
        package var title: String
        /// The statements it breaks; empty for a degenerate port, which breaks nearly all.
        package var cites: [String]
        /// The rules of every trace that it breaks.
        package var checks: [String]
        /// What breaking these statements counts for; what is not here needs no weight.
        package var weights: [String: Weight]
        /// In how many of its sessions it errs.
        package var rate: Double
        package var kills: [Kill]
        package var passes: [String]
        /// The statements that cases decide which were run against it.
        package var decided: Set<String>
        /// Into how many causes is grouped what the newest release's cases showed of it.
        package var causes = 0
        /// How it fails them, by case.
        package var failures: [String: String] = [:]

        package init(
            id: String, title: String, cites: [String], checks: [String] = [], weights: [String: Weight] = [:],
            rate: Double = 1, kills: [Kill] = [], passes: [String] = [],
            decided: Set<String> = []
        ) {
            self.id = id
            self.title = title
            self.cites = cites
            self.checks = checks
            self.weights = weights
            self.rate = rate
            self.kills = kills
            self.passes = passes
            self.decided = decided
        }

        package var isDegenerate: Bool { cites.isEmpty }

        package var isKilled: Bool { !kills.isEmpty }

        package var status: Status {
            if kills.contains(where: \.isRight) { return .rightReason }
            if kills.contains(where: { $0.manner <= .idle }) { return .otherReason }
            if isKilled { return .timeOutOnly }
            return decided.isDisjoint(with: cites) ? .notReached : .survived
        }

        /// The best evidence of a case that caught it, of those with the right reason where there are any.
        package var manner: Kill.Manner? { deciding.map(\.manner).min() }

        /// Whether what is known of it, for the right reason where there is one, is no more than a silence or an end.
        package var hangsOnSilence: Bool { manner.map { $0 > .seen } ?? false }

        /// What decides its status: the kills with the right reason, where there are any.
        package var deciding: [Kill] {
            let right = kills.filter(\.isRight)
            return right.isEmpty ? kills : right
        }
    }

    /// In the order of the mutants.
    package var rows: [Row]

    package init(_ rows: [Row]) {
        self.rows = rows
    }

    package var mutants: [Row] { rows.filter { !$0.isDegenerate } }
    package var degenerate: [Row] { rows.filter(\.isDegenerate) }
}

extension KillMatrix.Row {
    /// Takes in a verdict on this port.
    ///
    /// What a port breaks counts for as much as its statement binds: a warning or a remark is a kill where no more is due.
    /// `waits` are the numbers of the observations that a step waited in vain, with what that is worth.
    package mutating func take(_ verdict: Verdict, waits: [Int: KillMatrix.Kill.Manner] = [:]) {
        switch verdict.outcome {
        case .notTestable, .notApplicable: return
        case .pass, .warn, .inconclusive, .expectedFail, .fail, .crash:
            decided.formUnion(verdict.statements)
            if verdict.outcome == .inconclusive { return }
            if let kill = kill(verdict, waits) {
                kills.append(kill)
            } else if verdict.outcome == .pass {
                passes.append(verdict.caseID)
            }
        }
    }

    /// nil where nothing counts against the port.
    private func kill(_ verdict: Verdict, _ waits: [Int: KillMatrix.Kill.Manner]) -> KillMatrix.Kill? {
        let findings = verdict.findings.filter { $0.standing == .violated }
        let right = findings.filter { finding in
            finding.check.map(checks.contains) ?? false
                || finding.statements.contains { cites.contains($0) && isDue(finding, for: $0) }
        }
        let counted = right.isEmpty ? findings.filter { $0.isFailure || $0.isWarning } : right
        if counted.isEmpty, verdict.outcome != .crash { return nil }
        let manners = counted.map { finding -> KillMatrix.Kill.Manner in
            if let wait = finding.observations.compactMap({ waits[$0] }).min() { return wait }
            if verdict.outcome == .crash { return .crash }
            return finding.ground == .silence ? .idle : .seen
        }
        let statements = Set(counted.flatMap(\.statements))
        return KillMatrix.Kill(
            caseID: verdict.caseID, contractID: verdict.contractID, area: verdict.area,
            statements: (right.isEmpty ? statements : statements.intersection(cites)).sorted(),
            isRight: !right.isEmpty, manner: manners.min() ?? .crash)
    }

    /// Whether a finding counts for as much as breaking the statement does.
    private func isDue(_ finding: Finding, for statement: String) -> Bool {
        guard let weight = finding.weight, let due = weights[statement] else { return true }
        return weight == due
    }
}
