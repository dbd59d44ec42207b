import Timing

/// What an implementation that runs in processes of its own took of the machine.
package struct PortCost: Sendable, Hashable {
    /// Of its processes together, for a thousand visits.
    package var processorTime: Duration
    /// The most that its processes together had at any time, in bytes.
    package var memory: Int
    /// The visits that it was measured over.
    package var visits: Int
}

extension LoadReport {
    /// nil where the implementation has no process of its own, or nobody measured.
    ///
    /// The baseline is served by the generator, so its visits do not count.
    package var portCost: PortCost? {
        let warmUp = figures.seconds.indices.prefix { Duration.seconds($0) < profile.warmUp }.count
        var (spent, ended, memory) = (0.0, 0, 0)
        for (index, use) in uses.enumerated() where index >= warmUp {
            guard let port = use.portCPU else { continue }
            spent += port
            ended += figures.seconds[index].completed
            memory = max(memory, use.portMemory ?? 0)
        }
        let all = figures.completed + figures.failed
        let own = all > 0 ? Double(all - figures.baselineVisits) / Double(all) : 0
        let visits = Double(ended) * own
        guard visits >= 1 else { return nil }
        return PortCost(
            processorTime: .nanoseconds(Int64(spent / visits * 1e12)), memory: memory, visits: Int(visits))
    }
}
