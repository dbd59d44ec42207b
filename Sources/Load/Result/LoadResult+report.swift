import Evidence
package import Measurement
import Timing

extension LoadResult {
    /// The run as the writers of reports take it.
    ///
    /// - Parameter command: the command that runs the same again.
    package func report(command: String) -> LoadReport {
        var report = LoadReport(result: reported, setting: setting(command))
        report.remarks = remarks
        report.validity = validityChecks
        report.thresholds = thresholds.map {
            .init(text: $0.threshold.text, measured: LoadText.value(of: $0), isMet: $0.holds)
        }
        report.visits = visits
        report.properties = figures.verification.properties.sorted { $0.key < $1.key }.map { name, property in
            PropertyTally(
                name: name, checked: property.instances, decided: property.decided, violated: property.violated)
        }
        report.violations = figures.verification.violations.map(Self.reported)
        report.suspicions = figures.verification.suspicions.map(Self.reported)
        if validity.isValid { addDurations(to: &report) }
        report.seconds = zip(figures.seconds.indices, uses).map(second)
        report.errors = figures.errors.sorted { $0.value.count > $1.value.count }.map { code, error in
            ErrorTally(
                code: code, count: error.count, first: error.first, last: error.last, sample: error.sample)
        }
        report.parts = parts.map { part in
            LoadReport.Part(
                share: part.share.description, host: part.host, completed: part.figures.completed,
                lag: part.figures.phases[.lag] ?? Histogram(), late: part.start.late,
                clockOffset: part.start.clockOffset, clockUncertainty: part.start.clockUncertainty,
                processors: part.processors, memory: part.resources.map(\.generator.residentBytes).max())
        }
        return report
    }

    private static func reported(_ violation: VisitViolation) -> Violation {
        Violation(
            session: violation.session, property: violation.caseID, message: violation.message,
            statements: violation.statements, expected: violation.expected, seen: violation.seen,
            offset: violation.time, bundle: violation.bundle ?? "", command: violation.command ?? "",
            replay: violation.replay ?? "")
    }

    private var reported: LoadReport.Result {
        switch verdict {
        case .violated: .violated
        case .invalid: .invalid
        case .missed: .missedThreshold
        case .passed: .passed
        case .stopped: .stopped
        case .incomplete: .incomplete
        }
    }

    private var remarks: [String] {
        missing.map { "part \($0) is missing" } + validity.remarks.map(\.text)
            + (wasStopped ? ["the run was stopped before its end"] : [])
            + (isVerified ? [] : ["nothing was verified"])
    }

    private func setting(_ command: String) -> LoadReport.Setting {
        var setting = LoadReport.Setting(
            profile: profile.id, title: profile.title, implementation: header.implementation,
            portName: header.portName, portVersion: header.portVersion, backend: backend,
            seed: profile.seed, assayVersion: header.assayVersion,
            startedAt: WallTime(milliseconds: header.startedAt), duration: measured + profile.warmUp,
            warmUp: profile.warmUp, arrivals: profile.arrivals.description,
            oracle: sawBackend
                ? "with what the service providers saw" : "from the client's side alone",
            command: command)
        setting.facts = [
            .init("processors", "\(machine.processors)"), .init("descriptor limit", "\(machine.descriptorLimit)"),
        ]
        return setting
    }

    private var validityChecks: [ValidityCheck] {
        let checks =
            validity.isValid
            ? [ValidityCheck(name: "generator", grade: .good, detail: "it was not the bottleneck")]
            : validity.objections.map { ValidityCheck(name: "generator", grade: .bad, detail: $0) }
        return checks
            + validity.remarks.map { ValidityCheck(name: $0.subject, grade: .doubtful, detail: $0.text) }
    }

    private var visits: LoadReport.Visits {
        var visits = LoadReport.Visits()
        let first = Int(profile.warmUp.milliseconds / 1_000)
        for second in figures.seconds.dropFirst(first) {
            visits.offered += second.due
            visits.started += second.begun
        }
        visits.completed = figures.completed
        visits.failed = figures.failed
        visits.dropped = figures.dropped
        visits.violated = figures.verification.violationCount
        visits.discarded = figures.discarded
        visits.requests = figures.requests
        return visits
    }

    // MARK: - Durations

    private func addDurations(to report: inout LoadReport) {
        func times(_ phase: Phase) -> Histogram { figures.phases[phase] ?? Histogram() }
        report.lag = times(.lag)
        report.hiccups = hiccups
        // The first of them is what the page is about.
        report.phases = [
            PhaseTimes(
                name: Phase.completion.rawValue, response: times(.completion), service: times(.service),
                limit: times(.limit), overhead: times(.overhead))
        ]
        for phase in [Phase.firstMerge, .dispatch] where times(phase).count > 0 {
            report.phases.append(PhaseTimes(name: phase.rawValue, service: times(phase)))
        }
        for phase in [Phase.authentication, .authorization, .mediaToken] where times(phase).count > 0 {
            report.phases.append(PhaseTimes(name: phase.rawValue, service: times(phase)))
        }
        report.scale = figures.scales.sorted { $0.key < $1.key }.map { step($0.key, $0.value) }
        guard let (_, largest) = figures.scales.max(by: { $0.key < $1.key }) else { return }
        report.winners = largest.winners
        let service = largest.phases[.service] ?? Histogram()
        report.samples = [
            sample("median", largest.waterfalls.nearest(to: .nanoseconds(service.value(at: 50)))),
            sample("p99", largest.waterfalls.nearest(to: .nanoseconds(service.value(at: 99)))),
            sample("worst", largest.waterfalls.slowest),
        ].compactMap(\.self)
    }

    private func step(_ providers: Int, _ scale: LoadFigures.Scale) -> ScaleStep {
        func times(_ phase: Phase) -> Histogram { scale.phases[phase] ?? Histogram() }
        var step = ScaleStep(providers: providers)
        step.firstMerge = times(.firstMerge)
        step.completion = times(.service)
        step.limit = times(.limit)
        step.overhead = times(.overhead)
        step.added = times(.added)
        step.floor = scale.floor[.service] ?? Histogram()
        step.floorAdded = scale.floor[.added] ?? Histogram()
        let (dispatch, limit) = (times(.dispatch).mean, times(.limit).mean)
        if step.overhead.count > 0, dispatch > 0 {
            step.parts = [
                .init(name: "until the last request", mean: dispatch),
                .init(name: "service providers", mean: max(0, limit - dispatch)),
                .init(name: "after the last byte", mean: step.overhead.mean),
            ]
        }
        return step
    }

    private func sample(_ name: String, _ waterfall: Waterfall?) -> FanOutSample? {
        guard let waterfall else { return nil }
        let lag = waterfall.lag
        return FanOutSample(
            name: name, session: waterfall.session, called: lag,
            firstMerge: waterfall.branches.compactMap(\.taken).min().map { lag + $0 },
            limit: lag + (waterfall.branches.map(\.left).max() ?? .zero), completed: lag + waterfall.completed,
            providers: waterfall.branches.map { branch in
                .init(
                    name: "sp\(branch.provider + 1)", requested: lag + branch.received,
                    firstByte: lag + branch.answered, lastByte: lag + branch.left,
                    merged: branch.taken.map { lag + $0 }, status: branch.status)
            })
    }

    // MARK: - Over time

    /// What was taken of the machine in each second; of all machines together where there are several.
    private var uses: [LoadSecond.Resources] {
        let count = figures.seconds.count
        return parts.isEmpty
            ? ResourceUse(resources, seconds: count).seconds
            : ResourceUse(sumOf: parts.map(\.resources), seconds: count).seconds
    }

    private func second(_ index: Int, _ use: LoadSecond.Resources) -> LoadSecond {
        let seen = figures.seconds[index]
        var second = LoadSecond()
        second.offered = seen.due
        second.started = seen.begun
        second.completed = seen.completed
        second.dropped = seen.dropped
        second.errors = seen.errors
        second.inFlight = seen.underWay
        if validity.isValid { second.response = seen.completion }
        second.isWarmUp = Duration.seconds(index) < profile.warmUp
        second.resources = use
        return second
    }
}
