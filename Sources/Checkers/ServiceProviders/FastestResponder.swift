import Encodings
import Evidence
import ServiceProtocol
import Specification
import Timing

/// Fastest responder wins, MVPD by MVPD, and all that goes with it (AE-SP-001 to AE-SP-011).
enum FastestResponder {
    static func judgement(of trace: CaseTrace) -> Judgement {
        let phases = Routes.all(in: trace)
        guard !phases.isEmpty else {
            return Judgement(undecided: [Finding(message: "there was no configuration phase")])
        }
        return phases.enumerated().reduce(into: Judgement()) { judgement, item in
            let (index, routes) = item
            judgement.violations +=
                ConfigurationRequests(
                    trace: trace, phase: routes.phase,
                    earlier: phases[routes.phase.firstOfProcess..<index].map(\.phase)
                ).violations
            guard !routes.phase.overlaps else {
                judgement.undecided.append(
                    Finding(
                        statements: ["AE-SP-007"],
                        message: "the requestor was set again before the first phase was over, so that the two cannot "
                            + "be told apart"))
                return
            }
            judgement.violations += routes.violations(in: trace)
            let bounds = TakenBounds(trace, routes)
            judgement.add(PickerContent(trace: trace, routes: routes, bounds: bounds).judgement)
            judgement.add(order(in: trace, routes, bounds))
        }
    }

    /// Whether some order of the replies explains to whom each MVPD was given (AE-SP-007).
    private static func order(in trace: CaseTrace, _ routes: Routes, _ bounds: TakenBounds) -> Judgement {
        let responders = routes.phase.responders
        let race = race(of: responders, trace, routes, bounds)
        if let finding = contradiction(race, .causal, trace) {
            return Judgement(violations: [finding], evidence: .causal)
        }
        if var finding = contradiction(race, .roundTrips, trace) {
            finding.standing = .nominated
            return Judgement(undecided: [finding], evidence: .roundTrips)
        }
        let contested = race.bindings.map(\.mvpd).filter { mvpd in
            race.endpoints.count { $0.lists(mvpd) } > 1
        }
        guard trace.gatesConfiguration, race.endpoints.count > 1 else { return Judgement() }
        if race.bindings.isEmpty {
            return Judgement(undecided: [
                Finding(
                    statements: ["AE-SP-007"],
                    message: "it is not known which service provider each MVPD was bound to: "
                        + "no request has named an MVPD so far",
                    expected: "a request that names an MVPD, such as the start of its login", seen: "none")
            ])
        }
        guard !contested.isEmpty else { return Judgement() }
        if contested.allSatisfy({ race.decides($0, restingOn: .causal) }) { return Judgement(evidence: .causal) }
        if contested.contains(where: { race.decides($0, restingOn: .roundTrips) }) {
            return Judgement(evidence: .roundTrips)
        }
        return Judgement(
            undecided: [
                Finding(
                    statements: ["AE-SP-007"],
                    message: "it is not certain in which order the port processed the replies",
                    expected: "a tap (feature tap.http), or three answered pings between two replies",
                    seen: "no MVPD whose provider had to be the one it got")
            ], evidence: .clocks)
    }

    /// Doubtful replies are left out, as are MVPDs given to them: nothing can be concluded from either.
    private static func race(
        of responders: [ConfigurationPhase.Exchange], _ trace: CaseTrace, _ routes: Routes, _ bounds: TakenBounds
    ) -> ResponderRace {
        let valid = responders.filter(\.isValid)
        let call = trace.observations[routes.phase.positions.lowerBound].time
        let endpoints = valid.compactMap { exchange -> ResponderRace.Endpoint? in
            exchange.reply.map { reply in
                // The server with the shortest response time may be another than the one that responded first, and the
                // documents say both (A-68). A port began to measure between its call and the request. Whether it measures to
                // the head of a reply or to its end is not said (A-06).
                ResponderRace.Endpoint(
                    name: exchange.provider, notBefore: reply.firstByte + (call - exchange.arrived),
                    bounds: bounds.bounds(of: exchange), mvpds: trace.listings(of: exchange.provider))
            }
        }
        let bindings = routes.firsts.compactMap { first -> ResponderRace.Binding? in
            guard let endpoint = endpoints.firstIndex(where: { $0.name == first.provider }),
                endpoints[endpoint].lists(first.mvpd)
            else { return nil }
            return ResponderRace.Binding(
                first.mvpd, to: endpoint, observation: trace.sequence(first.position))
        }
        return ResponderRace(endpoints: endpoints, bindings: bindings)
    }

    /// A contradiction without any time in it fails the port whatever the evidence is.
    private static func contradiction(
        _ race: ResponderRace, _ weakest: EvidenceClass, _ trace: CaseTrace
    ) -> Finding? {
        guard case .contradiction(let cycle) = race.conclusion(restingOn: weakest) else { return nil }
        let given = Set(
            cycle.compactMap { edge -> ResponderRace.Binding? in
                if case .binding(let binding) = edge.reason { binding } else { nil }
            }
        ).sorted { trace.named($0.mvpd) < trace.named($1.mvpd) }
        var finding = Finding(
            statements: ["AE-SP-007", "AE-SP-011"],
            message: race.sentence(for: cycle, word: { trace.named($0) }),
            expected: given.map { binding in
                let owners = race.possibleOwners(of: binding.mvpd, restingOn: weakest).map { race.endpoints[$0].name }
                return "\(trace.named(binding.mvpd)) -> \(owners.joined(separator: " or "))"
            }.joined(separator: ", "),
            seen: given.map { "\(trace.named($0.mvpd)) -> \(race.endpoints[$0.endpoint].name)" }
                .joined(separator: ", "), observations: cycle.map(\.observation))
        finding.symptom = Symptom(.rule, "an MVPD belongs to a service provider that did not respond first")
        return finding
    }
}

extension CaseTrace {
    /// Whether the case lets configuration replies go in an order of its choice.
    var gatesConfiguration: Bool {
        testCase.steps.contains { step in
            if case .release(.configuration, _) = step.action { true } else { false }
        }
    }
}
