/// How a case ended.
///
/// The outcomes never mix: only ``pass`` says that the port keeps the contract whole.
package enum Outcome: String, Sendable, Hashable, CaseIterable {
    case pass = "PASS"
    /// The port does not do what it should; never fails a run.
    case warn = "WARN"
    case fail = "FAIL"
    /// The port died or stopped answering, alone with this case; counts as a failure.
    case crash = "CRASH"
    /// The evidence does not decide.
    case inconclusive = "INCONCLUSIVE"
    /// The adapter lacks a feature that the case needs, or nothing was exercised.
    case notTestable = "NOT TESTABLE"
    /// The platform, the version or an optional capability takes the case out of the question.
    case notApplicable = "NOT APPLICABLE"
    /// Failed as a list of known failures said it would.
    case expectedFail = "EXPECTED FAIL"
}

/// What the process says when it ends.
package enum ExitCode: Int32, Sendable, Hashable {
    /// Conformant, and nothing left undecided.
    case conformant = 0
    /// At least one case failed.
    case failed = 1
    /// Nothing failed, but something is incomplete or undecided.
    case incomplete = 2
    /// The adapter, the backend or the machine did not do its part.
    case broken = 3
    /// The command line or a spec is wrong.
    case usage = 4
    /// The suite failed a check of its own.
    case suite = 5
    /// Nothing is wrong but a list that the port is better than.
    case outdated = 6
    /// More came than somebody could keep up with; what was measured was measured under overload.
    case overloaded = 97
    /// The measurement itself failed: its durations say nothing about the implementation.
    case invalidMeasurement = 98
    /// A valid load run in which a threshold does not hold.
    case missedThreshold = 99

    /// The code for several runs or profiles: the one that says most against the port, or against what was done.
    package static func worst(of codes: [ExitCode]) -> ExitCode {
        [.suite, .failed, .broken, .usage, .incomplete, .outdated].first(where: codes.contains) ?? .conformant
    }

    /// The code for a run with these outcomes; a run without any case proves nothing.
    package init(of outcomes: some Sequence<Outcome>) {
        var sawAny = false
        var code = ExitCode.conformant
        for outcome in outcomes {
            switch outcome {
            case .fail, .crash:
                self = .failed
                return
            case .inconclusive, .notTestable:
                code = .incomplete
                sawAny = true
            case .pass, .warn, .expectedFail:
                sawAny = true
            case .notApplicable:
                break
            }
        }
        self = sawAny ? code : .incomplete
    }
}
