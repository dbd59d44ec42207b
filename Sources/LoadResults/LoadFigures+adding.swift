import Measurement

extension LoadFigures {
    /// Adds what another machine has measured of the same run, without any loss.
    package mutating func add(_ other: LoadFigures) {
        Self.add(other.phases, to: &phases)
        for (providers, scale) in other.scales { scales[providers, default: Scale()].add(scale) }
        for (index, second) in other.seconds.enumerated() { self.second(index) { $0.add(second) } }
        blocks.add(other.blocks)
        iterations.merge(other.iterations) { $0 + $1 }
        errors.merge(other.errors) { $0.adding($1) }
        discarded += other.discarded
        completed += other.completed
        failed += other.failed
        dropped += other.dropped
        baselineIterations += other.baselineIterations
        sessions += other.sessions
        requests += other.requests
        configurations += other.configurations
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
        winners.add(other.winners)
        waterfalls.add(other.waterfalls)
    }
}

extension LoadFigures.Second {
    fileprivate mutating func add(_ other: Self) {
        due += other.due
        begun += other.begun
        completed += other.completed
        failed += other.failed
        dropped += other.dropped
        violations += other.violations
        errors.merge(other.errors) { $0 + $1 }
        underWay += other.underWay
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
        violations = Array((violations + other.violations).sorted { $0.time < $1.time }.prefix(Self.kept))
        violationCount += other.violationCount
        clearRaces += other.clearRaces
        lostRaces += other.lostRaces
        isNominated = isNominated || other.isNominated
    }
}
