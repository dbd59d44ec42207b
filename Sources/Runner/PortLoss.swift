package import Evidence

/// Cases that lost their port: which did, and what is said of them when they were run again alone.
package enum PortLoss {
    /// How the port was lost; nil where it was not.
    package static func reason(in observations: [Observation]) -> String? {
        var reason: String?
        for observation in observations {
            switch observation.event {
            case .portEnded(let end):
                reason = end
            case .stepFailed(_, let failure) where failure.kind == .portGone || failure.kind == .portSilent:
                reason = reason ?? failure.message
            default:
                break
            }
        }
        return reason
    }

    /// A loss that happened beside others and not alone, where nobody else lost the port in that way again.
    package static func finding(_ reason: String, repeated: Set<String>) -> Finding? {
        guard !repeated.contains(reason) else { return nil }
        var finding = Finding(
            message: "crash under concurrency: the port died while this case ran beside others, and did not when it "
                + "ran alone",
            seen: reason)
        finding.standing = .noticed
        return finding
    }
}
