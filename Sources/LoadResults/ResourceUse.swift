/// What a run took of the machine in one of its seconds; nil for what nobody measured.
package struct ResourceUse: Sendable, Hashable {
    /// Processor seconds a second: 1 is one core.
    package var generatorCPU: Double?
    package var backendCPU: Double?
    /// Of the implementation's processes together; nil where it has none of its own.
    package var portCPU: Double?
    package var portMemory: Int?
    package var portProcesses = 0
    /// How much of the machine was busy, and how much of it was given to others, from 0 to 1.
    package var machine: Double?
    package var stolen: Double?
    package var runnable: Int?
    package var freeMemory: Int?
    /// The longest that a thread which only sleeps was kept waiting.
    package var stall: Duration?
    /// Resident memory of the generator's process, in bytes.
    package var memory: Int?
    package var descriptors: Int?
    package var threads: Int?

    package init() {}

    /// The processors that neither the run nor its implementation used.
    package func others(of processors: Int) -> Double? {
        guard let machine, let generatorCPU else { return nil }
        return machine * Double(processors) - generatorCPU - (backendCPU ?? 0) - (portCPU ?? 0)
    }

    private init(from earlier: ResourceSample, to later: ResourceSample) {
        let time = later.time - earlier.time
        guard time > .zero else { return }
        generatorCPU = (later.generator.processorTime - earlier.generator.processorTime) / time
        if let before = earlier.backend, let after = later.backend {
            backendCPU = (after.processorTime - before.processorTime) / time
        }
        if let before = earlier.port, let after = later.port {
            // A process that ended took its time with it.
            portCPU = max(0, (after.processorTime - before.processorTime) / time)
            portMemory = after.residentBytes
            portProcesses = later.portProcesses
        }
        machine = later.machine
        stolen = later.stolen
        runnable = later.runnable
        freeMemory = later.freeMemory
        stall = later.stall
        memory = later.generator.residentBytes
        descriptors = later.generator.descriptors
        threads = later.generator.threads
    }

    /// One for each second from the beginning of the run; empty values where no sample lies beyond the second.
    private static func uses(_ samples: [ResourceSample], seconds count: Int) -> [ResourceUse] {
        var later = 0
        return (0..<count).map { second in
            while later < samples.count, samples[later].time < .seconds(second + 1) { later += 1 }
            guard later > 0, later < samples.count else { return ResourceUse() }
            return ResourceUse(from: samples[later - 1], to: samples[later])
        }
    }

    /// What machines took together, second by second; empty values for the seconds that not all of them tell of.
    ///
    /// - Parameter machines: the samples of each, in the order of their times.
    package static func sums(of machines: [[ResourceSample]], seconds count: Int) -> [ResourceUse] {
        let machines = machines.map { uses($0, seconds: count) }
        return (0..<count).map { second in
            let all = machines.map { $0[second] }
            func sum<Value: AdditiveArithmetic>(_ value: (ResourceUse) -> Value?) -> Value? {
                let values = all.compactMap(value)
                return values.isEmpty || values.count < all.count ? nil : values.reduce(.zero, +)
            }
            var use = ResourceUse()
            use.generatorCPU = sum(\.generatorCPU)
            use.backendCPU = sum(\.backendCPU)
            use.portCPU = sum(\.portCPU)
            use.portMemory = sum(\.portMemory)
            use.portProcesses = all.reduce(0) { $0 + $1.portProcesses }
            use.runnable = sum(\.runnable)
            use.freeMemory = sum(\.freeMemory)
            use.machine = sum(\.machine).map { $0 / Double(all.count) }
            use.stolen = sum(\.stolen).map { $0 / Double(all.count) }
            use.stall = sum(\.stall).flatMap { _ in all.compactMap(\.stall).max() }
            use.memory = sum(\.memory)
            use.descriptors = sum(\.descriptors)
            use.threads = sum(\.threads)
            return use
        }
    }
}
