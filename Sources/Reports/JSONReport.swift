internal import AccessEnablerAPI
package import Documents
internal import Evidence
internal import Timing

/// A run's report for programs; `Specs/schema/report.schema.json` describes it.
///
/// Everything but `figures` and `started` is the same for every reading of the same trace.
package enum JSONReport {
    package static let schema = "assay/report/4"

    package static func json(_ report: RunReport) -> JSON {
        let header = report.header
        let findings = report.verdicts.flatMap(\.findings)
        let (profiles, diagnosis) = (report.profiles, report.diagnosis)
        let deciding = ProfileReport.deciding(profiles)
        let cited = Set(findings.flatMap(\.statements)).union(report.verdicts.flatMap(\.statements)).sorted()
        var json: JSON = [
            "schema": .string(schema),
            "assay": .string(header.assayVersion),
            "port": ["name": .string(header.portName), "version": .string(header.portVersion)],
            "implementation": .string(header.implementation),
            "backend": .string(header.backend),
            "platform": .string(header.platform.rawValue),
            "api-version": .string(header.version.description),
            "seed": .string("\(header.seed)"),
            "features": .strings(header.features.map(\.rawValue).sorted()),
            "calls": .strings(header.calls.map(\.rawValue).sorted()),
            "started": .int(header.startedAt),
            "result": .string(deciding.word.lowercased()),
            "exit-code": .int(Int64(deciding.exitCode.rawValue)),
            "planned": .int(Int64(header.cases.count)),
            "profile": .string(report.choice.rawValue),
            "profiles": .array(profiles.map(profile)),
            "problems": .strings(report.problems.map(\.words)),
            "lacks": .strings(report.lacks),
            "causes": causes(diagnosis),
            "behaves-like": likenesses(diagnosis),
            "verdicts": .array(report.verdicts.map { verdict($0, in: report) }),
            "statements": .members(cited.compactMap { id in report.statements[id].map { (id, statement($0)) } }),
            "remarks": .strings(report.remarks),
            "readings": .array(
                report.readings.map { seen in
                    [
                        "ambiguity": .string(seen.ambiguity), "reading": .string(seen.reading),
                        "cases": .strings(seen.cases),
                    ]
                }),
            "faults": .array(
                report.environment.faults.map { ["of": .string($0.party.rawValue), "message": .string($0.message)] }),
            "adapter": adapter(report.environment),
            "figures": figures(report.figures, report.durations),
        ]
        if var object = json.object {
            object["repeated"] = report.repeated.map(counts)
            if header.wire != .sdk { object["wire"] = .string(header.wire.rawValue) }
            if !report.specs.isEmpty { object["specs"] = .string(report.specs) }
            json = .object(object)
        }
        return json.sortedByKey
    }

    /// - Parameter culprit: who was at fault, where that is known.
    static func word(for code: ExitCode, culprit: RunFault.Party? = nil) -> String {
        switch code {
        case .conformant: "conformant"
        case .failed: "not conformant"
        case .broken: "\(culprit?.rawValue ?? "adapter or machine") at fault"
        case .suite: "suite at fault"
        case .usage, .outdated: "no certificate"
        case .incomplete, .overloaded, .invalidMeasurement, .missedThreshold: "incomplete"
        }
    }

    /// What runs come to in one profile.
    static func profile(_ part: ProfileReport) -> JSON {
        [
            "profile": .string(part.profile.rawValue), "result": .string(part.word.lowercased()),
            "exit-code": .int(Int64(part.exitCode.rawValue)), "certificate": .string("\(part.word) \(part.sentence)"),
            "outcomes": counts(part.counts),
            "areas": .array(
                OutcomeCounts.byArea(part.verdicts).map { area, counts in
                    [
                        "area": .string(area), "outcomes": self.counts(counts),
                        "verdict": .string(counts.verdict.rawValue),
                    ]
                }),
        ]
    }

    private static func verdict(_ verdict: Verdict, in report: RunReport) -> JSON {
        var object: JSONObject = [
            "case": .string(verdict.caseID),
            "contract": .string(verdict.contractID),
            "title": .string(verdict.title),
            "area": .string(verdict.area),
            "outcome": .string(verdict.outcome.rawValue),
            "outcomes": .members(
                Profile.allCases.compactMap { profile in
                    verdict.seen(in: profile).map { (profile.rawValue, .string($0.outcome.rawValue)) }
                }),
            "statements": .strings(verdict.statements),
            "sessions": .strings(verdict.sessions.map(\.name)),
        ]
        if let reading = verdict.reading { object["reading"] = .string(reading) }
        object["tries"] = report.tries[verdict.caseID].map(counts)
        if let evidence = verdict.evidence { object["evidence"] = .string(evidence.rawValue) }
        if !verdict.findings.isEmpty {
            object["findings"] = .array(verdict.findings.map(finding))
            object["rerun"] = .string(report.command(for: verdict.caseID))
            if let bundle = report.bundles[verdict.caseID] { object["bundle"] = .string(bundle) }
        }
        return .object(object)
    }

    private static func finding(_ finding: Finding) -> JSON {
        var object: JSONObject = [
            "statements": .strings(finding.statements), "message": .string(finding.message),
            "expected": .string(finding.expected), "actual": .string(finding.seen),
            "observations": .array(finding.observations.map { .int(Int64($0)) }),
        ]
        if let check = finding.check { object["check"] = .string(check) }
        if let symptom = finding.symptom { object["symptom"] = self.symptom(symptom) }
        if let weight = finding.weight {
            object["profile"] = .string(weight.profile.rawValue)
            object["level"] = .string(weight.level.rawValue)
        }
        return .object(object)
    }

    /// Why runs failed, the cause that explains most first.
    static func causes(_ diagnosis: Diagnosis) -> JSON {
        .array(
            diagnosis.causes.map { cause in
                var object: JSONObject = [
                    "number": .int(Int64(cause.number)), "title": .string(cause.title),
                    "outcome": .string(cause.outcome.rawValue), "statements": .strings(cause.statements),
                    "cases": .strings(cause.cases),
                    "platforms": .strings(
                        Set(cause.members.map { diagnosis.reports[$0.run].header.platform.rawValue }).sorted()),
                    "expected": .string(cause.exemplar.shown.expected), "actual": .string(cause.exemplar.shown.seen),
                    "rerun": .string(diagnosis.command(for: cause)),
                ]
                object["where"] = cause.circumstance.map { .string($0) }
                if !cause.ways.isEmpty {
                    object["ways"] = .array(
                        cause.ways.map { way in
                            [
                                "title": .string(way.title), "outcome": .string(way.outcome.rawValue),
                                "statements": .strings(way.statements), "cases": .strings(way.cases),
                            ]
                        })
                }
                return .object(object)
            })
    }

    /// The known wrong ports that the port behaves like.
    static func likenesses(_ diagnosis: Diagnosis) -> JSON {
        .array(
            diagnosis.likenesses.map { likeness in
                [
                    "port": .string(likeness.id), "title": .string(likeness.title),
                    "fitting": .int(Int64(likeness.fitting)), "cases": .int(Int64(likeness.cases)),
                ]
            })
    }

    private static func symptom(_ symptom: Symptom) -> JSON {
        [
            "kind": .string(symptom.kind.rawValue), "subject": .string(symptom.subject),
            "after": .string(symptom.call),
            "differences": .array(
                symptom.differences.map { difference in
                    [
                        "path": .string(difference.path), "expected": .string(difference.expected),
                        "actual": .string(difference.actual),
                    ]
                }),
        ]
    }

    private static func adapter(_ environment: RunEnvironment) -> JSON {
        [
            "probes": .array(
                environment.trials.map { trial in
                    [
                        "probe": .string(trial.probe), "outcome": .string(trial.outcome.rawValue),
                        "detail": .string(trial.detail),
                    ]
                }),
            "noise-lines": .int(Int64(environment.noiseCount)),
            "noise": .strings(environment.noise),
        ]
    }

    private static func statement(_ statement: CitedStatement) -> JSON {
        ["level": .string(statement.level), "text": .string(statement.text), "places": .strings(statement.places)]
    }

    private static func figures(_ figures: RunFigures, _ durations: [String: Duration]) -> JSON {
        let seconds = figures.duration.milliseconds / 1_000
        var object: JSONObject = [
            "duration-ms": .double(figures.duration.milliseconds),
            "first-verdict-ms": figures.firstVerdict.map { .double($0.milliseconds) } ?? .null,
            "quiet-ms": .double(figures.quiet.milliseconds),
            "sessions": .int(Int64(figures.sessions)),
            "sessions-per-second": .double(seconds > 0 ? Double(figures.sessions) / seconds : 0),
            "calls": .int(Int64(figures.calls)),
            "callbacks": .int(Int64(figures.callbacks)),
            "requests": .int(Int64(figures.requests)),
        ]
        if !durations.isEmpty {
            object["cases-ms"] = .members(durations.map { ($0.key, .double($0.value.milliseconds)) })
        }
        return .object(object)
    }

    /// Every outcome, also those that did not come.
    package static func counts(_ counts: OutcomeCounts) -> JSON {
        .members(Outcome.allCases.map { ($0.rawValue, .int(Int64(counts[$0]))) })
    }
}
