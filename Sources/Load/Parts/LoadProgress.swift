package import Documents
package import LoadResults
import Measurement

/// How a load run goes on, as a line of JSON a second for a program that watches it
/// (Specs/schema/load-progress.schema.json): what has come since the line before.
package struct LoadProgress: Sendable {
    private var told = LoadFigures()

    package init() {}

    /// What has come since the last call.
    ///
    /// - Parameters:
    ///   - time: since the beginning of the run.
    ///   - sample: what the run takes from the machine; nil where nobody can say.
    package mutating func line(
        _ figures: LoadFigures, at time: Duration, underWay: Int, sample: ResourceSample?
    ) -> JSON {
        let (now, before) = (figures.seconds, told.seconds)
        // What the seconds add up to, the warm-up among them.
        func added(_ count: (LoadFigures.Second) -> Int) -> JSON {
            .count(now.reduce(0) { $0 + count($1) } - before.reduce(0) { $0 + count($1) })
        }
        let line: JSON = [
            "type": "second", "time": .time(time), "due": added(\.due), "begun": added(\.begun),
            "completed": added(\.completed), "failed": added(\.failed), "dropped": added(\.dropped),
            "violations": .count(figures.verification.violationCount - told.verification.violationCount),
            "underWay": .count(underWay),
            "phases": LoadPartRecord.phases(Self.difference(figures.phases, told.phases)),
            "scales": .array(
                figures.scales.sorted { $0.key < $1.key }.map { providers, scale in
                    [
                        "providers": .count(providers),
                        "phases": LoadPartRecord.phases(
                            Self.difference(scale.phases, told.scales[providers]?.phases ?? [:])),
                    ]
                }),
            "resources": sample.map(LoadPartRecord.resource) ?? .null,
        ]
        told = figures
        return line
    }

    private static func difference(
        _ phases: [Phase: Histogram], _ earlier: [Phase: Histogram]
    ) -> [Phase: Histogram] {
        phases.reduce(into: [:]) { $0[$1.key] = $1.value.subtracting(earlier[$1.key] ?? Histogram()) }
    }
}
