package import Evidence

/// What the catalogue makes of ports that are right.
package struct VariantMatrix: Sendable, Hashable {
    /// A case that a right port does not pass.
    package struct NotPassed: Sendable, Hashable {
        package var caseID: String
        /// As what the port was run, such as `ios 3.9.2`.
        package var leg: String
        package var outcome: Outcome
        package var statements: [String]
        package var message: String

        package init(_ verdict: Verdict, leg: String) {
            caseID = verdict.caseID
            self.leg = leg
            outcome = verdict.outcome
            statements = verdict.findings.flatMap(\.statements)
            message = verdict.findings.first?.message ?? ""
        }

        /// Whether the port is said to break something; otherwise nothing could be said.
        package var isWrong: Bool { outcome == .fail || outcome == .crash }
    }

    /// One right port.
    package struct Row: Sendable, Hashable, Identifiable {
        package var id: String
        package var title: String
        /// Why the documents allow it.
        package var reason: String
        /// The statements and ambiguities that leave the choice.
        package var grounds: [String]
        package var passes = 0
        package var warnings = 0
        package var notPassed: [NotPassed] = []

        package init(id: String, title: String, reason: String, grounds: [String]) {
            self.id = id
            self.title = title
            self.reason = reason
            self.grounds = grounds
        }

        package mutating func take(_ verdict: Verdict, leg: String) {
            switch verdict.outcome {
            case .pass: passes += 1
            case .warn: warnings += 1
            case .fail, .crash, .inconclusive: notPassed.append(NotPassed(verdict, leg: leg))
            case .notTestable, .notApplicable, .expectedFail: break
            }
        }

        package var wrong: [NotPassed] { notPassed.filter(\.isWrong) }
        package var undecided: [NotPassed] { notPassed.filter { !$0.isWrong } }
    }

    package var rows: [Row]

    package init(_ rows: [Row]) {
        self.rows = rows
    }

    package var passes: Int { rows.reduce(0) { $0 + $1.passes } }
    /// How many times a right port was said to break something.
    package var wrong: Int { rows.reduce(0) { $0 + $1.wrong.count } }
    /// How many times nothing could be said of a right port.
    package var undecided: Int { rows.reduce(0) { $0 + $1.undecided.count } }

    package var problems: [String] {
        rows.flatMap { row in
            row.notPassed.map { result in
                "the right port \(row.id) does not pass \(result.caseID) as \(result.leg) "
                    + "(\(result.outcome.rawValue)): \(result.message)"
            }
        }
    }
}
