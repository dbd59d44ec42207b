import Measurement

extension LoadFigures {
    /// What only adds up, by the names that records have for it; a run of a pair has no record.
    package static let counts: [(name: String, path: any WritableKeyPath<LoadFigures, Int> & Sendable)] = [
        ("discarded", \.discarded), ("completed", \.completed), ("failed", \.failed), ("dropped", \.dropped),
        ("baselineIterations", \.baselineIterations), ("baselineFailed", \.baselineFailed),
        ("sessions", \.sessions), ("requests", \.requests), ("configurations", \.configurations),
    ]

    /// Adds what another machine has measured of the same run, without any loss.
    package mutating func add(_ other: LoadFigures) {
        Self.add(other.phases, to: &phases)
        for (providers, scale) in other.scales { scales[providers, default: Scale()].add(scale) }
        for (index, second) in other.seconds.enumerated() { self.second(index) { $0.add(second) } }
        blocks.add(other.blocks)
        iterations.merge(other.iterations) { $0 + $1 }
        errors.merge(other.errors) { $0.adding($1) }
        for (_, path) in Self.counts { self[keyPath: path] += other[keyPath: path] }
        verification.add(other.verification)
    }

    fileprivate static func add(_ others: [Phase: Histogram], to histograms: inout [Phase: Histogram]) {
        for (phase, histogram) in others { histograms[phase, default: Histogram()].add(histogram) }
    }
}

extension LoadFigures.Scale {
    fileprivate mutating func add(_ other: Self) {
        LoadFigures.add(other.phases, to: &phases)
        LoadFigures.add(other.baseline, to: &baseline)
        completed += other.completed
        failed += other.failed
        winners.add(other.winners)
        waterfalls.add(other.waterfalls)
    }
}

extension LoadFigures.Second {
    /// What only adds up, by the names that records have for it.
    package static let counts: [(name: String, path: any WritableKeyPath<LoadFigures.Second, Int> & Sendable)] = [
        ("due", \.due), ("begun", \.begun), ("completed", \.completed), ("failed", \.failed), ("dropped", \.dropped),
        ("baselineDue", \.baselineDue), ("baselineCompleted", \.baselineCompleted), ("violations", \.violations),
        ("underWay", \.underWay),
    ]

    fileprivate mutating func add(_ other: Self) {
        for (_, path) in Self.counts { self[keyPath: path] += other[keyPath: path] }
        errors.merge(other.errors) { $0 + $1 }
        startDelay = max(startDelay, other.startDelay)
        completion.add(other.completion)
        service.add(other.service)
    }
}

extension ErrorFigures {
    /// What said it first says it for both.
    fileprivate func adding(_ other: ErrorFigures) -> ErrorFigures {
        var sum = first <= other.first ? self : other
        sum.count = count + other.count
        sum.last = max(last, other.last)
        return sum
    }
}

extension VerificationFigures {
    fileprivate mutating func add(_ other: VerificationFigures) {
        iterations += other.iterations
        judged += other.judged
        for (name, property) in other.properties {
            note(name, instances: property.instances, conclusive: property.conclusive)
            properties[name, default: Property()].violated += property.violated
        }
        let all = (violations + other.violations).sorted { $0.time < $1.time }
        violations = []
        for violation in all { keep(violation) }
        suspicions = Array((suspicions + other.suspicions).sorted { $0.time < $1.time }.prefix(Self.kept))
        violationCount += other.violationCount
        races.count += other.races.count
        races.lost += other.races.lost
        races.areReported = races.areReported || other.races.areReported
    }
}
