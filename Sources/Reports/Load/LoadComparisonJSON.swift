package import Documents
internal import Evidence
package import LoadResults
internal import Measurement

/// A comparison of two load runs as JSON (Specs/schema/load-comparison.schema.json); durations are in nanoseconds.
package enum LoadComparisonJSON {
    package static let schema = "assay/load-comparison/4"

    package static func json(_ comparison: LoadComparison) -> JSON {
        [
            "schema": .string(schema), "verdict": .string(comparison.verdict.rawValue),
            "exitCode": .int(Int64(comparison.exitCode.rawValue)), "sentence": .string(comparison.sentence),
            "old": run(comparison.old), "new": run(comparison.new), "paired": .bool(comparison.isPaired),
            "machine": comparison.machine.map {
                ["change": .double($0.change), "deviation": .double($0.deviation)]
            } ?? .null,
            "rows": .array(comparison.rows.map { row($0, comparison) }),
        ]
    }

    private static func run(_ run: LoadComparison.Run) -> JSON {
        [
            "name": .string(run.name), "measured": .time(run.measured),
            "blocks": .count(run.blocks.blocks.count), "blockSeconds": .count(run.blocks.length),
            "objections": .strings(run.objections), "overloaded": .bool(run.isOverloaded),
            "inProcess": .bool(run.isInProcess), "runs": .count(run.runs),
            "otherProcessors": run.others.map { .double($0.busy) } ?? .null,
        ]
    }

    private static func row(_ row: LoadComparison.Row, _ comparison: LoadComparison) -> JSON {
        [
            "phase": .string(row.phase.rawValue), "providers": row.providers.map(JSON.count) ?? .null,
            "percentile": .double(row.percentile), "old": .double(row.old), "new": .double(row.new),
            "change": .double(row.change), "low": .double(row.interval.lowerBound),
            "high": .double(row.interval.upperBound), "probability": .double(row.probability),
            "adjusted": .double(row.adjusted), "mannWhitney": row.ranks.map { .double($0.probability) } ?? .null,
            "superiority": row.ranks.map { .double($0.superiority) } ?? .null,
            "detectable": .double(comparison.detectable(row)), "verdict": .string(row.verdict.rawValue),
            "counts": .bool(row.counts),
        ]
    }
}
