import Measurement
import Timing

/// What a run took of the machine in each of its seconds.
struct ResourceUse {
    /// One for each second from the beginning of the run; empty values where no sample lies beyond the second.
    let seconds: [LoadSecond.Resources]

    /// - Parameter samples: of one process, in the order of their times.
    init(_ samples: [ResourceSample], seconds count: Int) {
        var later = 0
        seconds = (0..<count).map { second in
            while later < samples.count, samples[later].time < .seconds(second + 1) { later += 1 }
            guard later > 0, later < samples.count else { return LoadSecond.Resources() }
            return Self.between(samples[later - 1], samples[later])
        }
    }

    /// What several machines took together; empty values for the seconds that not all of them tell of.
    init(sumOf parts: [[ResourceSample]], seconds count: Int) {
        let parts = parts.map { ResourceUse($0, seconds: count).seconds }
        seconds = (0..<count).map { second in
            let all = parts.map { $0[second] }
            func sum<Value: AdditiveArithmetic>(_ value: (LoadSecond.Resources) -> Value?) -> Value? {
                let values = all.compactMap(value)
                return values.isEmpty || values.count < all.count ? nil : values.reduce(.zero, +)
            }
            var use = LoadSecond.Resources()
            use.generatorCPU = sum(\.generatorCPU)
            use.backendCPU = sum(\.backendCPU)
            use.memory = sum(\.memory)
            use.descriptors = sum(\.descriptors)
            use.threads = sum(\.threads)
            return use
        }
    }

    private static func between(_ earlier: ResourceSample, _ later: ResourceSample) -> LoadSecond.Resources {
        var use = LoadSecond.Resources()
        let time = later.time - earlier.time
        guard time > .zero else { return use }
        use.generatorCPU = (later.generator.processorTime - earlier.generator.processorTime) / time
        if let before = earlier.backend, let after = later.backend {
            use.backendCPU = (after.processorTime - before.processorTime) / time
        }
        use.memory = later.generator.residentBytes
        use.descriptors = later.generator.descriptors
        use.threads = later.generator.threads
        return use
    }
}
