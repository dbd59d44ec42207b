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
        case .decide(let resource, let decision):
            runner.backend?.decide(ResourceRule(decision), about: canaries[resource] ?? resource, in: session)
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
        let broken = Mutex<UInt64?>(nil)
        try await wait(self.deadline, from: seen) { observation in
            switch observation.event {
            case .replyLeft: return true
            case .replyBroken(let exchange, _):
                broken.withLock { $0 = exchange }
                return true
            default: return false
            }
        } otherwise: {
            StepFailure(.noEvidence, "the reply of \(provider) could not be written")
        }
        if kind == .configuration {
            try await awaitTaken(provider, since: seen, broken: broken.withLock { $0 })
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

    /// Waits until the next configuration reply comes later than those before in every sense of the word.
    ///
    /// The documents call the provider the fastest that "responded first", and the one "with the shortest response
    /// time" (A-68). A port that measures may have begun to as early as its call and as late as the request came, so
    /// replies that are further apart than that have both in one order. In haste it counts as measuring from its requests.
    func spaceResponses() async {
        let observations = log.observations
        let calls = observations.lastIndex { observation in
            guard case .call(_, let message) = observation.event else { return false }
            return message.selector.rawValue.hasPrefix("setRequestor")
        }
        guard let call = calls else { return }
        var asked: [UInt64: MonotonicTime] = [:]
        var isAnswered = false
        for observation in observations[call...] {
            switch observation.event {
            case .request(let request) where request.purpose == .configuration:
                asked[request.exchange] = observation.time
            case .replyLeft(let reply) where asked[reply.exchange] != nil: isAnswered = true
            default: break
            }
        }
        guard isAnswered, let last = asked.values.max() else { return }
        // One millisecond is as fine as ports may measure, and is rounded at both ends.
        let begin = isHurried ? asked.values.min() ?? last : observations[call].time
        try? await Task.sleep(for: last - begin + .milliseconds(2))
    }

    /// The person does something in the platform's picker.
    ///
    /// - Parameter ifShown: whether there may be no picker: nothing is done then.
    func pick(_ pick: PlatformPick, ifShown: Bool) throws(StepFailure) {
        guard let account else { throw StepFailure(.unsupported, "the device of the case has no account") }
        let choice: AccountChoice =
            switch pick {
            case .mvpd(let name): .provider(canaries[name] ?? name)
            case .otherProvider: .other
            case .unsupportedProvider: .unsupported(canaries["unknown-mvpd"] ?? "")
            case .cancel: .cancel
            }
        if let reason = account.choose(choice, ifShown: ifShown) { throw StepFailure(.page, reason) }
    }

    func changePlatform(_ change: PlatformFixture) throws(StepFailure) {
        guard let account else { throw StepFailure(.unsupported, "the device of the case has no account") }
        let canaries = self.canaries
        account.change { $0.apply(change, canaries) }
    }
}

extension AccountDevice {
    /// The platform authenticates with the MVPDs that it supports fully; others it only shows.
    init(_ fixture: PlatformFixture, _ testCase: Case, _ canaries: Canaries) {
        let listings = testCase.fixture.providers.flatMap(\.mvpds)
        let partners = listings.filter { $0.properties["boardingStatus"] == "SUPPORTED" }
        self.init(partners: Set(partners.map { canaries[$0.name] ?? $0.name }), user: canaries.user)
        apply(fixture, canaries)
    }

    fileprivate mutating func apply(_ fixture: PlatformFixture, _ canaries: Canaries) {
        access = fixture.access ?? access
        isFailing = fixture.isFailing ?? isFailing
        switch fixture.signedIn {
        case .with(let name): signedIn = canaries[name] ?? name
        case .nobody: signedIn = nil
        case nil: break
        }
    }
}
