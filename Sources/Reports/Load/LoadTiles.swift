internal import Documents
internal import LoadResults
internal import Measurement

extension LoadReport {
    var tiles: HTML {
        DescriptionList(.tiles, iterations + times).html
    }

    private var iterations: [DescriptionList.Item] {
        let others = figures.baselineIterations > 0 ? " without the baseline" : ""
        let rate = measured > .zero ? "\(Quantity.number(self.rate)) a second\(others)" : ""
        // What was left in a queue at the end was dropped in no second.
        let isQueue = figures.dropped > 0 && figures.seconds.allSatisfy { $0.dropped == 0 }
        let dropped = isQueue ? "left in the queue" : "dropped"
        let violated = figures.verification.violationCount
        // The same as the threshold of that name, and as on the terminal.
        let contested = figures.verification.properties[VerificationFigures.merge]?.instances ?? 0
        return [
            .init("iterations completed", Quantity.count(figures.completed), note: rate),
            .init("failed", Quantity.count(figures.failed), isNone: figures.failed == 0),
            .init(dropped, Quantity.count(figures.dropped), isNone: figures.dropped == 0),
            .init("violations", Quantity.count(violated), isNone: violated == 0),
            .init(
                "conclusive", figures.verification.conclusiveShare.map { Quantity.share($0) } ?? "–",
                note: contested > 0 ? "of \(Quantity.count(contested)) contested MVPDs" : ""),
        ]
    }

    private var times: [DescriptionList.Item] {
        let response = figures.phases[.completion] ?? Histogram()
        // Two points are no evidence of a line, and an interval with zero in it none of a growth.
        let overhead = growth(of: .overhead).flatMap { fit in
            fit.beta.uncertainty.map { $0 < fit.beta.value.magnitude } == true ? fit : nil
        }
        let standing = standing == .measured ? "" : "\(standing.rawValue); "
        return [50.0, 99].map { level in
            let value = response.significantValue(at: level)
            return .init(
                "completion p\(Int(level))", value.map { Quantity.duration($0) } ?? "n/a",
                note: value == nil
                    ? "needs \(Quantity.count(Histogram.valuesNeeded(for: level))) iterations"
                    : "\(standing)service \(Quantity.duration(figures.phases[.service]?.value(at: level) ?? 0))",
                isNone: value == nil)
        }
            + (overhead.map { fit in
                [
                    .init(
                        "overhead per provider", "\(Quantity.duration(fit.beta.value))",
                        note: "± \(Quantity.duration(fit.beta.uncertainty ?? 0))")
                ]
            } ?? [])
    }
}
