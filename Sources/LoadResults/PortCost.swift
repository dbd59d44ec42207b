import Measurement

/// What an implementation that runs in processes of its own took of the machine.
package struct PortCost: Sendable, Hashable {
    /// Of its processes together, for a thousand iterations.
    package var processorTime: Duration
    /// The most that its processes together had at any time, in bytes.
    package var memory: Int
    /// The iterations that it was measured over.
    package var iterations: Int
}

extension LoadReport {
    /// nil where the implementation has no process of its own, or nobody measured.
    ///
    /// The baseline is served by the generator, and the second implementation of a pair by its own processes, so their
    /// iterations do not count.
    package var portCost: PortCost? {
        let warmUp = figures.seconds.indices.prefix { Duration.seconds($0) < profile.warmUp }.count
        var (spent, ended, memory) = (0.0, 0, 0)
        for (index, use) in uses.enumerated() where index >= warmUp {
            guard let port = use.portCPU else { continue }
            spent += port
            ended += figures.seconds[index].completed
            memory = max(memory, use.portMemory ?? 0)
        }
        let own = figures.completed - figures.baselineIterations - iterationsOfOther
        let iterations = Double(ended) * Double(max(0, own)) / Double(max(1, figures.completed))
        guard iterations >= 1 else { return nil }
        return PortCost(
            processorTime: .nanoseconds(Int64(spent / iterations * 1e12)), memory: memory, iterations: Int(iterations))
    }

    /// How many fan-outs the second implementation of a pair has completed.
    private var iterationsOfOther: Int {
        figures.blocks.keys.filter { $0.side == .other && $0.phase == .service }
            .flatMap { figures.blocks.tallies(of: $0) }.reduce(0) { $0 + $1.count }
    }
}
