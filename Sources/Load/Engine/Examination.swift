import AccessEnablerAPI
import Evidence
import LoadResults
import Measurement
import Specification
import Timing

/// What one iteration adds to the figures of the run.
struct Examination {
    let iteration: WalkedIteration
    let template: LoadTemplate
    private let start: MonotonicTime
    private let warmUp: Duration
    private var durations: [(phase: Phase, time: Duration)] = []
    private var requests = 0
    private var configurations = 0
    private var waterfall: FanOut?
    /// Tokens that were seen, and validated when they were.
    private var tokens = 0
    private var startDelay = Duration.zero
    var isVerified = false
    /// Whether too little is known to conclude anything.
    var isUndecided = false
    /// Whether only a whole judge could decide.
    var isJudged = false
    var finding: FanOutFinding?
    var violations: [IterationViolation] = []

    init(iteration: WalkedIteration, template: LoadTemplate, start: MonotonicTime, warmUp: Duration) {
        self.iteration = iteration
        self.template = template
        self.start = start
        self.warmUp = warmUp
    }

    // MARK: - Durations

    mutating func measure(_ fanOut: FanOut?, _ observations: [Observation], _ exchanges: [FeedExchange]) {
        configurations = exchanges.count
        requests = exchanges.count
        for observation in observations {
            switch observation.event {
            case .request: requests += 1
            case .tokenSeen: tokens += 1
            default: break
            }
        }
        let first = observations.first { if case .call = $0.event { true } else { false } }
        if let first {
            startDelay = first.time - iteration.due - iteration.waited
            durations.append((.startDelay, startDelay))
        }
        guard iteration.failure == nil else { return }
        if let fanOut { measure(fanOut) }
        measureCalls(observations)
    }

    private mutating func measure(_ fanOut: FanOut) {
        guard let completed = fanOut.completed, let service = fanOut.service else { return }
        durations.append((.completion, completed - iteration.due))
        durations.append((.service, service))
        if let last = fanOut.lastReceived, last <= completed { durations.append((.dispatch, last - fanOut.called)) }
        if let processed = fanOut.firstProcessed { durations.append((.firstMerge, processed - fanOut.called)) }
        // Only where the end waited for everybody: otherwise the slowest provider bounds nothing.
        if fanOut.isWhole, let last = fanOut.lastByte, last <= completed, let slowest = fanOut.slowest {
            durations.append((.criticalPath, last - fanOut.called))
            durations.append((.overhead, completed - last))
            durations.append((.addedLatency, service - slowest))
        }
        waterfall = fanOut
    }

    /// From each of some calls to the callback that answers it.
    private mutating func measureCalls(_ observations: [Observation]) {
        var open: [Phase: MonotonicTime] = [:]
        var authorizations = 0
        for observation in observations {
            switch observation.event {
            case .call(_, let message) where message.selector == .handleExternalURL:
                open[.authentication] = observation.time
            case .call(_, let message) where message.selector == .getAuthorization:
                open[authorizations == 0 ? .authorization : .mediaToken] = observation.time
                authorizations += 1
            case .callback(let callback) where callback.message.selector == .setAuthenticationStatus:
                close(.authentication, &open, at: observation.time)
            case .callback(let callback) where callback.message.selector == .setToken:
                close(.authorization, &open, at: observation.time)
                close(.mediaToken, &open, at: observation.time)
            default: break
            }
        }
    }

    private mutating func close(_ phase: Phase, _ open: inout [Phase: MonotonicTime], at time: MonotonicTime) {
        if let start = open.removeValue(forKey: phase) { durations.append((phase, time - start)) }
    }

    /// What a file of all iterations has of it; times since the beginning of the run, and durations, in nanoseconds.
    var row: [String] {
        let times = Dictionary(durations.map { ($0.phase, $0.time) }) { first, _ in first }
        let words = [
            iteration.instance.session.name, template.name, "\(template.providers)",
            template.isBaseline ? "baseline" : template.isOther ? "other" : "implementation",
            iteration.isWarmUp ? "warm-up" : "measured", "\((iteration.due - start).wholeNanoseconds)",
            "\((iteration.ended - start).wholeNanoseconds)", iteration.failure?.kind.rawValue ?? "completed",
            "\(violations.count)",
        ]
        return words + Phase.allCases.map { phase in times[phase].map { "\($0.wholeNanoseconds)" } ?? "" }
    }

    // MARK: - Figures

    /// Whether it is one of the implementation's own.
    private var isOwn: Bool { !template.isBaseline && !template.isOther }

    func add(to figures: inout LoadFigures) {
        let second = Int((iteration.ended - start).wholeNanoseconds / 1_000_000_000)
        figures.sessions += iteration.instance.iterations == 1 ? 1 : 0
        figures.requests += requests
        figures.configurations += configurations
        add(to: &figures.verification)
        // What the end of the run cut off says nothing.
        if iteration.failure?.kind == .stopped {
            figures.discarded += 1
            return
        }
        figures.second(second) { second in
            if let failure = iteration.failure {
                second.failed += 1
                second.errors[failure.kind.rawValue, default: 0] += 1
            } else {
                second.completed += 1
                second.baselineCompleted += template.isBaseline ? 1 : 0
            }
            second.violations += violations.isEmpty ? 0 : 1
            second.startDelay = max(second.startDelay, startDelay.wholeNanoseconds)
            guard isOwn else { return }
            for (phase, duration) in durations {
                let nanoseconds = max(0, duration.wholeNanoseconds)
                if phase == .completion { second.completion.record(nanoseconds) }
                if phase == .service { second.service.record(nanoseconds) }
            }
        }
        guard !iteration.isWarmUp else {
            figures.discarded += 1
            return
        }
        count(in: &figures)
        figures.record(
            durations, providers: template.providers, isBaseline: template.isBaseline, isOther: template.isOther,
            second: Int((iteration.due - start - warmUp).wholeNanoseconds / 1_000_000_000))
        guard isOwn, template.isShaped else { return }
        addPicture(to: &figures.scales[template.providers, default: LoadFigures.Scale()])
    }

    private func count(in figures: inout LoadFigures) {
        if let failure = iteration.failure {
            figures.failed += 1
            if template.isOther { figures.otherFailed += 1 }
            if template.isBaseline { figures.baselineFailed += 1 }
            if isOwn { figures.scales[template.providers, default: .init()].failed += 1 }
            let time = iteration.ended - start
            figures.errors[failure.kind.rawValue, default: .init(first: time, sample: failure.message)].add(at: time)
        } else {
            figures.completed += 1
            if template.isBaseline { figures.baselineIterations += 1 }
            if template.isOther { figures.otherIterations += 1 }
            if isOwn { figures.scales[template.providers, default: .init()].completed += 1 }
            figures.iterations[template.name, default: 0] += 1
        }
    }

    private func addPicture(to scale: inout LoadFigures.Scale) {
        if let waterfall, let completed = waterfall.service {
            // Whoever waited for a place among those under way waited as well as whoever began late.
            let delay = startDelay + iteration.waited
            scale.waterfalls.offer(response: delay + completed) {
                Waterfall(waterfall, session: iteration.instance.session.name, startDelay: delay)
            }
        }
        guard let finding, !finding.winners.isEmpty else { return }
        let fixture = template.testCase.fixture
        if scale.winners.isEmpty {
            scale.winners = WinnersMatrix(
                providers: fixture.providers.map(\.name), mvpds: template.contested.map { fixture.mvpds[$0] })
        }
        for (mvpd, provider, candidates, isConclusive) in finding.winners {
            guard let column = template.contested.firstIndex(of: mvpd) else { continue }
            var rest = candidates
            while rest != 0 {
                scale.winners.cells[rest.trailingZeroBitCount][column].candidate += 1
                rest &= rest - 1
            }
            scale.winners.cells[provider][column].won += 1
            if isConclusive {
                scale.winners.cells[provider][column].due += 1
            } else {
                scale.winners.cells[provider][column].close += 1
            }
        }
    }

    private func add(to verification: inout VerificationFigures) {
        guard isVerified else { return }
        verification.iterations += 1
        if isJudged { verification.judged += 1 }
        if let finding {
            verification.note(
                VerificationFigures.merge, instances: finding.contested, conclusive: finding.conclusive)
            add(finding, to: template.isOther ? \.otherRaces : \.races, of: &verification)
        }
        let isConclusive = !isUndecided && (iteration.failure == nil || !violations.isEmpty)
        verification.note(VerificationFigures.end, instances: 1, conclusive: isConclusive ? 1 : 0)
        if tokens > 0 { verification.note(VerificationFigures.tokens, instances: tokens, conclusive: tokens) }
        guard !violations.isEmpty else { return }
        verification.violationCount += 1
        verification.noteViolations(of: violations.map(\.statements))
        for var violation in violations.sorted(by: { $0.ground == .content && $1.ground != .content }).prefix(3) {
            violation.isOther = template.isOther
            verification.keep(violation)
        }
    }

    /// Counts who won, and reports once that the first responder loses again and again.
    private func add(
        _ finding: FanOutFinding, to side: WritableKeyPath<VerificationFigures, ClearRaces>,
        of verification: inout VerificationFigures
    ) {
        verification[keyPath: side].count += finding.isClearRace ? 1 : 0
        verification[keyPath: side].lost += finding.isLostRace ? 1 : 0
        let races = verification[keyPath: side]
        guard races.areLost, !races.areReported else { return }
        verification[keyPath: side].areReported = true
        verification.violationCount += 1
        verification.noteViolations(of: [["AE-SP-007", "AE-SP-011"]])
        var violation = IterationViolation(
            session: iteration.instance.session.name, caseID: template.testCase.id, time: iteration.ended - start,
            statements: ["AE-SP-007", "AE-SP-011"],
            message: "again and again an MVPD goes to another than the first responder that lists it, although the "
                + "first was milliseconds ahead of all others",
            expected: "each MVPD at the first responder that lists it",
            seen: "the first lost \(races.lost) of \(races.count) clear races")
        violation.isOther = template.isOther
        violation.providers = template.testCase.fixture.providers
        verification.keep(violation)
    }
}
