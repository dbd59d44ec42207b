internal import AccessEnablerAPI
package import Documents
internal import Evidence
package import LoadResults
internal import Measurement

/// A load run as JSON (Specs/schema/load-report.schema.json); durations are in nanoseconds.
package enum LoadJSON {
    package static let schema = "assay/load-report/7"

    package static func report(_ result: LoadReport) -> JSON {
        let figures = result.figures
        return [
            "schema": .string(schema),
            "verdict": .string(result.verdict.rawValue),
            "exitCode": .int(Int64(result.exitCode.rawValue)),
            "sentence": .string(result.sentence), "standing": .string(result.standing.rawValue),
            "portCost": result.portCost.map(CapacityJSON.cost) ?? .null,
            "overload": result.overload.map(overload) ?? .null, "stall": result.stall.map(stall) ?? .null,
            "validity": [
                "valid": .bool(result.validity.isValid),
                "objections": .strings(result.validity.objections),
                "remarks": .strings(result.validity.remarks.map(\.text)),
            ],
            "profile": profile(result.profile),
            "run": run(result),
            "thresholds": .array(result.thresholds.map(threshold)),
            "totals": [
                "completed": .count(figures.completed), "failed": .count(figures.failed),
                "dropped": .count(figures.dropped),
                "baseline": .count(figures.baselineIterations), "sessions": .count(figures.sessions),
                "requests": .count(figures.requests), "configurations": .count(figures.configurations),
                "instances": .count(result.maxInstances),
            ],
            "iterations": .counts(figures.iterations),
            "errors": figures.errorsJSON,
            "phases": phases(figures.phases),
            "scales": .array(figures.scales.sorted { $0.key < $1.key }.map { scale($0.key, $0.value) }),
            "growth": .array(growth(result)),
            "seconds": .array(figures.seconds.enumerated().map { second($0.offset, $0.element) }),
            "verification": verification(figures.verification, result),
            "resources": .array(result.resources.map(resources)),
            "parts": .array(result.parts.map(part)),
            "missingParts": .strings(result.missing),
        ]
    }

    private static func overload(_ overload: Overload) -> JSON {
        [
            "offered": .double(overload.offered), "sustained": .double(overload.sustained),
            "saturated": .string(overload.saturated.rawValue), "evidence": .string(overload.evidence),
            "signs": .strings(overload.signs),
        ]
    }

    private static func stall(_ stall: Stall) -> JSON {
        [
            "first": .count(stall.seconds.lowerBound), "last": .count(stall.seconds.upperBound),
            "share": .double(stall.share), "worst": .int(stall.worst),
            "pause": stall.pause.map(JSON.time) ?? .null,
        ]
    }

    // MARK: - What was asked for

    private static func profile(_ profile: LoadReport.Profile) -> JSON {
        [
            "id": .string(profile.id), "title": .string(profile.title), "file": .string(profile.file),
            "seed": .int(Int64(bitPattern: profile.seed)), "warmUp": .time(profile.warmUp),
            "arrivals": .string(profile.arrivals), "providers": .array(profile.providers.map(JSON.count)),
            "traffic": .array(
                profile.traffic.map { ["name": .string($0.name), "weight": .double($0.weight)] }),
        ]
    }

    private static func part(_ part: LoadReport.Part) -> JSON {
        [
            "part": .string(part.share), "host": .string(part.host),
            "completed": .count(part.completed), "violations": .count(part.violations),
            "late": .time(part.late), "clockOffset": .time(part.clockOffset),
            "clockUncertainty": .time(part.clockUncertainty), "stopped": .bool(part.wasStopped),
        ]
    }

    private static func run(_ result: LoadReport) -> JSON {
        let header = result.header
        var run: JSONObject = [
            "assay": .string(header.assayVersion), "port": .string(header.portName),
            "portVersion": .string(header.portVersion), "implementation": .string(header.implementation),
            "backend": .string(header.backend), "platform": .string(header.platform.rawValue),
            "version": .string(header.version.description), "startedAt": .int(header.startedAt),
            "measured": .time(result.measured), "stopped": .bool(result.wasStopped),
            "processors": .count(result.machine.processors), "descriptorLimit": .count(result.machine.descriptorLimit),
        ]
        run["wire"] = header.otherWire.map(JSON.string)
        return .object(run)
    }

    private static func threshold(_ result: ThresholdOutcome) -> JSON {
        [
            "text": .string(result.threshold.text), "holds": result.holds.map { .bool($0) } ?? .null,
            "value": result.value.flatMap { $0.isFinite ? .double($0) : nil } ?? .null,
            "said": .string(LoadText.value(of: result)), "samples": .count(result.samples),
            "needed": .count(result.needed), "sufficient": result.sufficient.map(JSON.time) ?? .null,
        ]
    }

    // MARK: - Durations

    /// The percentiles of a curve that is drawn over 1/(1-p).
    private static let curve: [Double] = [
        0, 10, 20, 30, 40, 50, 55, 60, 65, 70, 75, 77.5, 80, 82.5, 85, 87.5, 90, 91.25, 92.5, 93.75, 95, 96.25, 97.5,
        98, 98.5, 99, 99.25, 99.5, 99.75, 99.9, 99.95, 99.99, 100,
    ]

    private static func phases(_ phases: [Phase: Histogram]) -> JSON {
        .members(Phase.allCases.compactMap { phase in phases[phase].map { (phase.rawValue, histogram($0)) } })
    }

    static func histogram(_ histogram: Histogram) -> JSON {
        let meant = curve.filter { $0 <= 50 || $0 == 100 || histogram.significantValue(at: $0) != nil }
        return [
            "count": .count(histogram.count), "min": .int(histogram.min), "max": .int(histogram.max),
            "mean": .double(histogram.mean.rounded()), "deviation": .double(histogram.standardDeviation.rounded()),
            "percentiles": .array(meant.map { .array([.double($0), .int(histogram.value(at: $0))]) }),
        ]
    }

    private static func scale(_ providers: Int, _ scale: LoadFigures.Scale) -> JSON {
        var pictures: JSONObject = [:]
        if let times = scale.phases[.completion] {
            pictures["median"] = scale.waterfalls.nearest(to: .nanoseconds(times.value(at: 50))).map(waterfall)
            pictures["p99"] = scale.waterfalls.nearest(to: .nanoseconds(times.value(at: 99))).map(waterfall)
            pictures["worst"] = scale.waterfalls.slowest.map(waterfall)
        }
        return [
            "providers": .count(providers), "phases": phases(scale.phases), "baseline": phases(scale.baseline),
            "winners": winners(scale.winners), "waterfalls": .object(pictures),
        ]
    }

    private static func winners(_ winners: WinnersMatrix) -> JSON {
        [
            "providers": .strings(winners.providers), "mvpds": .strings(winners.mvpds),
            "cells": .array(
                winners.cells.map { row in
                    .array(
                        row.map { cell in
                            [
                                "candidate": .count(cell.candidate), "won": .count(cell.won), "due": .count(cell.due),
                                "close": .count(cell.close),
                            ]
                        })
                }),
        ]
    }

    private static func waterfall(_ waterfall: Waterfall) -> JSON { waterfall.json { .string($0.name) } }

    private static func second(_ index: Int, _ second: LoadFigures.Second) -> JSON {
        [
            "second": .count(index), "due": .count(second.due), "begun": .count(second.begun),
            "completed": .count(second.completed), "failed": .count(second.failed), "dropped": .count(second.dropped),
            "violations": .count(second.violations), "underWay": .count(second.underWay),
            "startDelay": .int(second.startDelay),
            "completion": histogram(second.completion), "service": histogram(second.service),
        ]
    }

    /// The lines through the medians of what is added to what the service providers take, and of the same of the
    /// baseline.
    private static func growth(_ result: LoadReport) -> [JSON] {
        [(Phase.overhead, false), (.addedLatency, false), (.overhead, true), (.addedLatency, true)].compactMap {
            phase, isBaseline in
            result.growth(of: phase, isBaseline: isBaseline).map { fit in
                [
                    "phase": .string(phase.rawValue), "of": isBaseline ? "baseline" : "implementation",
                    "percentile": 50,
                    "alpha": estimate(fit.alpha), "beta": estimate(fit.beta),
                    "determination": .double(fit.determination), "points": .count(fit.points),
                ]
            }
        }
    }

    private static func estimate(_ estimate: Fit.Estimate) -> JSON {
        ["value": .double(estimate.value), "uncertainty": estimate.uncertainty.map { .double($0) } ?? .null]
    }

    // MARK: - Verification and resources

    private static func verification(_ verification: VerificationFigures, _ result: LoadReport) -> JSON {
        [
            "verified": .bool(result.isVerified), "sawBackend": .bool(result.sawBackend),
            "iterations": .count(verification.iterations), "judged": .count(verification.judged),
            "violations": .count(verification.violationCount),
            "properties": .array(
                verification.properties.sorted { $0.key < $1.key }.map { name, property in
                    [
                        "name": .string(name), "instances": .count(property.instances),
                        "conclusive": .count(property.conclusive), "violated": .count(property.violated),
                    ]
                }),
            "findings": .array(verification.violations.map(finding)),
            "suspicions": .array(verification.suspicions.map(finding)),
        ]
    }

    private static func finding(_ violation: IterationViolation) -> JSON {
        [
            "session": .string(violation.session), "case": .string(violation.caseID),
            "at": .time(violation.time), "statements": .strings(violation.statements),
            "message": .string(violation.message), "expected": .string(violation.expected),
            "actual": .string(violation.seen), "bundle": violation.bundle.map { .string($0) } ?? .null,
            "replay": violation.replay.map { .string($0) } ?? .null,
            "command": violation.command.map { .string($0) } ?? .null,
        ]
    }

    private static func resources(_ sample: ResourceSample) -> JSON {
        [
            "at": .time(sample.time), "machine": .double(sample.machine), "stolen": .double(sample.stolen),
            "runnable": .count(sample.runnable), "freeMemory": sample.freeMemory.map(JSON.count) ?? .null,
            "stall": .time(sample.stall), "generator": sample.generator.json,
            "backend": sample.backend?.json ?? .null, "port": sample.port?.json ?? .null,
        ]
    }
}
