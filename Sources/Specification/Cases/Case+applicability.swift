package import AccessEnablerAPI

extension Case {
    /// Why the case is out of the question on that platform in that release, over that protocol; nil where it is not.
    ///
    /// Beside what the contract says itself, the release must have every call that its steps make, and every callback
    /// that they await. The case must have been fitted to platform and release.
    package func inapplicability(
        on platform: Platform, _ version: SDKVersion, over wire: Wire = .sdk, of api: APITable
    ) -> String? {
        if !platforms.contains(platform) {
            let names = platforms.map(\.rawValue).sorted().joined(separator: ", ")
            return "the case is for \(names), the run is for \(platform.rawValue)"
        }
        if !versions.contains(version) {
            return "the case is for versions \(versions), the run is for \(version)"
        }
        if let missing = supposes.subtracting(wire.traits).min() {
            return "over \(wire.rawValue) \(missing.absence)"
        }
        let calls = calls.sorted().filter { !api.hasCall($0, on: platform, version) }
        let callbacks = awaitedCallbacks.sorted().filter { !api.hasCallback($0, on: platform, version) }
        let unknown = calls + callbacks
        guard !unknown.isEmpty else { return nil }
        let names = unknown.map(\.rawValue).joined(separator: ", ")
        return "version \(version) on \(platform.rawValue) has no \(names)"
    }

    /// The callbacks without which the steps cannot be done.
    private var awaitedCallbacks: Set<Selector> {
        Set(
            steps.compactMap { step in
                guard case .await(let pattern, _) = step.action, case .callback(let selector) = pattern.subject else {
                    return nil
                }
                return selector
            })
    }
}

extension APITable {
    /// Whether the documents give the version that call; calls of no document are left to the port.
    fileprivate func hasCall(_ selector: Selector, on platform: Platform, _ version: SDKVersion) -> Bool {
        operation(of: selector) == nil || call(selector, on: platform, version) != nil
    }

    fileprivate func hasCallback(_ selector: Selector, on platform: Platform, _ version: SDKVersion) -> Bool {
        guard let callback = callback(selector) else { return true }
        return callback.platforms.contains(platform) && callback.versions.contains(version)
    }
}
