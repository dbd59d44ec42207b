import AccessEnablerAPI
package import Documents
import Evidence
import LoadResults
import Measurement

/// A load run, or a part of one, as JSON (Specs/schema/load-part.schema.json).
///
/// It holds counts, and histograms as the payload that HdrHistogram calls V2, so that nothing is lost when parts are
/// added up. Durations are in nanoseconds.
package enum LoadPartRecord {
    package static let schema = "assay/load-part/8"

    package static func json(_ part: LoadPart) -> JSON {
        [
            "schema": .string(schema),
            "part": .count(part.origin.share.index + 1), "of": .count(part.origin.share.count),
            "command": .strings(part.origin.command), "specs": .string(part.origin.specs),
            "host": .string(part.origin.host), "start": start(part.origin.start), "run": run(part),
            "figures": figures(part.figures),
            "resources": .array(part.resources.map(resource)),
            "hiccups": .string(part.hiccups.payload), "news": .counts(part.news),
        ]
    }

    private static func start(_ start: LoadPart.Start) -> JSON {
        [
            "asked": start.asked.map { .int($0) } ?? .null, "late": .time(start.late),
            "clockOffset": .time(start.clockOffset), "clockUncertainty": .time(start.clockUncertainty),
        ]
    }

    private static func run(_ part: LoadPart) -> JSON {
        let header = part.header
        var run: JSONObject = [
            "verdict": .string(part.verdict.rawValue), "objections": .strings(part.objections),
            "assay": .string(header.assayVersion), "port": .string(header.portName),
            "portVersion": .string(header.portVersion), "implementation": .string(header.implementation),
            "backend": .string(header.backend), "platform": .string(header.platform.rawValue),
            "version": .string(header.version.description), "seed": .int(Int64(bitPattern: header.seed)),
            "startedAt": .int(header.startedAt), "measured": .time(part.measured), "stopped": .bool(part.wasStopped),
            "verified": .bool(part.isVerified), "instances": .count(part.maxInstances),
            "processors": .count(part.machine.processors), "descriptorLimit": .count(part.machine.descriptorLimit),
            "refusedConnections": .count(part.machine.refusedConnections),
        ]
        run["wire"] = header.otherWire.map(JSON.string)
        run["demand"] = part.demand.map(JSON.string)
        return .object(run)
    }

    private static func figures(_ figures: LoadFigures) -> JSON {
        var json: JSONObject = [
            "phases": phases(figures.phases),
            "scales": .array(figures.scales.sorted { $0.key < $1.key }.map { scale($0.key, $0.value) }),
            "seconds": .array(figures.seconds.map(second)),
            "blocks": blocks(figures.blocks),
            "iterations": .counts(figures.iterations),
            "errors": figures.errorsJSON,
        ]
        for (name, path) in LoadFigures.counts { json[name] = .count(figures[keyPath: path]) }
        json["verification"] = verification(figures.verification)
        return .object(json)
    }

    static func phases(_ phases: [Phase: Histogram]) -> JSON {
        .members(
            Phase.allCases.compactMap { phase in
                phases[phase].flatMap { $0.isEmpty ? nil : (phase.rawValue, .string($0.payload)) }
            })
    }

    private static func scale(_ providers: Int, _ scale: LoadFigures.Scale) -> JSON {
        [
            "providers": .count(providers), "phases": phases(scale.phases), "baseline": phases(scale.baseline),
            "completed": .count(scale.completed), "failed": .count(scale.failed),
            "winners": [
                "providers": .strings(scale.winners.providers), "mvpds": .strings(scale.winners.mvpds),
                "cells": .array(
                    scale.winners.cells.map { row in
                        .array(row.map { .array([$0.candidate, $0.won, $0.due, $0.close].map(JSON.count)) })
                    }),
            ],
            "waterfalls": [
                "seen": .count(scale.waterfalls.seen), "kept": .array(scale.waterfalls.kept.map(waterfall)),
                "slowest": scale.waterfalls.slowest.map(waterfall) ?? .null,
            ],
        ]
    }

    private static func waterfall(_ waterfall: Waterfall) -> JSON { waterfall.json { .count($0.provider) } }

    private static func second(_ second: LoadFigures.Second) -> JSON {
        var json: JSONObject = [
            "errors": .counts(second.errors), "startDelay": .int(second.startDelay),
            "completion": .string(second.completion.payload), "service": .string(second.service.payload),
        ]
        for (name, path) in LoadFigures.Second.counts { json[name] = .count(second[keyPath: path]) }
        return .object(json)
    }

    /// Few values in many places: a payload for each would be several times as long.
    private static func blocks(_ blocks: TimeBlocks) -> JSON {
        let keys = blocks.keys.sorted {
            ($0.providers, $0.phase.rawValue, $0.side.rawValue) < ($1.providers, $1.phase.rawValue, $1.side.rawValue)
        }
        return [
            "length": .count(blocks.length), "count": .count(blocks.blocks.count),
            "of": .array(
                keys.map { key in
                    [
                        "providers": .count(key.providers), "phase": .string(key.phase.rawValue),
                        "side": .string(key.side.rawValue),
                        "blocks": .array(blocks.tallies(of: key).map { .array($0.numbers.map(JSON.count)) }),
                    ]
                }),
        ]
    }

    private static func verification(_ verification: VerificationFigures) -> JSON {
        var json: JSONObject = [
            "iterations": .count(verification.iterations), "judged": .count(verification.judged),
            "properties": .object(
                JSONObject(
                    verification.properties.sorted { $0.key < $1.key }.map { name, property in
                        .init(
                            key: name,
                            value: .array([property.instances, property.conclusive, property.violated].map(JSON.count)))
                    })),
            "violations": .array(verification.violations.map(violation)),
            "violationCount": .count(verification.violationCount), "clearRaces": .count(verification.races.count),
            "lostRaces": .count(verification.races.lost),
        ]
        if !verification.suspicions.isEmpty {
            json["suspicions"] = .array(verification.suspicions.map(violation))
        }
        return .object(json)
    }

    private static func violation(_ violation: IterationViolation) -> JSON {
        [
            "session": .string(violation.session), "case": .string(violation.caseID), "time": .time(violation.time),
            "statements": .strings(violation.statements), "message": .string(violation.message),
            "expected": .string(violation.expected), "actual": .string(violation.seen),
            "bundle": violation.bundle.map { .string($0) } ?? .null,
            "command": violation.command.map { .string($0) } ?? .null,
            "replay": violation.replay.map { .string($0) } ?? .null,
            "ground": .string(violation.ground.rawValue),
        ]
    }

    static func resource(_ sample: ResourceSample) -> JSON {
        [
            "time": .time(sample.time), "machine": .double(sample.machine), "stolen": .double(sample.stolen),
            "runnable": .count(sample.runnable), "freeMemory": sample.freeMemory.map(JSON.count) ?? .null,
            "stall": .time(sample.stall), "generator": sample.generator.json,
            "backend": sample.backend?.json ?? .null, "port": sample.port?.json ?? .null,
            "portProcesses": .count(sample.portProcesses),
        ]
    }
}
