package import Evidence
package import ServiceProtocol

/// Faults and latencies, arranged by session, provider and purpose.
extension Backend {
    /// Arranges a fault for the next `times` requests (nil: for all) or takes it back (nil).
    ///
    /// - Parameter provider: nil stands for every provider that has no arrangement of its own.
    /// - Parameter purpose: nil stands for every call of the services that has no arrangement of its own.
    /// - Parameter chance: the share of the requests that meet it, from 0 to 1.
    package func setFault(
        _ session: SessionID, provider: String?, purpose: Purpose?, fault: Fault?, times: Int? = nil,
        chance: Double = 1
    ) {
        setFault(session, provider: provider, purposes: [purpose], fault: fault, times: times, chance: chance)
    }

    /// The same for several purposes, whose requests count together.
    package func setFault(
        _ session: SessionID, provider: String?, purposes: [Purpose?], fault: Fault?, times: Int? = nil,
        chance: Double = 1
    ) {
        change(session) {
            $0.faults.set(fault, provider: provider, purposes: purposes, times: times, chance: chance)
        }
    }

    /// Arranges how long replies take, or takes it back (nil); without one they leave at once.
    package func setLatency(
        _ session: SessionID, provider: String?, purpose: Purpose?, _ latency: Latency?
    ) {
        change(session) { $0.latencies.set(latency, provider: provider, purposes: [purpose]) }
    }
}
