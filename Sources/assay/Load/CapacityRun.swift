import Documents
import Evidence
import Load
import LoadResults
import Measurement
import Reports
import Timing

/// Finds the highest rate at which the implementation meets an objective, for one number of service providers after the
/// other, by runs that are each long enough for what they decide.
struct CapacityRun {
    let options: LoadCommand
    let profile: LoadProfile
    let specs: SpecFolder
    let console: Console
    let interrupt: Interrupt

    /// Shorter than that, what starts up is a good part of a run.
    private static let shortest = 5.0
    /// So long is at least a run that can decide the result, so that one stall of a second does not.
    private static let decisive = 15.0
    /// Nobody waits longer for one rate.
    private static let maxSeconds = 120.0
    /// In iterations a second.
    private static let start = 50.0

    func run() async throws(ToolError) -> ExitCode {
        try check()
        let folder = try ReportFolder(
            options.reportFolder, at: .now(), name: "capacity-\(profile.id)-\(options.subject.folderName)"
        ).path
        var report: CapacityReport?
        do throws(ToolError) {
            try await search(in: folder, &report)
        } catch {
            // What was found before the search failed is not lost.
            report?.wasStopped = true
            if let report { _ = try write(report, folder) }
            throw error
        }
        guard let report else { throw .impossible("the profile asks no number of service providers") }
        return try write(report, folder)
    }

    /// - Parameter report: what is known so far; nil before the first run.
    private func search(in folder: String, _ report: inout CapacityReport?) async throws(ToolError) {
        // Where the first nominations are not seen again, those of a rate that is missed anyhow need not be tried.
        var isTried = false
        for providers in profile.providers.counts {
            let objective = objective(at: providers)
            guard !objective.isEmpty else { continue }
            let lowest = Self.lowestRate(for: objective)
            var search = CapacitySearch(start: Self.start, lowest: lowest)
            var misses: [Double: LoadReport] = [:]
            var met: (rate: Double, underWay: Int)?
            var scale = CapacityReport.Scale(providers: providers)
            defer { report?.scales.append(scale) }
            // What too few values left open at a rate is decided by a longer run.
            var sufficient = 0.0
            while let rate = search.next {
                let name = "runs/\(providers)-\(scale.steps.count + 1)"
                let judged = try await step(
                    (rate, profile.seed &+ UInt64(scale.steps.count)), providers, objective,
                    atLeast: max(sufficient, search.isDecisive ? Self.decisive : Self.shortest),
                    atOnce: met.map { Self.maxUnderWay(at: rate, met: $0) }, folder + "/" + name, &isTried)
                if report == nil {
                    report = CapacityReport(
                        profile: .init(profile), header: judged.header, objective: asked.map(\.text))
                    report?.command = options.again(seed: profile.seed)
                }
                scale.steps.append(CapacityReport.Step(judged, rate: rate, folder: name))
                if !options.isQuiet, let last = scale.steps.last {
                    console.line(CapacityText.step(last, providers: providers))
                }
                if judged.verdict == .violated { report?.violated = name }
                if interrupt.hasCome { report?.wasStopped = true }
                guard report?.violated == nil, report?.wasStopped == false else { return }
                if judged.verdict == .passed {
                    scale.cost = judged.portCost
                    // One second in which the machine paused says nothing of the others.
                    let underWay = judged.figures.seconds.filter { $0.due > 0 }.map(\.underWay).sorted()
                    met = (rate, underWay.isEmpty ? 0 : underWay[underWay.count / 2])
                } else {
                    misses[rate] = judged
                }
                if judged.verdict == .incomplete { sufficient = try Self.sufficient(judged, providers) }
                search.record(Self.result(judged))
                if search.next != rate { sufficient = 0 }
            }
            scale.capacity = search.capacity
            scale.interval = search.interval
            let end = misses.filter { miss in scale.capacity.map { miss.key > $0 } ?? true }.min { $0.key < $1.key }
            if let end {
                scale.limit =
                    "at \(LoadText.significant(end.key))/s: \(end.value.verdict.rawValue): \(end.value.sentence)"
                scale.saturated = end.value.overload?.saturated
            }
            scale.limit = Self.limit(scale.limit, of: search, lowest: lowest)
            scale.isLowerBound = search.endedUnmeasured
        }
    }

    private func write(_ report: CapacityReport, _ folder: String) throws(ToolError) -> ExitCode {
        var files = Salvage()
        files.write(CapacityJSON.json(report).pretty, to: folder + "/capacity.json")
        files.write(report.page.bytes, to: folder + "/capacity.html")
        files.write(CapacityText(report).text, to: folder + "/capacity.txt")
        if options.printsJSON {
            console.line(CapacityJSON.json(report).text)
        } else {
            console.out(CapacityText(report, palette: Palette(isColored: console.usesColor)).text)
            console.line("report: \(folder)")
        }
        if let problem = files.problem() { throw problem }
        return report.exitCode
    }

    /// What a rate must meet: what was asked for, or what the profile asks of times.
    private var asked: [Threshold] {
        if !options.objectives.isEmpty { return options.objectives }
        let own = profile.thresholds.filter { $0.isOnTimes && $0.factor == nil }
        return own.isEmpty ? Self.usual : own
    }

    /// What of it is about so many service providers.
    private func objective(at providers: Int) -> [Threshold] {
        asked.filter { threshold in
            guard case .time(_, _, let count?) = threshold.quantity else { return true }
            return count == providers
        }
    }

    private func check() throws(ToolError) {
        if let relative = asked.first(where: { $0.factor != nil }) {
            throw .impossible(
                "the objective '\(relative)' is relative to another run, and '--slo' takes times and shares")
        }
        if profile.providers.counts.allSatisfy({ objective(at: $0).isEmpty }) {
            let words = asked.map { "'\($0.text)'" }.joined(separator: ", ")
            throw .impossible("the objective \(words) is about no number of service providers that the profile asks")
        }
    }

    /// How many seconds would decide what a run left open.
    ///
    /// - Throws: that no run would, because nothing that the profile does has such a duration.
    static func sufficient(_ report: LoadReport, _ providers: Int) throws(ToolError) -> Double {
        let open = report.thresholds.filter(\.isOpen)
        if let never = open.first(where: { $0.samples == 0 }) {
            guard report.measured.milliseconds / 1_000 >= 0.9 * maxSeconds else { return maxSeconds }
            throw .impossible(
                "the objective '\(never.threshold)' cannot be decided: no iteration of '\(report.profile.id)' at "
                    + "\(providers) service providers had such a duration in \(Int(maxSeconds)) s")
        }
        return min(maxSeconds, open.compactMap(\.sufficient).map { $0.milliseconds / 1_000 }.max() ?? 0)
    }

    private static let usual = [threshold("completion.p99 < 50ms")]
    /// Of every run: all merges right, and every iteration at its end.
    private static let always = [threshold("violations == 0"), threshold("errors <= 0%")]

    private static func threshold(_ text: String) -> Threshold {
        guard let threshold = try? Threshold(text) else { preconditionFailure("'\(text)' is no threshold") }
        return threshold
    }

    /// One run, with what load has nominated put to the test under gates.
    ///
    /// Each has a seed of its own: what is met again and again is not met because the same arrivals came again.
    private func step(
        _ run: (rate: Double, seed: UInt64), _ providers: Int, _ objective: [Threshold], atLeast seconds: Double,
        atOnce limit: Int?,
        _ folder: String, _ isTried: inout Bool
    ) async throws(ToolError) -> LoadReport {
        let rate = run.rate
        var profile = profile
        profile.seed = run.seed
        profile.providers.counts = [providers]
        profile.baseline = 0
        profile.warmUp = max(.seconds(1), min(profile.warmUp, .seconds(3)))
        // Each instance registers with every provider first. Were hundreds made at once, that would limit the rate found.
        profile.arrivals = profile.arrivals.at(rate: rate, risingFor: profile.warmUp)
        // And the last of them are made when the full rate has come.
        profile.warmUp = profile.warmUp * 2
        if let limit, limit < profile.limit { (profile.limit, profile.overLimit) = (limit, .queue) }
        profile.thresholds = objective + Self.always
        // Half as much again, because not every iteration has every phase.
        let length = (1.5 * Double(Self.needed(for: objective)) / rate).rounded(.up)
        profile.length = .time(.seconds(max(seconds, length)))
        var options = options
        options.isQuiet = true
        options.reportFolder = folder
        let session = LoadSession(
            options: options, profile: profile, specs: specs, console: console, interrupt: interrupt)
        var outcome = try await session.run()
        if let failure = outcome.failure { throw .broken(failure) }
        let unaccused = Self.unaccused(outcome.result)
        let verification = outcome.result.figures.verification
        if unaccused.verdict == .passed || verification.hasProof || verification.violationCount > 0 && !isTried {
            isTried = true
            // What was not put to the test is not known to be right; what is proven wrong is.
            if let problem = await outcome.repeatViolations(of: session), outcome.result.verdict != .violated {
                try outcome.write()
                throw problem
            }
        } else {
            outcome.result = unaccused
        }
        // The command of the search does not make this run again.
        outcome.origin = nil
        try outcome.write()
        return outcome.result
    }

    /// Below it, a run would take too long to have as many values as the objective needs.
    static func lowestRate(for objective: [Threshold]) -> Double {
        max(1, 1.5 * Double(needed(for: objective)) / maxSeconds)
    }

    /// How many iterations may be under way at once: four times as many as at the rate that was met.
    ///
    /// Those beyond wait, which counts. Without a limit, each would have an instance made, which registers with every
    /// provider: a pause of the machine would become seconds of registering.
    ///
    /// - Parameter met: a rate that was met, and how many were under way at once in most of its seconds.
    static func maxUnderWay(at rate: Double, met: (rate: Double, underWay: Int)) -> Int {
        max(32, Int((4 * Double(met.underWay) * rate / met.rate).rounded(.up)))
    }

    /// What ended a search, and why it went no lower where that is the reason that it has found nothing.
    static func limit(_ end: String, of search: CapacitySearch, lowest: Double) -> String {
        guard search.missedLowest, lowest > 1 else { return end }
        return (end.isEmpty ? "" : end + ". ") + "Lower rates were not tried: a run at one would take longer than "
            + "\(LoadText.significant(maxSeconds)) s to have as many values as its percentile needs."
    }

    /// How many iterations the percentiles of the objective need.
    private static func needed(for objective: [Threshold]) -> Int {
        objective.compactMap { threshold -> Int? in
            guard case .time(_, .percentile(let percentile), _) = threshold.quantity else { return nil }
            return Histogram.valuesNeeded(for: percentile)
        }.max() ?? 0
    }

    /// The same if nothing of what load has nominated were seen again.
    private static func unaccused(_ report: LoadReport) -> LoadReport {
        var report = report
        report.take(violations: [], suspicions: report.figures.verification.violations)
        return report
    }

    private static func result(_ report: LoadReport) -> CapacitySearch.Result {
        switch report.verdict {
        case .passed: .met
        case .invalid, .stopped, .incomplete: .unknown
        case .violated, .overloaded, .missed: .missed
        }
    }
}

extension Threshold: ArgumentValue {
    init(argument: String) throws(InvalidValue) {
        self = try reading { try Threshold(argument) }
    }
}
