package import Documents
internal import Evidence

/// A comparison for programs; `Specs/schema/comparison.schema.json` describes it.
package enum ComparisonJSON {
    package static let schema = "assay/comparison/2"

    package static func json(_ comparison: RunComparison) -> JSON {
        let json: JSON = [
            "schema": .string(schema), "result": .string(comparison.word.lowercased()),
            "exit-code": .int(Int64(comparison.exitCode.rawValue)), "sentence": .string(comparison.sentence),
            "old": side(comparison.old), "new": side(comparison.new),
            "regressions": .int(Int64(comparison.regressions)),
            "changes": .array(comparison.changes.map(change)),
            "causes-come": .array(comparison.causesCome.map(cause)),
            "causes-gone": .array(comparison.causesGone.map(cause)),
            "readings": .array(
                comparison.readings.map { change in
                    [
                        "ambiguity": .string(change.ambiguity), "run": .string(change.leg), "old": .strings(change.old),
                        "new": .strings(change.new),
                    ]
                }),
            "capabilities-lost": .array(comparison.lost.map(capability)),
            "capabilities-come": .array(comparison.gained.map(capability)),
            "remarks": .strings(comparison.remarks),
        ]
        return json.sortedByKey
    }

    private static func side(_ report: SavedReport) -> JSON {
        let run = report.runs.first
        return [
            "file": .string(report.file), "complete": .bool(report.isComplete),
            "port": [
                "name": .string(run?.portName ?? ""), "version": .string(run?.portVersion ?? ""),
            ],
            "started": .int(run?.startedAt ?? 0), "specs": run?.specs.map { .string($0) } ?? .null,
            "runs": .strings(report.runs.map(\.title)),
        ]
    }

    private static func change(_ change: RunComparison.Change) -> JSON {
        var object: JSONObject = [
            "kind": .string(change.kind.rawValue), "case": .string(change.caseID),
            "contract": .string(change.contractID), "area": .string(change.area), "title": .string(change.title),
            "old": change.old.map { .string($0.rawValue) } ?? .null,
            "new": change.new.map { .string($0.rawValue) } ?? .null,
            "runs": .strings(change.legs), "message": .string(change.message), "allowed": .bool(change.isAllowed),
        ]
        if let rerun = change.rerun { object["rerun"] = .string(rerun) }
        return .object(object)
    }

    private static func cause(_ cause: RunComparison.CauseChange) -> JSON {
        [
            "title": .string(cause.title), "outcome": .string(cause.outcome.rawValue),
            "cases": .int(Int64(cause.cases)), "runs": .strings(cause.legs),
        ]
    }

    private static func capability(_ capability: RunComparison.Capability) -> JSON {
        ["name": .string(capability.name), "runs": .strings(capability.legs), "allowed": .bool(capability.isAllowed)]
    }
}
