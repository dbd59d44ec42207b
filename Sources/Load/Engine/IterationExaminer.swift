import AccessEnablerAPI
import Evidence
import LoadResults
import Runner
import ServiceProtocol
import Specification
import Timing

/// Reads from everything that was seen in an iteration how long it took, and whether it can have been so.
struct IterationExaminer: Sendable {
    let users: LoadUsers
    let header: RunHeader
    let start: MonotonicTime
    let warmUp: Duration
    /// Concludes from everything a case has seen, in order.
    let verdict: @Sendable (Case, [Observation], RunHeader) -> Verdict
    /// Whether iterations are verified; a benchmark of the verification's cost leaves it out.
    let verifies: Bool
    /// Whether the backend tells what it did and when.
    let seesBackend: Bool
    /// For how long an iteration waited for anything.
    let deadline: Duration
    /// Told of each violation, with all that was seen.
    let nominate: @Sendable (Verdict, Case, [Observation], IterationViolation) -> String?
    private let rules: [FanOutRules?]
    private let places: ProviderPlaces
    /// Knows the secrets of all iterations of the run that something was kept of.
    private let redactor: Redactor
    /// How many service providers a session has, whose addresses come one session after the other.
    private let perSession: Int

    init(
        users: LoadUsers, header: RunHeader, start: MonotonicTime, warmUp: Duration = .zero, providers: LoadProviders,
        redactor: Redactor = Redactor(), verifies: Bool, deadline: Duration,
        verdict: @escaping @Sendable (Case, [Observation], RunHeader) -> Verdict,
        nominate: @escaping @Sendable (Verdict, Case, [Observation], IterationViolation) -> String?
    ) {
        self.users = users
        self.header = header
        self.start = start
        self.warmUp = warmUp
        self.verifies = verifies
        self.redactor = redactor
        seesBackend = providers.tellWhatTheySee
        self.deadline = deadline
        self.verdict = verdict
        self.nominate = nominate
        rules = users.templates.all.map { $0.isFanOut ? FanOutRules($0.testCase.fixture) : nil }
        places = ProviderPlaces(providers.baseURLs)
        perSession = max(1, providers.perSession)
    }

    /// How many configuration requests the backend must tell of before all is known; nil where that is not known.
    func expected(of iteration: WalkedIteration) -> Int? {
        guard seesBackend else { return nil }
        let template = users.templates.all[iteration.instance.template]
        return template.isShaped && iteration.failure == nil ? template.providers : nil
    }

    func examine(_ walked: WalkedIteration) -> Examination {
        var iteration = walked
        // It is shown as an example.
        if let message = iteration.failure?.message { iteration.failure?.message = redactor.redacted(text: message) }
        let template = users.templates.all[iteration.instance.template]
        let (observations, exchanges) = iteration.instance.seen
        let fanOut = FanOut(observations, exchanges, providers: template.providers) { url in
            places[url].map { $0 % perSession }
        }
        var examination = Examination(iteration: iteration, template: template, start: start, warmUp: warmUp)
        examination.measure(fanOut, observations, exchanges)
        if !template.isBaseline, verifies { verify(fanOut, &examination) }
        return examination
    }

    // MARK: - Verification

    private func verify(_ fanOut: FanOut?, _ examination: inout Examination) {
        let iteration = examination.iteration
        guard iteration.failure?.kind != .stopped else { return }
        examination.isVerified = true
        guard iteration.isKnown else {
            examination.isUndecided = true
            return
        }
        var isContradictory = false
        if iteration.failure == nil, let fanOut, let rules = rules[iteration.instance.template] {
            let finding = FanOutCheck(fanOut: fanOut, rules: rules, mark: iteration.instance.mark).finding()
            if finding.isClean {
                examination.finding = finding
                return
            }
            isContradictory = finding.isContradictory
        }
        let (observations, exchanges) = iteration.instance.seen(upTo: iteration.known)
        let (verdict, trace) = judge(observations, exchanges, &examination)
        if isContradictory, examination.violations.isEmpty {
            // The picker shows whose attributes an MVPD has; a judge of single cases looks at where it is sent.
            var violation = IterationViolation(
                session: iteration.instance.session.name, caseID: examination.template.testCase.id,
                time: iteration.ended - start, statements: ["AE-SP-006", "AE-SP-007"],
                message:
                    "no order of processing explains the attributes of the MVPDs in the picker",
                expected: "each MVPD with the attributes of the first responder that lists it",
                seen: "attributes of one whose reply left after that of another had been processed")
            violation.providers = examination.template.testCase.fixture.providers
            violation.bundle = nominate(verdict, examination.template.testCase, trace, violation)
            examination.violations.append(violation)
        }
        // Where nothing is wrong after all, what it shows counts.
        if examination.violations.isEmpty, var fanOut, let rules = rules[iteration.instance.template] {
            fanOut.isOrdinary = true
            examination.finding = FanOutCheck(fanOut: fanOut, rules: rules, mark: iteration.instance.mark).finding()
        }
    }

    /// What a judge of single cases concludes, and from what.
    private func judge(
        _ observations: [Observation], _ exchanges: [FeedExchange], _ examination: inout Examination
    ) -> (Verdict, [Observation]) {
        examination.isJudged = true
        // What did not come in time may still have come: a machine that is too slow is not the port's fault. Only where
        // everybody had answered long before is it lost.
        let answered = exchanges.map(\.left).max() ?? examination.iteration.ended
        let isConclusive = examination.iteration.ended - answered > deadline / 2
        let template = examination.template
        let trace = trace(
            of: examination.iteration.instance, template.testCase,
            isConclusive ? observations : observations.map(Self.inconclusive), exchanges)
        let verdict = verdict(template.testCase, trace, header)
        for finding in verdict.failures {
            var violation = IterationViolation(
                session: examination.iteration.instance.session.name, caseID: template.testCase.id,
                time: examination.iteration.ended - start, statements: finding.statements, message: finding.message,
                expected: finding.expected, seen: finding.seen)
            violation.ground = finding.ground
            violation.providers = template.testCase.fixture.providers
            if examination.violations.isEmpty {
                violation.bundle = nominate(verdict, template.testCase, trace, violation)
            }
            examination.violations.append(violation)
        }
        return (verdict, trace)
    }

    private static func inconclusive(_ observation: Observation) -> Observation {
        guard case .stepFailed(let step, let failure) = observation.event, failure.kind == .timedOut else {
            return observation
        }
        var observation = observation
        observation.event = .stepFailed(step, StepFailure(.noEvidence, failure.message))
        return observation
    }

    /// What was seen as a judge expects it: in the order of time, from the opening of the session to its end.
    private func trace(
        of instance: Instance, _ testCase: Case, _ observations: [Observation], _ exchanges: [FeedExchange]
    ) -> [Observation] {
        var all = observations
        for exchange in exchanges { all += exchange.observations(of: instance, over: header.wire) }
        redactor.learn([instance.canaries.password])
        var trace = all.enumerated()
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map { redactor.redacted($0.element).counting(from: instance.callsBefore) }
        let opening = redactor.redacted(
            Event.sessionOpened(
                SessionHeader(
                    caseID: testCase.id, attempt: Attempt(instance.number), part: 0,
                    bindings: instance.canaries.bindings)))
        let first = trace.first?.time ?? start
        trace.insert(Observation(sequence: -1, time: first, session: instance.session, event: opening), at: 0)
        trace.renumber()
        return trace
    }
}

extension Instance {
    /// What the names of its values end in.
    fileprivate var mark: String { String(canaries.requestor.dropFirst("REQ".count)) }
}

extension Verdict {
    /// What breaks a MUST of the documented API: what else there is to tell fails nobody.
    fileprivate var failures: [Finding] {
        guard let own = seen(in: .core), own.outcome == .fail || own.outcome == .crash else { return [] }
        return own.findings.filter(\.isFailure)
    }
}

extension Observation {
    /// The same with the calls of this iteration counted from 0, as a judge of single cases expects them.
    fileprivate func counting(from first: Int) -> Observation {
        var observation = self
        switch event {
        case .call(let number, let message): observation.event = .call(number: number - first, message)
        case .callReturned(let number): observation.event = .callReturned(number: number - first)
        case .callThrew(let number, let message):
            observation.event = .callThrew(number: number - first, message: message)
        case .callback(var callback):
            callback.duringCall = callback.duringCall.map { $0 - first }
            observation.event = .callback(callback)
        default: break
        }
        return observation
    }
}

extension FeedExchange {
    /// The same as a backend records it.
    fileprivate func observations(of instance: Instance, over wire: Wire) -> [Observation] {
        let requestor = instance.canaries.requestor
        let request = RequestEvent(
            exchange: exchange, provider: ProviderName.text(at: provider), purpose: .configuration, method: "GET",
            path: wire.configurationPath(of: requestor), fields: ["requestor": requestor], firstByte: asked)
        let end: Event =
            isBroken
            ? .replyBroken(exchange: exchange, reason: "broken on purpose, or lost")
            : .replyLeft(ReplyEvent(exchange: exchange, status: status, firstByte: answered, lastByte: left))
        return [
            Observation(sequence: -1, time: received, session: instance.session, event: .request(request)),
            Observation(sequence: -1, time: left, session: instance.session, event: end),
        ]
    }
}
