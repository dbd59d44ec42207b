package import Documents
package import LoadResults
internal import Evidence

/// What was found of an implementation's capacity as JSON (Specs/schema/load-capacity.schema.json).
package enum CapacityJSON {
    package static let schema = "assay/load-capacity/3"

    package static func json(_ report: CapacityReport) -> JSON {
        [
            "schema": .string(schema), "profile": .string(report.profile.id),
            "port": .string(report.header.portName), "portVersion": .string(report.header.portVersion),
            "implementation": .string(report.header.implementation), "assay": .string(report.header.assayVersion),
            "startedAt": .int(report.header.startedAt), "command": .string(report.command),
            "objective": .strings(report.objective),
            "exitCode": .int(Int64(report.exitCode.rawValue)), "stopped": .bool(report.wasStopped),
            "violated": report.violated.map { .string($0) } ?? .null,
            "scales": .array(report.scales.map(scale)),
        ]
    }

    private static func scale(_ scale: CapacityReport.Scale) -> JSON {
        [
            "providers": .count(scale.providers), "capacity": scale.capacity.map { .double($0) } ?? .null,
            "low": scale.interval.map { .double($0.lowerBound) } ?? .null,
            "high": scale.interval.map { .double($0.upperBound) } ?? .null,
            "lowerBound": .bool(scale.isLowerBound), "limit": .string(scale.limit),
            "saturated": scale.saturated.map { .string($0.rawValue) } ?? .null,
            "cost": scale.cost.map(cost) ?? .null,
            "steps": .array(
                scale.steps.map { step in
                    [
                        "rate": .double(step.rate), "sustained": .double(step.sustained),
                        "verdict": .string(step.verdict.rawValue), "sentence": .string(step.sentence),
                        "iterations": .count(step.iterations), "p50": step.median.map { .int($0) } ?? .null,
                        "p99": step.high.map { .int($0) } ?? .null,
                        "processorTime": step.processorTime.map(JSON.time) ?? .null,
                        "folder": .string(step.folder),
                    ]
                }),
        ]
    }

    static func cost(_ cost: PortCost) -> JSON {
        [
            "processorTime": .time(cost.processorTime), "memory": .count(cost.memory),
            "iterations": .count(cost.iterations),
        ]
    }
}
