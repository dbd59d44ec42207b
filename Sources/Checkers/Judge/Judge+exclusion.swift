import AccessEnablerAPI
package import Evidence
package import Specification

extension Judge {
    /// What is known before anything is run: that a case does not apply, or cannot be tested with this port.
    ///
    /// nil for a case that is to be run.
    package func exclusion(of testCase: Case, header: RunHeader) -> Verdict? {
        let testCase = testCase.fitted(to: header.platform, header.version)
        if let reason = inapplicability(of: testCase, header) {
            return Verdict(of: testCase, .notApplicable, [Finding(message: reason)])
        }
        let calls = testCase.calls.subtracting(header.calls).sorted().map { "the call \($0)" }
        let features = testCase.requires.subtracting(header.features).sorted().map { "the feature \($0.rawValue)" }
        let missing = calls + features
        guard !missing.isEmpty else {
            return RemoteRule(header)?.obstacle(to: testCase).map { reason in
                Verdict(of: testCase, .notTestable, [Finding(message: reason)])
            }
        }
        return Verdict(
            of: testCase, .notTestable, [Finding(message: "the adapter lacks \(missing.joined(separator: ", "))")])
    }

    private func inapplicability(of testCase: Case, _ header: RunHeader) -> String? {
        if !testCase.platforms.contains(header.platform) {
            let platforms = testCase.platforms.map(\.rawValue).sorted().joined(separator: ", ")
            return "the case is for \(platforms), the run is for \(header.platform.rawValue)"
        }
        if !testCase.versions.contains(header.version) {
            return "the case is for versions \(testCase.versions), the run is for \(header.version)"
        }
        let calls = testCase.calls.sorted().filter { !hasCall($0, header) }
        let callbacks = testCase.awaitedCallbacks.sorted().filter { !hasCallback($0, header) }
        let unknown = calls + callbacks
        guard !unknown.isEmpty else { return nil }
        let names = unknown.map(\.rawValue).joined(separator: ", ")
        return "version \(header.version) on \(header.platform.rawValue) has no \(names)"
    }

    /// Whether the documents give the version that call; calls of no document are left to the port.
    private func hasCall(_ selector: Selector, _ header: RunHeader) -> Bool {
        api.operation(of: selector) == nil || api.call(selector, on: header.platform, header.version) != nil
    }

    private func hasCallback(_ selector: Selector, _ header: RunHeader) -> Bool {
        guard let callback = api.callback(selector) else { return true }
        return callback.platforms.contains(header.platform) && callback.versions.contains(header.version)
    }
}

extension Case {
    /// The callbacks without which the steps cannot be done.
    fileprivate var awaitedCallbacks: Set<Selector> {
        Set(
            steps.compactMap { step in
                guard case .await(let pattern, _) = step.action, case .callback(let selector) = pattern.subject else {
                    return nil
                }
                return selector
            })
    }
}
