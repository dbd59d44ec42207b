internal import Documents
package import LoadResults
internal import Timing

/// A load run for CI servers: its validity, its verification and each threshold is a test case.
package enum LoadJUnit {
    private struct TestCase {
        var name: String
        /// What is wrong; nil where nothing is.
        var failure: String?
        /// Why nothing can be said; nil where something can.
        var error: String?
        /// Why nothing need be said; nil where something is.
        var skipped: String?
    }

    package static func bytes(_ result: LoadReport, _ comparison: LoadComparison? = nil) -> [UInt8] {
        var cases = cases(of: result)
        if let comparison {
            let (verdict, words) = (comparison.verdict, comparison.sentence)
            let error = verdict == .undecided ? words : nil
            cases.append(TestCase(name: "not slower", failure: verdict == .slower ? words : nil, error: error))
        }
        let failures = "\(cases.count { $0.failure != nil })"
        let errors = "\(cases.count { $0.error != nil })"
        var document = XMLDocument()
        document.element(
            "testsuites",
            ["name": "assay load", "tests": "\(cases.count)", "failures": failures, "errors": errors]
        ) { document in
            document.element(
                "testsuite",
                [
                    "name": result.profile.id, "tests": "\(cases.count)", "failures": failures, "errors": errors,
                    "time": LoadText.significant(result.measured.milliseconds / 1_000),
                ]
            ) { document in
                for testCase in cases { write(testCase, result.profile.id, &document) }
            }
        }
        return document.bytes
    }

    private static func cases(of result: LoadReport) -> [TestCase] {
        let validity = result.validity
        var cases = [
            TestCase(name: "valid", error: validity.isValid ? nil : validity.objections.joined(separator: "; ")),
            TestCase(name: "kept up", failure: validity.isValid ? result.overload?.sentence : nil),
            TestCase(name: "complete", error: lack(of: result)),
        ]
        if result.isVerified {
            let violations = result.figures.verification.violations.map { "\($0.session): \($0.message)" }
            let findings = violations.isEmpty ? nil : violations.joined(separator: "\n")
            // Without a proof a measurement that failed decides nothing.
            cases.append(
                result.verdict == .invalid
                    ? TestCase(name: "verified", error: findings) : TestCase(name: "verified", failure: findings))
        }
        cases += result.thresholds.map { threshold in
            let seen = LoadText.value(of: threshold)
            // A measurement that failed decides nothing.
            guard validity.isValid else {
                let reason = "\(seen), in a run that is not valid"
                return threshold.holds == true
                    ? TestCase(name: threshold.threshold.text, skipped: reason)
                    : TestCase(name: threshold.threshold.text, error: reason)
            }
            guard let holds = threshold.holds else { return TestCase(name: threshold.threshold.text, error: seen) }
            return TestCase(name: threshold.threshold.text, failure: holds ? nil : seen)
        }
        return cases
    }

    /// Why the run is incomplete, where no threshold of its own says so.
    private static func lack(of result: LoadReport) -> String? {
        let isExplained = result.thresholds.contains(where: \.isOpen)
        return result.lack ?? (result.verdict == .incomplete && !isExplained ? result.sentence : nil)
    }

    private static func write(_ testCase: TestCase, _ suite: String, _ document: inout XMLDocument) {
        document.element("testcase", ["name": testCase.name, "classname": "load.\(suite)"]) { document in
            if let failure = testCase.failure {
                document.element("failure", ["message": failure]) { _ in }
            } else if let error = testCase.error {
                document.element("error", ["message": error]) { _ in }
            } else if let reason = testCase.skipped {
                document.element("skipped", ["message": reason]) { _ in }
            }
        }
    }
}
