package import Evidence
package import LoadResults
package import Measurement
import ServiceProtocol
import Timing

extension LoadReport {
    /// Decides whether the figures can be believed, and whether the profile's thresholds hold.
    package init(
        profile: LoadProfile, header: RunHeader, figures: LoadFigures, resources: [ResourceSample],
        measured: Duration, wasStopped: Bool, isVerified: Bool, maxInstances: Int, machine: Machine,
        hiccups: Histogram = Histogram(), news: [String: Int] = [:], parts: [LoadPart] = [],
        missing: [MachineShare] = [], earlier: EarlierRun? = nil
    ) {
        self.init(profile: Profile(profile), header: header, figures: figures)
        self.resources = resources
        self.measured = measured
        self.wasStopped = wasStopped
        self.isVerified = isVerified
        self.maxInstances = maxInstances
        self.machine = machine
        self.hiccups = hiccups
        self.news = news
        self.parts = parts.map(Part.init)
        self.earlier = earlier
        self.missing = missing.map(\.description)
        let judge = ValidityJudge(
            figures: figures, profile: profile, resources: resources, machine: machine, news: news,
            header: header)
        overload = judge.overload
        let machines = parts.map { (name: $0.name, judge: ValidityJudge($0, profile)) }
        // Only the machines know who had no more to give; the others may have had room.
        for (name, judge) in machines.reversed() {
            guard let theirs = judge.overload else { continue }
            var whole = OverloadJudge.rates(figures, profile, signs: overload?.signs ?? theirs.signs)
            whole.saturated = theirs.saturated
            whole.evidence = "\(name): \(theirs.evidence)"
            overload = whole
        }
        validity = judge.validity(isOverloaded: overload != nil)
        for (name, judge) in machines { validity.add(judge, of: name) }
        decide(profile.thresholds)
    }
}

extension RunHeader {
    /// Whether the port was in the tool's own process.
    package var isInProcess: Bool { !["exec:", "listen:"].contains { implementation.hasPrefix($0) } }

    /// Whether all processes are known: not those of service providers elsewhere, and of an adapter that dials in.
    var knowsItsProcesses: Bool { backend == Self.embedded && !implementation.hasPrefix("listen:") }
}

extension LoadReport.Profile {
    package init(_ profile: LoadProfile) {
        self.init(id: profile.id, title: profile.title)
        file = profile.file
        seed = profile.seed
        warmUp = profile.warmUp
        providers = profile.providers.counts
        traffic = profile.traffic.map { .init(name: $0.name, weight: $0.weight) }
        arrivals = profile.arrivals.description
        demand = profile.demand
    }
}

extension LoadProfile {
    /// All that decides the load but its length and its seed, in words.
    fileprivate var demand: String {
        var words = ["\(arrivals)", "warm-up \(seconds(warmUp))"]
        words.append("providers " + providers.counts.map(String.init).joined(separator: " "))
        if let latency = providers.latency { words.append("latency \(latency)") }
        words += providers.latencies.sorted { $0.key < $1.key }.map { "latency \($1) of \($0)" }
        words += providers.faults.map { rule in
            "\(rule.fault) of \(rule.purpose.rawValue) at \(rule.provider ?? "any") \(rule.chance)"
        }
        words.append("\(mvpds.each) MVPDs, overlap \(mvpds.overlap)")
        words += traffic.map { one in
            "\(one.weight) x \(one.name), think \(seconds(one.think.lowest)) to \(seconds(one.think.highest)), "
                + "reuse \(one.reuse)"
        }
        words += ["baseline \(baseline)", "limit \(limit) \(overLimit.rawValue)"]
        return words.joined(separator: "; ")
    }

    private func seconds(_ time: Duration) -> String { "\(LoadText.significant(time.milliseconds / 1_000)) s" }
}

extension LoadReport.Part {
    fileprivate init(_ part: LoadPart) {
        self.init(share: part.origin.share.description, host: part.origin.host)
        completed = part.figures.completed
        violations = part.figures.verification.violationCount
        startDelay = part.figures.phases[.startDelay] ?? Histogram()
        late = part.origin.start.late
        clockOffset = part.origin.start.clockOffset
        clockUncertainty = part.origin.start.clockUncertainty
        wasStopped = part.wasStopped
        resources = part.resources
    }
}
