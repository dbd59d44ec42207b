import AccessEnablerAPI
import Backend
import Driver
import Evidence
import ServiceProtocol
import Specification
import Synchronization
import Timing

extension CaseRun {
    /// Does a step that only a case has, and returns when it is done.
    func perform(_ step: Step) async throws(StepFailure) {
        switch step.action {
        case .call, .await: break
        case .browse: try await useSecondScreen()
        case .hold(let kind, let providers):
            for purpose in kind.purposes { runner.backend?.hold(session, providers: providers, purpose: purpose) }
        case .letGo(let kind, let providers):
            for purpose in kind.purposes { runner.backend?.openGate(session, providers: providers, purpose: purpose) }
        case .awaitHeld(let kind, let providers, let due):
            try await awaitHeld(kind, providers, due)
        case .release(let kind, let providers):
            for provider in providers {
                if kind == .configuration { await spaceResponses() }
                try await release(kind, provider)
            }
        case .fault(let kind, let providers, let fault, let times):
            for provider in providers {
                runner.backend?.setFault(
                    session, provider: provider, purposes: kind.purposesToBreak, fault: fault, times: times)
            }
        case .latency(let kind, let providers, let latency):
            for provider in providers {
                for purpose in kind.purposesToBreak {
                    runner.backend?.setLatency(session, provider: provider, purpose: purpose, latency)
                }
            }
        case .logOutRemotely:
            runner.backend?.logOutRemotely(session)
        case .renewRemotely:
            runner.backend?.renewRemotely(session)
        case .forgetClients:
            runner.backend?.forgetClients(session)
        case .decide(let resource, let decision):
            runner.backend?.decide(decision, about: canaries[resource] ?? resource, in: session)
        case .withholdMetadata:
            runner.backend?.withholdMetadata(session)
        case .pick(let pick, let ifShown):
            try self.pick(pick, ifShown: ifShown)
        case .changePlatform(let change):
            try changePlatform(change)
        case .quiesce(let pause):
            try await quiesce(outlasting: pause)
        case .expire:
            try await expire()
        case .restart:
            try await restart()
        case .kill:
            try await restart(isKilled: true)
        case .launch(let application):
            try await restart(as: application)
        }
    }

    /// Waits until each provider's reply is being held; what was held before and has been let go does not count.
    private func awaitHeld(_ kind: RequestKind, _ providers: [String], _ due: Step.Due) async throws(StepFailure) {
        let seen = log.observations
        var now = HeldReplies(purposes: kind.purposes)
        for observation in seen { now.take(observation.event) }
        guard !now.providers.isSuperset(of: providers) else { return }
        let held = Mutex(now)
        try await wait(limit(due), from: seen.count) { observation in
            held.withLock { held in
                held.take(observation.event)
                return held.providers.isSuperset(of: providers)
            }
        } otherwise: {
            StepFailure(
                .timedOut,
                providers.count == 1
                    ? "the service provider was not asked"
                    : "not every service provider was asked while none had answered")
        }
    }

    /// Lets one held reply go and returns when there is evidence that the port has taken it in.
    private func release(_ kind: RequestKind, _ provider: String) async throws(StepFailure) {
        let seen = log.count
        let deadline = runner.clock.time() + self.deadline
        // A reply is recorded as held a moment before it can be let go.
        while !letGo(kind, provider) {
            guard runner.clock.time() < deadline else {
                throw StepFailure(.timedOut, "\(provider) was not asked: no reply of it is held")
            }
            try? await Task.sleep(for: .microseconds(200))
        }
        // Who has answered answers on: a port may ask again, or have asked twice.
        if kind == .configuration { runner.backend?.openGate(session, providers: [provider], purpose: .configuration) }
        let replies = Mutex<(released: Set<UInt64>, broken: UInt64?)>(([], nil))
        try await wait(self.deadline, from: seen) { observation in
            replies.withLock { replies in
                switch observation.event {
                case .replyReleased(let exchange, _):
                    replies.released.insert(exchange)
                    return false
                case .replyLeft(let reply): return replies.released.contains(reply.exchange)
                case .replyBroken(let exchange, _):
                    replies.broken = exchange
                    return true
                default: return false
                }
            }
        } otherwise: {
            StepFailure(.noEvidence, "the reply of \(provider) could not be written")
        }
        if kind == .configuration {
            try await awaitTaken(provider, since: seen, broken: replies.withLock(\.broken))
        }
    }

    private func letGo(_ kind: RequestKind, _ provider: String) -> Bool {
        kind.purposes.contains { purpose in
            runner.backend?.release(session, provider: provider, purpose: purpose) ?? false
        }
    }

    /// The strongest evidence the port offers: its tap, a barrier on its executor, or round trips.
    private func awaitTaken(_ provider: String, since seen: Int, broken: UInt64?) async throws(StepFailure) {
        if runner.header.features.contains(.httpTap) {
            let base = canaries[provider] ?? ""
            try await wait(self.deadline, from: seen) { observation in
                if case .configurationProcessed(let url) = observation.event { url.hasPrefix(base) } else { false }
            } otherwise: {
                if let broken, HeldReplies.wasGivenUp(broken, in: log.observations) {
                    return StepFailure(
                        .noEvidence, "the port gave up its request to \(provider) before the reply was released")
                }
                return StepFailure(
                    .noEvidence,
                    "the port did not report that it processed the reply of \(provider)"
                        + (broken == nil ? "" : ", which broke off: a reply that broke needs a tap, too [P-43]"))
            }
            return
        }
        // Weaker than a cause: a port that answers has had the time to process the reply. What a barrier waits for is
        // only what the port had read, and a reply may still be in a socket.
        try? await Task.sleep(for: pause)
        switch await barrier() {
        case .portGone(let reason): throw StepFailure(.portGone, reason)
        case .silent: throw StepFailure(.portSilent, "the port does not answer barriers")
        case .answered, .unsupported: break
        }
        for _ in 0..<3 {
            switch await ping() {
            case .answered: continue
            case .portGone(let reason): throw StepFailure(.portGone, reason)
            case .silent, .unsupported: throw StepFailure(.portSilent, "the port does not answer pings")
            }
        }
    }
}
