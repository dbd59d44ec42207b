import AccessEnablerAPI
package import Evidence
package import Specification

extension Judge {
    /// What is known before anything is run: that a case does not apply, or cannot be tested with this port.
    ///
    /// nil for a case that is to be run.
    package func exclusion(of testCase: Case, header: RunHeader) -> Verdict? {
        let testCase = testCase.fitted(to: header.platform, header.version, over: header.wire)
        if let reason = testCase.inapplicability(
            on: header.platform, header.version, over: header.wire, of: api)
        {
            return excluded(testCase, .notApplicable, because: reason)
        }
        let calls = testCase.calls.subtracting(header.calls).sorted().map { "the call \($0)" }
        let features = testCase.requires.subtracting(header.features).sorted().map { "the feature \($0.rawValue)" }
        let missing = calls + features
        guard !missing.isEmpty else {
            return obstacle(to: testCase, header).map { excluded(testCase, .notTestable, because: $0) }
        }
        return excluded(
            testCase, .notTestable, because: "the adapter lacks \(missing.joined(separator: ", "))")
    }

    /// What service providers that are not simulated lack for the case.
    private func obstacle(to testCase: Case, _ header: RunHeader) -> String? {
        guard let site = header.site else { return RemoteRule(header)?.obstacle(to: testCase) }
        if case .lacks(let reason) = testCase.fit(to: site) { return reason }
        return nil
    }

    private func excluded(_ testCase: Case, _ outcome: Outcome, because reason: String) -> Verdict {
        var verdict = Verdict(of: testCase, outcome, [Finding(message: reason)])
        verdict.profiles = rules.weights.profiles(of: testCase)
        return verdict
    }
}
