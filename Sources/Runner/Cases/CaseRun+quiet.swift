import AccessEnablerAPI
import Backend
import Driver
import Evidence
import ServiceProtocol
import Specification
import Timing

/// What is proved by quiet is proved by the port's own pace, never by a time that is the same for all ports.
extension CaseRun {
    /// Longer than the port has paused before it did something, in this case, and at least as long as it usually does.
    var quietTime: Duration {
        let quiet = max(PortPace.maxPause(in: log.observations) * 2, runner.pace.usual)
        return min(max(quiet, minQuiet), PortPace.maxQuiet)
    }

    /// Certifies that nothing more happens (the absence of something has no other proof).
    ///
    /// No request of the session is unanswered, a barrier came back, and then nothing at all came for longer than the port
    /// ever paused, after which it still answered. Otherwise the time is doubled, a few times.
    func quiesce(outlasting pause: Step.Pause = .shown) async throws(StepFailure) {
        // What comes in that time is no reason to wait as long again.
        if pause == .grace { try? await Task.sleep(for: PortPace.grace) }
        var window = quietTime
        if case .between(let first, let second) = pause { window = max(window, distance(first, second) * 3 / 2) }
        for _ in 0..<5 {
            await exchangesEnd(within: deadline)
            if case .portGone(let reason) = await barrier() { throw StepFailure(.portGone, reason) }
            let before = activity
            try? await Task.sleep(for: window)
            let outcome = await ping()
            if case .portGone(let reason) = outcome { throw StepFailure(.portGone, reason) }
            // A port that looks for something from time to time may just be doing so.
            await exchangesEnd(within: .milliseconds(100))
            if outcome != .silent, activity == before, runner.backend?.isQuiet(session) ?? true {
                record(.quiet(window))
                return
            }
            window += window
        }
        throw StepFailure(.noEvidence, "the session did not become quiet")
    }

    /// The time between the ends of two steps.
    private func distance(_ labels: String...) -> Duration {
        let ends = labels.compactMap { label -> MonotonicTime? in
            guard let step = testCase.steps.firstIndex(where: { $0.label == label }) else { return nil }
            return log.observations.first { if case .stepEnded(step, _) = $0.event { true } else { false } }?.time
        }
        guard let first = ends.min(), let last = ends.max() else { return .zero }
        return last - first
    }

    /// How much the port has done so far; what it asks again by itself, in a look for something, is no news.
    private var activity: Int {
        var asked: Set<String> = []
        return log.observations.count { observation in
            switch observation.event {
            case .call:
                asked = []
                return false
            case .request(let request): return asked.insert("\(request.provider) \(request.purpose.rawValue)").inserted
            case .callback, .configurationProcessed, .safariPresented, .platform: return true
            default: return false
            }
        }
    }

    /// Lets what the last step caused come to its end, so that a callback too many is seen, and what is missing is
    /// known to be missing.
    func settle() async {
        if case .quiesce? = testCase.steps.last?.action { return }
        do throws(StepFailure) { try await quiesce() } catch {}
    }

    /// Waits until it is recorded how every exchange of the session ended, so that nothing of it is missing in the trace.
    func exchangesEnd(within limit: Duration = .seconds(1)) async {
        let deadline = runner.clock.time() + limit
        while !(runner.backend?.isQuiet(session) ?? true), runner.clock.time() < deadline {
            try? await Task.sleep(for: .milliseconds(1))
        }
    }

    // MARK: - What expires

    /// How long what the case lets expire is good for: long enough for what comes before, as far as is known.
    ///
    /// Each look at a case in which it was too short has four times as much. Where nobody waits for it, it is long at once.
    var lifetime: Duration {
        let maximum = Duration.seconds(120)
        return movesClock ? maximum : min(.seconds(3) * (1 << (2 * look)), maximum)
    }

    /// Whether time passes for the port and its services without anybody waiting for it.
    private var movesClock: Bool {
        runner.backend?.canAdvanceClocks ?? false
            && runner.header.features.isSuperset(of: [.clockAdvance, .clockAhead])
    }

    /// Past the end, for what expires to be seen to have: it is told in whole seconds, and two seconds are tolerated.
    private static let margin = Duration.milliseconds(3_500)

    func expire() async throws(StepFailure) {
        let time = lifetime + Self.margin
        if movesClock {
            try await moveClock(by: time)
        } else {
            try? await Task.sleep(for: time)
        }
        if Task.isCancelled { throw StepFailure(.stopped, "the run was stopped") }
        try await quiesce()
    }

    /// Makes it later for the services, for the port, and for instances of it that are still to be opened.
    private func moveClock(by time: Duration) async throws(StepFailure) {
        guard let driven else { throw StepFailure(.portGone, "there is no session") }
        runner.backend?.advanceClock(of: session, by: time)
        advanced += time
        switch await driven.advanceClock(by: time, deadline: runner.configuration.callDeadline) {
        case .answered: record(.note("the clocks of the port and the service providers were moved forward by \(time)"))
        case .silent, .unsupported: throw StepFailure(.noEvidence, "the port did not move its clock")
        case .portGone(let reason): throw StepFailure(.portGone, reason)
        }
    }

    /// Whether something may have expired before it was to: what is done before a wait and after it must be done in time.
    var hasExpiredEarly: Bool {
        let limit = lifetime - .seconds(1)
        var began = log.observations.first?.time
        for observation in log.observations {
            let step: Int
            switch observation.event {
            case .stepBegan(let number), .stepEnded(let number, _): step = number
            default: continue
            }
            guard testCase.steps.indices.contains(step), case .expire = testCase.steps[step].action else { continue }
            if case .stepBegan = observation.event, let start = began, observation.time - start >= limit { return true }
            began = observation.time
        }
        guard let began, let end = log.observations.last?.time else { return false }
        return end - began >= limit
    }
}

extension Case {
    /// What the steps wait to expire.
    var expiring: Set<Step.Expiring> {
        Set(
            steps.compactMap { step in
                if case .expire(let thing) = step.action { thing } else { nil }
            })
    }

    var expires: Bool { !expiring.isEmpty }
}
