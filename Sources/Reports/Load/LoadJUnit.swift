package import LoadResults

/// A load run for CI servers: its validity, its verification and each threshold is a test case.
package enum LoadJUnit {
    package static func bytes(_ result: LoadReport, _ comparison: LoadComparison? = nil) -> [UInt8] {
        let suite = JUnit.Suite(
            name: result.profile.id, cases: cases(of: result) + (comparison.map { [notSlower($0, result)] } ?? []),
            time: result.measured)
        return JUnit(name: "assay load", suites: [suite]).bytes
    }

    /// - Parameter message: nil where nothing is wrong.
    private static func testCase(
        _ result: LoadReport, _ name: String, _ message: String?, as kind: JUnit.Kind = .error
    ) -> JUnit.Case {
        JUnit.Case(
            place: "load.\(result.profile.id)", name: name, kind: message == nil ? .passed : kind,
            message: message ?? "")
    }

    private static func cases(of result: LoadReport) -> [JUnit.Case] {
        let validity = result.validity
        var cases = [
            testCase(result, "valid", validity.isValid ? nil : validity.objections.joined(separator: "; ")),
            testCase(result, "kept up", validity.isValid ? result.overload?.sentence : nil, as: .failure),
            testCase(result, "complete", lack(of: result)),
        ]
        if result.isVerified {
            let violations = result.figures.verification.violations.map { "\($0.session): \($0.message)" }
            // Without a proof a measurement that failed decides nothing.
            cases.append(
                testCase(
                    result, "verified", violations.isEmpty ? nil : violations.joined(separator: "\n"),
                    as: result.verdict == .invalid ? .error : .failure))
        }
        return cases
            + result.thresholds.map { threshold in
                let (name, seen) = (threshold.threshold.text, LoadText.value(of: threshold))
                // A measurement that failed decides nothing.
                guard validity.isValid else {
                    let kind: JUnit.Kind = threshold.holds == true ? .skipped : .error
                    return testCase(result, name, "\(seen), in a run that is not valid", as: kind)
                }
                return testCase(
                    result, name, threshold.holds == true ? nil : seen, as: threshold.holds == nil ? .error : .failure)
            }
    }

    private static func notSlower(_ comparison: LoadComparison, _ result: LoadReport) -> JUnit.Case {
        let isOpen = comparison.verdict == .undecided
        return testCase(
            result, "not slower", isOpen || comparison.verdict == .slower ? comparison.sentence : nil,
            as: isOpen ? .error : .failure)
    }

    /// Why the run is incomplete, where no threshold of its own says so.
    private static func lack(of result: LoadReport) -> String? {
        let isExplained = result.thresholds.contains(where: \.isOpen)
        return result.lack ?? (result.verdict == .incomplete && !isExplained ? result.sentence : nil)
    }
}
