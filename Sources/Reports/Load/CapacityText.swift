package import LoadResults
internal import Evidence
internal import Timing

/// What was found of an implementation's capacity, for terminals and files.
package struct CapacityText {
    private let report: CapacityReport
    private let palette: Palette

    package init(_ report: CapacityReport, palette: Palette = .plain) {
        self.report = report
        self.palette = palette
    }

    package var text: String { heading + table + notes }

    package static func step(_ step: CapacityReport.Step, providers: Int) -> String {
        let times = step.high.map { ", p99 \(LoadText.milliseconds($0))" } ?? ""
        return "\(Prose.count(providers, "provider")), \(LoadText.significant(step.rate))/s: "
            + "\(step.verdict.rawValue)\(times)"
    }

    private var heading: String {
        let header = report.header
        if let violated = report.violated {
            return "\n" + palette.colored("VIOLATED", as: .fail)
                + ": a run was not correct, so no rate counts; see \(violated)\n"
        }
        let word = report.wasStopped ? "STOPPED: what is known of the capacity" : "Capacity"
        return "\n"
            + Prose.wrapped(
                "\(word) of \(header.port) (\(header.implementation)): the highest rate of \(report.profile.id) with "
                    + "\(report.objective.joined(separator: ", "))", width: 79) + "\n"
    }

    private var table: String {
        var text = "\n" + line(["providers", "iterations/s", "between", "completion p99", "port CPU", "memory"])
        for scale in report.scales {
            let step = scale.steps.last { $0.rate == scale.capacity }
            text += line([
                "\(scale.providers)", Self.capacity(scale),
                scale.interval.map { "\(LoadText.significant($0.lowerBound)) – \(LoadText.significant($0.upperBound))" }
                    ?? "-",
                step?.high.map { LoadText.milliseconds($0) } ?? "-",
                scale.cost.map { "\(LoadText.significant($0.processorTime.milliseconds / 1_000)) s" } ?? "-",
                scale.cost.map { Quantity.bytes(Double($0.memory)) } ?? "-",
            ])
        }
        let hasCost = report.scales.contains { $0.cost != nil }
        return text + (hasCost ? "port CPU: processor seconds of the port's processes for a thousand iterations\n" : "")
    }

    static func capacity(_ scale: CapacityReport.Scale) -> String {
        guard let capacity = scale.capacity else {
            return scale.isLowerBound ? "not measured" : scale.limit.isEmpty ? "not known yet" : "none"
        }
        return (scale.isLowerBound ? ">= " : "") + LoadText.significant(capacity)
    }

    private func line(_ cells: [String]) -> String {
        zip(cells, [9, 14, 17, 16, 11, 10]).map { Prose.rightAligned($0, to: $1) }.joined() + "\n"
    }

    private var notes: String {
        report.scales.flatMap { scale in
            [scale.limit, Self.unsteadiness(scale)].filter { !$0.isEmpty }.map { note in
                Prose.wrapped("\(Prose.count(scale.providers, "provider")): \(note)", width: 79, indent: 2) + "\n"
            }
        }.joined()
    }

    /// That the machine became slower or faster during the search; empty where it did not.
    static func unsteadiness(_ scale: CapacityReport.Scale) -> String {
        guard scale.isOfAnUnsteadyMachine, let times = scale.processorTimes else { return "" }
        func seconds(_ time: Duration) -> String { LoadText.significant(time.milliseconds / 1_000) }
        return "the machine's speed changed: in the runs at \(capacity(scale))/s, a thousand iterations took "
            + "\(seconds(times.lowerBound)) to \(seconds(times.upperBound)) s of processor time of all processes. "
            + "Another search may find a rate that differs by about as much."
    }
}
