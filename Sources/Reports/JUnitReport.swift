internal import AccessEnablerAPI
internal import Documents
internal import Evidence
internal import Timing

/// A run's report for CI servers, in the dialect that JUnit's Ant task began.
///
/// Every profile has suites of its own. PASS is a plain test case, FAIL and CRASH are failures, INCONCLUSIVE is an error, and
/// whatever says nothing about the port is skipped; so is WARN, because readers of such files show the message of what is
/// skipped, and none of what passed. Whether a profile is decided is a case of its own. `Specs/schema/junit.xsd` describes
/// it.
package enum JUnitReport {
    private enum Kind {
        case passed, failure, error, skipped

        init(_ outcome: Outcome) {
            switch outcome {
            case .pass: self = .passed
            case .fail, .crash: self = .failure
            case .inconclusive: self = .error
            case .warn, .notTestable, .notApplicable, .expectedFail: self = .skipped
            }
        }
    }

    package static func bytes(_ report: RunReport) -> [UInt8] { bytes([report]) }

    /// Of no run there is no verdict.
    package static func bytes(_ reports: [RunReport]) -> [UInt8] {
        bytes(reports, reports.isEmpty ? [] : ProfileReport.all(of: reports))
    }

    /// Several runs together; the names of suites and classes begin with the platform and the release.
    static func bytes(_ reports: [RunReport], _ parts: [ProfileReport]) -> [UInt8] {
        var document = XMLDocument()
        let decisions = parts.map { part -> Kind in
            if [.conformant, .failed].contains(part.exitCode) { return .passed }
            return part.decides ? .error : .skipped
        }
        let all = decisions + reports.flatMap(\.profiles).flatMap(\.verdicts).map { Kind($0.outcome) }
        document.element(
            "testsuites",
            [
                "name": "assay", "tests": "\(all.count)", "failures": count(.failure, all),
                "errors": count(.error, all),
            ]
        ) { document in
            let verdicts = parts.map { ("verdict.\($0.profile.rawValue)", "\($0.word) \($0.sentence)") }
            suite("verdicts", verdicts, of: decisions, &document) { document in
                for (kind, (name, words)) in zip(decisions, verdicts) { decision(kind, name, words, &document) }
            }
            let diagnosis = Diagnosis(reports, folder: "")
            causes(diagnosis, &document)
            let heads = diagnosis.causes.map { cause in
                "cause \(cause.number), of \(Prose.count(cause.cases.count, "case")): \(cause.title)\n\n"
            }
            for (run, report) in reports.enumerated() {
                adapter(report, &document)
                let heads = diagnosis.causesByCase(ofRun: run).mapValues { heads[$0.number - 1] }
                for part in report.profiles {
                    for (area, _) in OutcomeCounts.byArea(part.verdicts) {
                        suite(part, area, report, heads, &document)
                    }
                }
            }
        }
        return document.bytes
    }

    private static func place(_ part: ProfileReport, _ report: RunReport) -> String {
        "\(part.profile.rawValue).\(report.header.platform.rawValue)-\(report.header.version)"
    }

    /// Why cases failed.
    private static func causes(_ diagnosis: Diagnosis, _ document: inout XMLDocument) {
        let properties = diagnosis.causes.map { cause in
            ("cause.\(cause.number)", "\(cause.outcome.rawValue), \(diagnosis.count(of: cause)): \(cause.title)")
        }
        suite("causes", properties, &document)
    }

    /// What is to be known of the adapter.
    private static func adapter(_ report: RunReport, _ document: inout XMLDocument) {
        let trials = report.environment.trials.map { trial in
            ("probe.\(trial.probe)", trial.outcome.rawValue + (trial.detail.isEmpty ? "" : ": \(trial.detail)"))
        }
        let faults = report.environment.faults.map { ("fault.\($0.party.rawValue)", $0.message) }
        suite("adapter", trials + faults, &document)
    }

    /// A suite with properties, and mostly without cases; nothing where there are none.
    private static func suite(
        _ name: String, _ properties: [(String, String)], of kinds: [Kind] = [], _ document: inout XMLDocument,
        cases: (inout XMLDocument) -> Void = { _ in }
    ) {
        guard !properties.isEmpty else { return }
        document.element(
            "testsuite",
            [
                "name": name, "tests": "\(kinds.count)", "failures": "0", "errors": count(.error, kinds),
                "skipped": count(.skipped, kinds),
            ]
        ) { document in
            document.element("properties") { document in
                for (name, value) in properties { document.element("property", ["name": name, "value": value]) }
            }
            cases(&document)
        }
    }

    /// Whether a profile is decided, which no case tells where the run was stopped or somebody else was at fault.
    private static func decision(_ kind: Kind, _ name: String, _ words: String, _ document: inout XMLDocument) {
        document.element("testcase", ["classname": name, "name": "is decided", "time": "0.000"]) { document in
            switch kind {
            case .error: document.element("error", ["message": words]) { _ in }
            case .skipped: document.element("skipped", ["message": words]) { _ in }
            case .passed, .failure: break
            }
        }
    }

    private static func suite(
        _ part: ProfileReport, _ area: String, _ report: RunReport, _ heads: [String: String],
        _ document: inout XMLDocument
    ) {
        let verdicts = part.verdicts.filter { $0.area == area }
        let kinds = verdicts.map { Kind($0.outcome) }
        document.element(
            "testsuite",
            [
                "name": "\(place(part, report)).\(area)", "tests": "\(kinds.count)", "failures": count(.failure, kinds),
                "errors": count(.error, kinds), "skipped": count(.skipped, kinds),
                "time": seconds(verdicts.compactMap { report.durations[$0.caseID] }.reduce(.zero, +)),
            ]
        ) { document in
            for verdict in verdicts {
                testCase(verdict, place(part, report), report, heads[verdict.caseID] ?? "", &document)
            }
        }
    }

    private static func testCase(
        _ verdict: Verdict, _ place: String, _ report: RunReport, _ head: String, _ document: inout XMLDocument
    ) {
        document.element(
            "testcase",
            [
                "classname": "\(place).\(verdict.area).\(verdict.contractID)", "name": verdict.caseID,
                "time": seconds(report.durations[verdict.caseID] ?? .zero),
            ]
        ) { document in
            let message = verdict.findings.first?.message ?? verdict.title
            let type = verdict.outcome.rawValue
            switch Kind(verdict.outcome) {
            case .passed:
                for finding in verdict.findings {
                    document.element("system-out", text: "\(finding.message): \(finding.seen)")
                }
            case .skipped where verdict.outcome == .warn:
                document.element("skipped", ["message": "\(type): \(message)"], text: block(verdict, report, head))
            case .skipped: document.element("skipped", ["message": "\(type): \(message)"])
            case .failure:
                document.element("failure", ["type": type, "message": message], text: block(verdict, report, head))
            case .error:
                document.element("error", ["type": type, "message": message], text: block(verdict, report, head))
            }
        }
    }

    private static func block(_ verdict: Verdict, _ report: RunReport, _ head: String) -> String {
        head + FailureBlock(verdict: verdict, report: report, palette: .plain).text
    }

    private static func seconds(_ time: Duration) -> String { Decimals.text(time.milliseconds / 1_000, places: 3) }

    private static func count(_ kind: Kind, _ kinds: [Kind]) -> String {
        "\(kinds.count { $0 == kind })"
    }
}
