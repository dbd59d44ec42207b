package import Evidence
package import LoadResults
package import Measurement

extension LoadReport {
    /// Decides whether the figures can be believed, and whether the profile's thresholds hold.
    package init(
        profile: LoadProfile, header: RunHeader, figures: LoadFigures, resources: [ResourceSample],
        measured: Duration, wasStopped: Bool, isVerified: Bool, mostInstances: Int, machine: Machine,
        hiccups: Histogram = Histogram(), news: [String: Int] = [:], parts: [LoadPart] = [],
        missing: [LoadShare] = []
    ) {
        self.init(profile: Profile(profile), header: header, figures: figures)
        self.resources = resources
        self.measured = measured
        self.wasStopped = wasStopped
        self.isVerified = isVerified
        self.mostInstances = mostInstances
        self.machine = machine
        self.hiccups = hiccups
        self.news = news
        self.parts = parts.map(Part.init)
        self.missing = missing.map(\.description)
        decide(profile.thresholds)
        validity =
            ValidityJudge(
                figures: figures, profile: profile, resources: resources, descriptorLimit: machine.descriptorLimit,
                processors: machine.processors, thresholds: thresholds, wasStopped: wasStopped, news: news
            ).validity
        for part in parts { validity.add(ValidityJudge(part, profile), of: part.name) }
        decide(profile.thresholds)
    }
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
    }
}

extension LoadReport.Part {
    fileprivate init(_ part: LoadPart) {
        self.init(share: part.share.description, host: part.host)
        completed = part.figures.completed
        violations = part.figures.verification.violationCount
        lag = part.figures.phases[.lag] ?? Histogram()
        late = part.start.late
        clockOffset = part.start.clockOffset
        clockUncertainty = part.start.clockUncertainty
        wasStopped = part.wasStopped
        resources = part.resources
    }
}
