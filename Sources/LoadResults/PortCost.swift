import Timing

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
        var (spent, ended, memory) = (0.0, 0, 0)
        for (index, use) in usesAfterWarmUp {
            guard let port = use.portCPU else { continue }
            spent += port
            ended += figures.seconds[index].completed
            memory = max(memory, use.portMemory ?? 0)
        }
        let iterations = Double(ended) * Double(max(0, figures.ownCompleted)) / Double(max(1, figures.completed))
        guard iterations >= 1 else { return nil }
        return PortCost(
            processorTime: .nanoseconds(clamping: spent / iterations * 1e12), memory: memory,
            iterations: Int(iterations))
    }

    /// The processor time of the generator, the backend and the implementation together for a thousand iterations, those
    /// that failed included.
    ///
    /// For the same work it grows as the machine becomes slower. nil where nobody measured.
    package var workCost: Duration? {
        var (spent, ended) = (0.0, 0)
        for (index, use) in usesAfterWarmUp {
            guard let generator = use.generatorCPU else { continue }
            spent += generator + (use.backendCPU ?? 0) + (use.portCPU ?? 0)
            ended += figures.seconds[index].completed + figures.seconds[index].failed
        }
        return ended == 0 ? nil : .nanoseconds(clamping: spent / Double(ended) * 1e12)
    }

    private var usesAfterWarmUp: ArraySlice<(offset: Int, element: ResourceUse)> {
        Array(uses.enumerated()).dropFirst(warmUpSeconds)
    }
}
