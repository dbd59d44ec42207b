import AccessEnablerAPI
package import Evidence
import ServiceProtocol
package import Specification

struct VerdictBuilder {
    private let trace: CaseTrace
    var judgement = Judgement()
    /// That the port crashed or stopped answering.
    var crash: Finding?
    /// An outcome that stands unless something was violated.
    var outcome: Outcome?
    private var reading: String?

    init(_ trace: CaseTrace) {
        self.trace = trace
    }

    var verdict: Verdict {
        var verdict = Verdict(of: trace.testCase, .pass)
        // A port that dies fails whatever the case is about.
        verdict.findings = Self.folded(
            [crash].compactMap(\.self) + (judgement.violations + undecided).map(trace.rules.weighed)
        ).map(placed)
        verdict.reading = reading
        verdict.evidence = judgement.evidence
        verdict.sessions = trace.observations.map(\.session).uniqued()
        verdict.profiles = trace.rules.weights.profiles(of: trace.testCase)
        if crash != nil {
            verdict.outcome = .crash
        } else if verdict.findings.contains(where: \.isFailure) {
            verdict.outcome = .fail
        } else {
            verdict.outcome = outcome ?? verdict.outcomeWithoutFailure
        }
        return verdict
    }

    private var undecided: [Finding] {
        judgement.undecided.map { finding in
            var finding = finding
            if finding.standing == .violated { finding.standing = .undecided }
            return finding
        }
    }

    /// A finding that says where in the flow it went wrong, and what it looks like.
    private func placed(_ finding: Finding) -> Finding {
        guard finding.standing != .noticed else { return finding }
        var finding = finding
        var symptom = finding.symptom ?? Symptom(.rule, ValueFreeText(finding.message).text)
        // What did not come was missed where the step gave up; other things went wrong where they came.
        let place = symptom.kind == .missing ? finding.observations.last : finding.observations.first
        symptom.place = place ?? .max
        let position = trace.observations.firstIndex { $0.sequence >= symptom.place }
        symptom.call = trace.latestSelector(before: position ?? trace.observations.count)?.rawValue ?? ""
        finding.symptom = symptom
        return finding
    }

    /// One finding for each thing that is wrong, with all the places that show it.
    private static func folded(_ findings: [Finding]) -> [Finding] {
        findings.reduce(into: []) { folded, finding in
            guard let same = folded.firstIndex(where: { $0.message == finding.message }) else {
                folded.append(finding)
                return
            }
            let new = finding.observations.filter { !folded[same].observations.contains($0) }
            folded[same].observations = Array((folded[same].observations + new).prefix(12))
        }
    }

    // MARK: - A case that was done to its end

    /// What may have expired too early, or a clock that was set, makes everything doubtful but that all is well.
    mutating func doubtTimes() {
        let wasSet = trace.observations.contains { $0.event == .clockWasSet }
        guard wasSet || trace.observations.contains(where: { $0.event == .expiredEarly }),
            crash == nil, !judgement.violations.isEmpty || !judgement.undecided.isEmpty
        else { return }
        let cites = trace.testCase.cites
        let finding = wasSet ? Finding.clockWasSet(cites) : .expiredEarly(cites)
        judgement.violations = []
        judgement.undecided.insert(finding, at: 0)
        outcome = .inconclusive
    }

    mutating func takeExpectations() {
        let testCase = trace.testCase
        let judge = ExpectationJudge(trace: trace)
        let world = ClosedWorld(trace: trace)
        judgement.violations += comparisons
        judgement.add(judge.judgement(of: testCase.expectations))
        guard !testCase.readings.isEmpty else {
            judgement.violations += world.violations(
                expecting: testCase.expectations, allowing: testCase.allow, told: forbidden(testCase.expectations))
            return
        }
        let judgements = testCase.readings.map { reading in
            var judgement = judge.judgement(of: reading.expectations)
            judgement.violations += world.violations(
                expecting: testCase.expectations + reading.expectations,
                allowing: testCase.allow.union(reading.allow.map(Selector.init(rawValue:))),
                told: forbidden(testCase.expectations + reading.expectations))
            return judgement
        }
        let choice =
            judgements.firstIndex(where: \.holds) ?? judgements.firstIndex { $0.violations.isEmpty }
        if let choice {
            reading = testCase.readings[choice].name
            judgement.add(judgements[choice])
        } else {
            let weight = Weight.least(of: judgements.compactMap { heaviest($0.violations) })
            judgement.violations += zip(testCase.readings, judgements).flatMap { reading, judgement in
                judgement.violations.map { finding in
                    var finding = finding
                    finding.message = "not as in the reading '\(reading.name)': \(finding.message)"
                    finding.weight = weight
                    return finding
                }
            }
        }
    }

    /// What a port that shows none of several readings owes is what the reading asks that asks the least.
    private func heaviest(_ violations: [Finding]) -> Weight? {
        let weights = violations.compactMap { trace.rules.weighed($0).weight }
        return Level.allCases.lazy.compactMap { level in
            Profile.allCases.lazy.compactMap { profile in
                weights.first { $0 == Weight(profile, level) }
            }.first
        }.first
    }

    /// What came although an expectation says that it must not come.
    private func forbidden(_ expectations: [Expectation]) -> [Finding] {
        ExpectationJudge(trace: trace).violationsSoFar(
            of: expectations.filter { expectation in
                if case .occurs(_, let count) = expectation.kind { count.upper == 0 } else { false }
            })
    }

    /// What steps awaited, compared with what earlier steps did: the runner leaves that comparison to the verdict.
    private var comparisons: [Finding] {
        trace.testCase.steps.enumerated().compactMap { index, step in
            guard case .await(let pattern, _) = step.action, let position = trace.landmark(of: index),
                !trace.matches(pattern, at: position)
            else { return nil }
            return trace.finding(
                cites(index), at: position, "the step waited for something else", expected: pattern.words
            ).resting(on: .order).looking(
                .different, pattern,
                differences: NearestCandidate.differences(between: pattern, position, in: trace))
        }
    }

    // MARK: - A case that could not be done to its end

    mutating func takeFailure(of step: Int, _ failure: StepFailure, at position: Int) {
        var finding = Finding(
            statements: cites(step), message: failure.message,
            seen: trace.latestCall(before: position).map { "the last call was \($0)" } ?? "no call was made",
            observations: [trace.sequence(position)])
        finding.endsCase = true
        if let text = trace.step(step)?.text {
            finding.message = "step \(step + 1) (\(text)): \(failure.message)"
        }
        switch failure.kind {
        case .timedOut:
            describeWait(of: step, position, &finding)
            finding.ground = .silence
            if let reason = excuse(of: step, before: position) {
                finding.message += ", and whether it would have come is not known: \(reason)"
                judgement.undecided.insert(finding, at: 0)
            } else {
                judgement.violations.insert(finding, at: 0)
            }
        case .ruledOut:
            describeWait(of: step, position, &finding)
            finding.ground = .order
            judgement.violations.insert(finding, at: 0)
        case .callFailed:
            finding.expected = "the port accepts the call"
            finding.symptom = Symptom(.rule, "a call is refused")
            judgement.violations.insert(finding, at: 0)
        case .page:
            finding.expected = "a page that the user can go on with"
            finding.ground = .order
            finding.symptom = Symptom(.different, "the page that the user is shown")
            finding.seen = trace.latestPage(before: position) ?? "no page was shown"
            // The pages of a provider elsewhere are its own affair: what they show fails no port.
            if trace.header.backend == RunHeader.embedded {
                judgement.violations.insert(finding, at: 0)
            } else {
                judgement.undecided.insert(finding, at: 0)
            }
        case .portGone:
            finding.message = "the port's process is gone: \(failure.message)"
            finding.statements = waited(in: step)
            finding.symptom = Symptom(.crash, "the port's process is gone")
            crash = finding
        case .portSilent:
            finding.message = "the port stopped answering: \(failure.message)"
            finding.statements = waited(in: step)
            finding.symptom = Symptom(.crash, "the port stopped answering")
            crash = finding
        case .unsupported:
            outcome = .notTestable
            judgement.undecided.append(finding)
        case .noEvidence, .stopped:
            outcome = .inconclusive
            if failure.kind == .noEvidence { finding.ground = .silence }
            // What was not seen is all that the case is about.
            finding.statements = []
            judgement.undecided.append(finding)
        }
        judgement.violations += ExpectationJudge(trace: trace).violationsSoFar(of: trace.testCase.expectations)
    }

    /// Why a port that has kept silent may only have been late; nil where it had nothing left to do.
    ///
    /// A call that waits for what it may not wait for has something left to do, and that is what is wrong with it.
    private func excuse(of step: Int, before position: Int) -> String? {
        if case .call = trace.step(step)?.action { return nil }
        let idleness = Idleness(trace.observations[..<position])
        if let pending = idleness.pending { return pending }
        if idleness.isHeldBack { return "a reply was held back, and the port may have waited for it" }
        let probes: Set<Probe> = trace.header.features.contains(.executorBarrier) ? [.barrier, .ping] : [.ping]
        guard idleness.isProved(for: Idleness.minTime, by: probes) else { return "the port was not seen to be idle" }
        return nil
    }

    private func cites(_ step: Int) -> [String] {
        guard let cites = trace.step(step)?.cites, !cites.isEmpty else { return trace.carrying }
        return cites
    }

    /// What a port owes in a step in which it died: the callback that was awaited, or to take the call.
    private func waited(in step: Int) -> [String] {
        switch trace.step(step)?.action {
        case .await(let pattern, _):
            guard case .callback(let selector) = pattern.subject else { return cites(step) }
            return trace.rules.statements(on: selector, of: cites(step))
        case .call: return ["AE-Q-009"]
        default: return cites(step)
        }
    }

    private func describeWait(of step: Int, _ position: Int, _ finding: inout Finding) {
        switch trace.step(step)?.action {
        case .await(let pattern, _):
            finding.message = "\(pattern.words) did not come"
            finding.expected = pattern.words
            let others = trace.unawaited(like: pattern, before: position)
            finding.seen =
                others.isEmpty ? "nothing" : others.suffix(4).map { trace.words(at: $0) }.joined(separator: "; ")
            finding.observations = others.suffix(4).map(trace.sequence) + finding.observations
            finding = finding.looking(.missing, pattern)
            let candidates = (0..<position).filter { !trace.awaited.contains($0) }
            if let nearest = NearestCandidate(to: pattern, at: candidates, in: trace) {
                finding = finding.naming(nearest, of: pattern, in: trace)
            }
        case .call(let selector, _):
            finding.symptom = Symptom(.rule, "a call does not return")
            finding.statements = ["AE-Q-009"]
            finding.message = "the call \(selector) did not return"
            finding.expected = "a call returns without waiting for the network"
            finding.seen = trace.failure?.failure.message ?? ""
        case .awaitHeld(let kind, let providers, _):
            let asked = trace.observations[..<position].compactMap { observation -> String? in
                guard case .request(let request) = observation.event, kind.includes(request.purpose) else { return nil }
                return request.provider
            }
            finding.message =
                providers.count == 1
                ? "the service provider was not asked" : "not every service provider was asked before any had answered"
            finding.symptom = Symptom(.missing, "a request of the kind \(kind.rawValue)")
            finding.expected =
                "a request of the kind \(kind.rawValue) at \(providers.count == 1 ? "" : "each of ")"
                + providers.joined(separator: ", ")
            finding.seen =
                asked.isEmpty ? "no such request" : "requests at \(asked.joined(separator: ", ")) only"
        default:
            break
        }
    }
}

extension CaseTrace {
    /// What no step waited for: requests where a request is awaited, otherwise callbacks.
    func unawaited(like pattern: Pattern, before position: Int) -> [Int] {
        observations[..<position].indices.filter { index in
            guard !awaited.contains(index) else { return false }
            switch (pattern.subject, observations[index].event) {
            case (.request, .request): return true
            case (.request, _): return false
            case (_, .callback(let callback)): return callback.message.selector != .sendTrackingData
            default: return false
            }
        }
    }

    func latestPage(before position: Int) -> String? {
        observations[..<position].lastIndex { if case .browser = $0.event { true } else { false } }
            .map { words(at: $0) }
    }
}

extension Verdict {
    package init(of testCase: Case, _ outcome: Outcome, _ findings: [Finding] = []) {
        self.init(
            caseID: testCase.id, contractID: testCase.contractID, title: testCase.title, area: testCase.area,
            outcome: outcome, statements: testCase.allCites.sorted(), findings: findings)
    }
}
