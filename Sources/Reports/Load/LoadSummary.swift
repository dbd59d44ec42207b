package import Evidence
package import LoadResults
internal import Measurement
internal import Timing

/// A load run in a screen of text: the verdict and what it rests on, durations, growth.
package struct LoadSummary {
    private let result: LoadReport
    private let palette: Palette

    package init(_ result: LoadReport, palette: Palette) {
        self.result = result
        self.palette = palette
    }

    package static func plain(_ result: LoadReport) -> String { LoadSummary(result, palette: .plain).whole }

    /// What is about to happen.
    package static func title(_ profile: LoadReport.Profile, _ header: RunHeader, backend: String) -> String {
        [
            "\(profile.id): \(profile.title)",
            "\(header.port) (\(header.implementation))\(header.overWire), backend \(backend), seed \(profile.seed)",
        ].map { Prose.wrapped($0, width: 79, indent: 2) + "\n" }.joined()
    }

    /// For whoever was not told what was about to happen.
    package var whole: String {
        verdict + "\n" + Self.title(result.profile, result.header, backend: result.backend) + details
    }

    package var text: String { verdict + details }

    private var details: String {
        // Each begins with an empty line, unless there is nothing of it.
        [durations, growth, thresholds, verification, violations, suspicions].joined()
    }

    // MARK: - Durations

    private var durations: String {
        let phases = Phase.allCases.filter { (result.figures.phases[$0]?.count ?? 0) > 0 }
        guard !phases.isEmpty else { return "" }
        let standing = result.standing == .measured ? "" : "\nthe durations are \(result.standing.rawValue)\n"
        var text = standing + "\n" + row("milliseconds", ["p50", "p90", "p99", "p99.9", "max", "count"])
        for phase in phases {
            guard let histogram = result.figures.phases[phase] else { continue }
            let percentiles = [90, 99, 99.9].map { histogram.significantValue(at: $0).map(number) ?? "-" }
            let median = number(histogram.value(at: 50))
            text += row(phase.rawValue, [median] + percentiles + [number(histogram.max), "\(histogram.count)"])
        }
        return text
    }

    private func number(_ nanoseconds: Int64) -> String { LoadText.significant(Double(nanoseconds) / 1e6) }

    private func row(_ name: String, _ cells: [String]) -> String {
        Prose.padded(name, to: 16) + cells.map { Prose.rightAligned($0, to: 10) }.joined() + "\n"
    }

    // MARK: - Growth

    private var growth: String {
        guard result.figures.scales.count > 1 else { return "" }
        var text =
            "\n"
            + scaleRow(
                "providers", ["service", "critical path", "overhead", "added latency", "baseline", "iterations"])
        for (providers, scale) in result.figures.scales.sorted(by: { $0.key < $1.key }) {
            func median(_ histogram: Histogram?) -> String { histogram.map { number($0.value(at: 50)) } ?? "-" }
            text += scaleRow(
                "\(providers)",
                [
                    median(scale.phases[.service]), median(scale.phases[.criticalPath]),
                    median(scale.phases[.overhead]),
                    median(scale.phases[.addedLatency]), median(scale.baseline[.addedLatency]),
                    "\(scale.phases[.completion]?.count ?? 0)",
                ])
        }
        text += "medians; baseline: a fan-out without an implementation\n"
        let lines = [
            ("overhead", result.growth(of: .overhead)), ("added latency", result.growth(of: .addedLatency)),
            ("baseline", result.growth(of: .addedLatency, isBaseline: true)),
        ].compactMap { name, fit -> String? in
            // Two points are no evidence of a line.
            guard let fit, fit.points > 2 else { return nil }
            return Prose.padded(name, to: 16) + "\(words(fit.alpha)) ms + \(words(fit.beta)) ms for each provider\n"
        }
        return lines.isEmpty ? text : text + "\n" + lines.joined()
    }

    private func scaleRow(_ providers: String, _ cells: [String]) -> String {
        Prose.padded(providers, to: 9)
            + zip(cells, [9, 14, 10, 15, 10, 12]).map { Prose.rightAligned($0, to: $1) }.joined() + "\n"
    }

    private func words(_ estimate: Fit.Estimate) -> String {
        let value = LoadText.significant(estimate.value / 1e6)
        return estimate.uncertainty.map { "(\(value) ± \(LoadText.significant($0 / 1e6)))" } ?? value
    }

    // MARK: - Conclusions

    private var thresholds: String {
        guard !result.thresholds.isEmpty else { return "" }
        var text = "\n"
        for threshold in result.thresholds {
            let word: String
            switch threshold.holds {
            case true?: word = palette.colored("holds ", as: .pass)
            case false?: word = palette.colored("MISSED", as: .fail)
            case nil: word = "?     "
            }
            text +=
                word
                + palette.indented("\(threshold.threshold.text) (\(LoadText.value(of: threshold)))", by: 8).dropFirst(6)
                + "\n"
        }
        return text
    }

    private var verification: String {
        let verification = result.figures.verification
        guard result.isVerified else { return "\nnothing was verified\n" }
        var text = "\(verification.iterations) iterations verified"
        if let share = verification.conclusiveShare, let property = verification.properties["fastest responder"] {
            text +=
                "; the evidence is conclusive for \(LoadText.percent(share)) of "
                + "\(property.instances) contested MVPDs"
        }
        text = "\n" + Prose.wrapped(text, width: 79, indent: 0) + "\n"
        if !result.sawBackend {
            text += "only the port's side was verified: the requests to the providers are not known\n"
        }
        return text
    }

    private var violations: String {
        let verification = result.figures.verification
        guard verification.violationCount > 0 else { return "" }
        return list(
            verification.violations, count: verification.violationCount, as: palette.colored("VIOLATION", as: .fail))
    }

    /// What fails nobody, because no run under gates has shown it again.
    private var suspicions: String {
        let suspicions = result.figures.verification.suspicions
        return list(suspicions, count: suspicions.count, as: palette.colored("SUSPICION", as: .inconclusive))
    }

    private func list(_ violations: [IterationViolation], count: Int, as word: String) -> String {
        var text = ""
        let told = violations.kinds.prefix(5)
        for violation in told.map(\.first) {
            text += "\n" + word + "  \(violation.caseID), session \(violation.session)\n"
            text += "  \(violation.statements.joined(separator: ", "))\n"
            text += "  " + Prose.wrapped(violation.message, width: 78, indent: 2) + "\n"
            if let replay = violation.replay { text += "  \(replay)\n" }
            if let command = violation.command { text += "  Rerun: \(command)\n" }
            if let bundle = violation.bundle { text += "  kept in \(bundle)\n" }
        }
        let rest = count - told.count
        if rest > 0 { text += "\nand \(rest) more\n" }
        return text
    }

    package var conclusion: String {
        let word = result.verdict.rawValue
        let line = Prose.wrapped("\(word): \(result.sentence)", width: 79, indent: 2)
        return palette.colored(word, as: result.verdict.outcome) + line.dropFirst(word.count) + "\n"
    }

    private var verdict: String {
        let figures = result.figures
        var text = conclusion
        let stall = result.stall.map { [$0.words] } ?? []
        let reasons = result.verdict == .invalid ? [] : result.validity.objections
        for sentence in reasons + (result.overload?.signs ?? []) + result.validity.remarks.map(\.text) + stall {
            text += "  " + Prose.wrapped(sentence, width: 79, indent: 2) + "\n"
        }
        if result.wasStopped { text += "  stopped before its end\n" }
        for (code, error) in result.errors.prefix(5) {
            text += "  " + Prose.wrapped("\(error.count) times \(code): \(error.sample)", width: 79, indent: 2) + "\n"
        }
        let totals =
            "\(LoadText.significant(result.measured.milliseconds / 1_000)) s, \(figures.completed) iterations "
            + "completed, \(figures.failed) failed, \(figures.baselineIterations) baseline iterations, "
            + "\(LoadText.significant(result.rate))/s without these, \(figures.sessions) sessions, "
            + "\(figures.requests) requests"
        if let cost = result.portCost {
            let words =
                "the port's processes took \(LoadText.significant(cost.processorTime.milliseconds / 1_000)) s of a "
                + "processor for a thousand iterations, and had \(Quantity.bytes(Double(cost.memory))) at most"
            text += "  " + Prose.wrapped(words, width: 79, indent: 2) + "\n"
        }
        return text + Prose.wrapped(totals, width: 79, indent: 0) + "\n"
    }
}
