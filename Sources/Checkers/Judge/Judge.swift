import AccessEnablerAPI
package import Evidence
package import Specification

/// Concludes from what a case has shown whether the port keeps its contract.
///
/// Pure: the same observations give the same verdict, today's or those of a recorded run.
package struct Judge: Sendable {
    let rules: Rulebook

    var api: APITable { rules.api }

    /// `api` is what every trace of every case is held against; `statements` are what its verdicts cite.
    package init(api: APITable, statements: [Statement] = []) {
        rules = Rulebook(api: api, statements: statements)
    }

    /// The names that contracts may use under `check`.
    package static var checks: Set<String> { Set(NamedCheck.all.map(\.name)) }

    /// The names of all that findings may be of: those checks, the rules for every trace, and that cases are alike.
    package static var allChecks: Set<String> { checks.union(Invariant.all.map(\.id) + [Finding.alike]) }

    /// Whether an event is meant by a pattern, where names are bound like this.
    ///
    /// What an earlier step awaited is not known here, so a comparison with it holds; the verdict makes it.
    package func matches(_ pattern: Pattern, _ observation: Observation, _ bindings: [String: String]) -> Bool {
        PatternMatch(rules: rules, name: { bindings[$0] }, labelled: { _ in nil }, isUnknownLabelMet: true)
            .matches(pattern, observation)
    }

    /// What was told before and is told once more, by sequence number: no step that waits for what comes next means it.
    package func repeated(in observations: [Observation]) -> Set<Int> { rules.repeated(in: observations) }

    private func trace(of testCase: Case, _ observations: [Observation], _ header: RunHeader) -> CaseTrace {
        CaseTrace(testCase.fitted(to: header), observations.inOrder, header, rules: rules)
    }

    /// The verdict on a case from all its observations, which are looked at in the order in which they happened.
    package func verdict(for testCase: Case, observations: [Observation], header: RunHeader) -> Verdict {
        if let excluded = exclusion(of: testCase, header: header) { return excluded }
        let trace = trace(of: testCase, observations, header)
        var builder = VerdictBuilder(trace)
        // What an adapter that broke its protocol said of the port before may be as wrong as what it said then.
        if let fault = trace.fault {
            builder.judgement.undecided = [fault]
            return builder.verdict
        }
        builder.judgement.violations += Invariant.all(for: header).flatMap { invariant in
            Judgement.named(invariant.id, invariant.findings(trace))
                .map { invariant.ground == .content ? $0 : $0.resting(on: invariant.ground) }
        }
        builder.judgement.undecided += TokenReview(trace).undecided
        if let (step, failure, position) = trace.failure {
            builder.takeFailure(of: step, failure, at: position)
        } else if let reason = trace.endOfPort {
            builder.crash = Finding(
                statements: ["AE-Q-009"], message: "the port's process ended during the case", seen: reason)
        } else if !trace.hasCalls {
            builder.outcome = .notTestable
            builder.judgement.undecided.append(Finding(message: "nothing was exercised: the port was never called"))
        } else if !trace.isComplete {
            builder.judgement.undecided.append(Finding(message: "the trace ends before the case does"))
        } else {
            builder.takeExpectations()
        }
        builder.doubtTimes()
        var verdict = builder.verdict
        verdict.shown = ShownFacts(trace).facts
        return verdict
    }

    /// What is known before anything is run: that a case does not apply, or cannot be tested with this port.
    ///
    /// nil for a case that is to be run.
    package func exclusion(of testCase: Case, header: RunHeader) -> Verdict? {
        let testCase = testCase.fitted(to: header.platform, header.version, over: header.wire)
        if let reason = testCase.inapplicability(
            on: header.platform, header.version, over: header.wire, of: api)
        {
            return excluded(testCase, .notApplicable, because: reason)
        }
        let calls = testCase.calls.subtracting(header.calls).sorted().map { "the call \($0)" }
        let features = testCase.requires.subtracting(header.features).sorted().map { "the feature \($0.rawValue)" }
        let missing = calls + features
        guard !missing.isEmpty else {
            return obstacle(to: testCase, header).map { excluded(testCase, .notTestable, because: $0) }
        }
        return excluded(
            testCase, .notTestable, because: "the adapter lacks \(missing.joined(separator: ", "))")
    }

    /// What service providers that are not simulated lack for the case.
    private func obstacle(to testCase: Case, _ header: RunHeader) -> String? {
        guard let site = header.site else { return RemoteRule(header)?.obstacle(to: testCase) }
        if case .lacks(let reason) = testCase.fit(to: site) { return reason }
        return nil
    }

    private func excluded(_ testCase: Case, _ outcome: Outcome, because reason: String) -> Verdict {
        var verdict = Verdict(of: testCase, outcome, [Finding(message: reason)])
        verdict.profiles = rules.weights.profiles(of: testCase)
        return verdict
    }

    /// Whether round trips told the truth in a session, where the session shows it.
    ///
    /// A port that reports that it is complete after the last reply has taken that reply in. Had the round trips come
    /// back before the report, they would have said so too early. That is asked of the order in which the two came, and
    /// not of clocks; a report that tarries counts against the evidence, never against the port. nil where the port has a
    /// tap, or the session has no such last reply.
    package func isEvidenceSound(in testCase: Case, observations: [Observation], header: RunHeader) -> Bool? {
        guard !header.features.contains(.httpTap) else { return nil }
        let trace = trace(of: testCase, observations, header)
        guard trace.gatesConfiguration, trace.failure == nil else { return nil }
        for routes in Routes.all(in: trace) where !routes.phase.overlaps {
            let answered = routes.phase.exchanges.compactMap { exchange in
                exchange.reply.map { (exchange, $0.lastByte) }
            }
            guard let (last, left) = answered.max(by: { $0.1 < $1.1 }),
                let completion = routes.phase.completions.first, trace.observations[completion].time > left,
                let bound = TakenBounds(trace, routes).roundTrips(of: last)
            else { continue }
            return trace.sequence(completion) < bound.observation
        }
        return nil
    }

    /// To which provider each MVPD went first after the last configuration phase, by the contract's names.
    package func bindings(
        in testCase: Case, observations: [Observation], header: RunHeader
    ) -> [String: String] {
        let trace = trace(of: testCase, observations, header)
        let firsts = Routes.all(in: trace).last?.firsts ?? []
        return Dictionary(firsts.map { (trace.named($0.mvpd), $0.provider) }) { first, _ in first }
    }

    /// The ids of the rules that every trace is held against, by the statements they stand for.
    package static var rulesByStatement: [String: [String]] {
        Invariant.all.reduce(into: [:]) { rules, invariant in
            for statement in invariant.statements { rules[statement, default: []].append(invariant.id) }
        }
    }
}

extension CaseTrace {
    var hasCalls: Bool {
        observations.contains { if case .call = $0.event { true } else { false } }
    }

    /// That something else than the port did not do its part, where that is so.
    var fault: Finding? {
        for observation in observations {
            guard case .fault(let fault) = observation.event else { continue }
            return Finding(
                message: "the \(fault.party.rawValue) failed, so nothing is known about the port",
                seen: fault.message, observations: [observation.sequence])
        }
        return nil
    }

    /// Why the port's process ended, where it did.
    var endOfPort: String? {
        for observation in observations {
            if case .portEnded(let reason) = observation.event { return reason }
        }
        return nil
    }
}
