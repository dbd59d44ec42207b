internal import AccessEnablerAPI
internal import Evidence

/// A run's report for CI servers.
///
/// Every profile has suites of its own. PASS is a plain test case, FAIL and CRASH are failures, INCONCLUSIVE is an error, and
/// whatever says nothing about the port is skipped; so is WARN, because readers of such files show the message of what is
/// skipped, and none of what passed. Whether a profile is decided is a case of its own.
package enum JUnitReport {
    package static func bytes(_ report: RunReport) -> [UInt8] { bytes([report]) }

    /// Of no run there is no verdict.
    package static func bytes(_ reports: [RunReport]) -> [UInt8] {
        bytes(reports, reports.isEmpty ? [] : ProfileReport.all(of: reports))
    }

    /// Several runs together; the names of suites and classes begin with the platform and the release.
    static func bytes(_ reports: [RunReport], _ parts: [ProfileReport]) -> [UInt8] {
        let diagnosis = Diagnosis(reports, folder: "")
        let causes = diagnosis.causes.map { cause in
            ("cause.\(cause.number)", "\(cause.outcome.rawValue), \(diagnosis.count(of: cause)): \(cause.title)")
        }
        let heads = diagnosis.causes.map { cause in
            "cause \(cause.number), of \(Prose.count(cause.cases.count, "case")): \(cause.title)\n\n"
        }
        let runs = reports.enumerated().flatMap { run, report in
            let heads = diagnosis.causesByCase(ofRun: run).mapValues { heads[$0.number - 1] }
            return [adapter(report)] + report.profiles.flatMap { suites($0, report, heads) }
        }
        let others = [verdicts(parts), JUnit.Suite(name: "causes", properties: causes)]
        return JUnit(name: "assay", suites: (others + runs).filter { !$0.properties.isEmpty || !$0.cases.isEmpty })
            .bytes
    }

    /// Whether each profile is decided, which no case tells where the run was stopped or somebody else was at fault.
    private static func verdicts(_ parts: [ProfileReport]) -> JUnit.Suite {
        let words = parts.map { ("verdict.\($0.profile.rawValue)", "\($0.word) \($0.sentence)") }
        let cases = zip(parts, words).map { part, words in
            let isDecided = [.conformant, .failed].contains(part.exitCode)
            return JUnit.Case(
                place: words.0, name: "is decided", kind: isDecided ? .passed : part.decides ? .error : .skipped,
                message: words.1)
        }
        return JUnit.Suite(name: "verdicts", properties: words, cases: cases)
    }

    /// What is to be known of the adapter.
    private static func adapter(_ report: RunReport) -> JUnit.Suite {
        let trials = report.environment.trials.map { trial in
            ("probe.\(trial.probe)", trial.outcome.rawValue + (trial.detail.isEmpty ? "" : ": \(trial.detail)"))
        }
        let faults = report.environment.faults.map { ("fault.\($0.party.rawValue)", $0.message) }
        return JUnit.Suite(name: "adapter", properties: trials + faults)
    }

    private static func suites(
        _ part: ProfileReport, _ report: RunReport, _ heads: [String: String]
    ) -> [JUnit.Suite] {
        let place = "\(part.profile.rawValue).\(report.header.platform.rawValue)-\(report.header.version)"
        return part.verdicts.grouped(by: \.area).map { area, verdicts in
            JUnit.Suite(
                name: "\(place).\(area)",
                cases: verdicts.map { testCase($0, place, report, heads[$0.caseID] ?? "") },
                time: verdicts.compactMap { report.durations[$0.caseID] }.reduce(.zero, +))
        }
    }

    private static func testCase(
        _ verdict: Verdict, _ place: String, _ report: RunReport, _ head: String
    ) -> JUnit.Case {
        var testCase = JUnit.Case(
            place: "\(place).\(verdict.area).\(verdict.contractID)", name: verdict.caseID, kind: kind(verdict.outcome),
            time: report.durations[verdict.caseID] ?? .zero, type: verdict.outcome.rawValue,
            message: verdict.findings.first?.message ?? verdict.title)
        if testCase.kind == .passed {
            testCase.output = verdict.findings.map { "\($0.message): \($0.seen)" }
        } else if testCase.kind != .skipped || verdict.outcome == .warn {
            testCase.text = head + FailureBlock(verdict: verdict, report: report, palette: .plain).text
        }
        if testCase.kind == .skipped {
            testCase.message = "\(verdict.outcome.rawValue): \(testCase.message)"
            testCase.type = nil
        }
        return testCase
    }

    private static func kind(_ outcome: Outcome) -> JUnit.Kind {
        switch outcome {
        case .pass: .passed
        case .fail, .crash: .failure
        case .inconclusive: .error
        case .warn, .notTestable, .notApplicable, .expectedFail: .skipped
        }
    }
}
