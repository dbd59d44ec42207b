internal import AdapterProtocol
internal import Evidence
internal import POSIX
internal import Synchronization
internal import Timing

/// One process of an adapter, from its start to its end.
final class AdapterProcess: Sendable {
    /// Lines of standard error that are recorded; the last 64 are known at any time.
    private static let maxErrorLines = 10_000

    let limits: ProcessLimits
    private let recorder: Recorder
    private let sleep: Sleep
    private let state = Mutex(State())
    private let exited = FirstResult<Bool>()
    /// The same, for the one who waits for the end after a signal.
    private let signalled = FirstResult<Bool>()

    init(limits: ProcessLimits, recorder: Recorder, sleep: @escaping Sleep) {
        self.limits = limits
        self.recorder = recorder
        self.sleep = sleep
    }

    func spawn(_ command: [String]) throws(SystemError) {
        var options = ChildProcess.Options()
        options.maxLineLength = limits.lineBytes
        options.reportsMore = true
        let child = try ChildProcess(command, options: options) { self.note($0) }
        // It may have ended already.
        state.withLock { $0.child = child }
    }

    /// Talks over a connection instead of to a process of ours.
    func attach(_ link: DialedLink) {
        state.withLock { $0.child = link }
        link.attach { [self] line in
            switch line {
            case .whole(let bytes): note(.line(bytes))
            case .tooLong(let beginning, let length): note(.tooLongLine(beginning: beginning, length: length))
            }
        } ended: { [self] in
            hasEnded("closed the connection")
        }
    }

    // MARK: - State

    var port: InitializeResult? { state.withLock { $0.conversation.port } }
    var isAlive: Bool { state.withLock { $0.end == nil } }
    var openSessions: Int { state.withLock { $0.conversation.openCount } }
    /// nil once it has ended, and where it dialed in.
    var identifier: Int32? { state.withLock { $0.end == nil ? $0.child?.identifierOfProcess : nil } }
    var lastErrorLines: [String] { state.withLock { $0.child }?.lastErrorLines ?? [] }
    var lastOutputLines: [String] { state.withLock { $0.lastLines.all } }
    /// Whether it was ended for what is not the port's fault.
    var endedByFault: Bool { state.withLock { $0.fault != nil } }

    var lostTime: Duration { state.withLock { $0.heartbeat.total(at: .now()) } }

    func initialized(_ port: InitializeResult, clock: AdapterClock) {
        state.withLock { $0.conversation.initialized(port, clock: clock) }
        state.withLock { $0.beating = Task { [self] in await beat() } }
    }

    /// Measures how long the process is unresponsive, until it ends.
    private func beat() async {
        while isAlive {
            try? await sleep(limits.heartbeat)
            guard openSessions > 0 else { continue }
            state.withLock { $0.heartbeat.ask(at: .now()) }
            if await ask(.ping, within: limits.ping) == nil {
                // It has had all the time there is for a ping.
                watch { process in await process.stacksOfUnresponsive() }
            } else {
                state.withLock { $0.heartbeat.answer(at: .now()) }
            }
        }
    }

    func forget(_ session: SessionID) {
        state.withLock { state in
            state.conversation.close(session.name)
            state.accounts[session.name] = nil
        }
    }

    /// From now on the session's questions go to this account.
    func register(_ account: SimulatedAccount, for session: SessionID) {
        state.withLock { $0.accounts[session.name] = account }
    }

    /// The session was not made.
    func refused(_ session: SessionID) {
        state.withLock { state in
            state.conversation.refused(session.name)
            state.conduct.refused(session.name)
            state.accounts[session.name] = nil
        }
    }

    func record(_ event: Event, _ session: SessionID, at time: MonotonicTime = .now()) {
        recorder.record(event, session: session, at: time)
    }

    // MARK: - Asking

    /// Asks, and waits for the answer; `answered` is called with it on the process's thread, as soon as it is here.
    ///
    /// nil where the deadline passed; the answer may still come.
    /// With `pauses` the time in which the process answers nobody does not count.
    func ask(
        _ request: Request, within deadline: Duration, pauses: Bool = false,
        answered: @escaping @Sendable (Reply) -> Void = { _ in }
    ) async -> Conversation.Answer? {
        let outcome = FirstResult<Conversation.Answer?>()
        let id = send(request) { answer in
            if case .reply(let reply) = answer { answered(reply) }
            let isLate = !outcome.give(answer)
            // Nobody will use it, and it takes the place of another.
            if isLate, case .openSession(let open) = request, case .reply(.result) = answer { self.closeLate(open) }
        }
        let answer = await outcome.value(within: deadline, otherwise: nil, sleep: pauses ? sleepWhileItAnswers : sleep)
        if answer == nil { giveUp(request, id: id) }
        return answer
    }

    /// Waits out a duration, and all the time in it that the process was unresponsive once more.
    private var sleepWhileItAnswers: Sleep {
        { [self] duration in
            var lost = lostTime
            var rest = duration
            while rest > .zero {
                try await sleep(rest)
                let now = lostTime
                rest = isAlive ? now - lost : .zero
                lost = now
            }
        }
    }

    /// Sends the request; nil, and the answer at once, where that cannot be.
    private func send(_ request: Request, answered: @escaping Conversation.AnswerHandler) -> Int64? {
        enum Sent {
            case sent(Int64)
            case refused(Conversation.Answer)
            /// Not sent, because the suite may not say it.
            case wrong(RunFault)
            case unresponsive
            /// The process has ended, and that is being recorded.
            case ending
        }
        let sent = state.withLock { state -> Sent in
            if state.wasAskedToEnd { return .refused(.gone("was asked to end")) }
            if let end = state.end {
                if state.isTold { return .refused(.gone(end)) }
                state.late.append(answered)
                return .ending
            }
            guard let child = state.child else { preconditionFailure("a request before the process was started") }
            let port = state.conversation.port
            let limit = port?.lineLimit ?? InitializeRequest.minLineLimit
            if case .openSession = request, let maxSessions = port?.sessionLimit,
                state.conversation.openCount >= maxSessions
            {
                let message = "its limit of sessions is reached: \(maxSessions)"
                return .refused(.reply(.error(ProtocolError(.tooManySessions, message))))
            }
            let (id, line) = state.conversation.line(for: request)
            guard line.count <= limit else {
                return .refused(.tooLong("the request has \(line.count) bytes, and the adapter reads \(limit)"))
            }
            do throws(ProtocolError) {
                try state.conduct.take(line, port: port)
            } catch {
                return .wrong(
                    RunFault(
                        .suite, "broke the adapter protocol: \(error.message), in the line \(Conversation.quote(line))")
                )
            }
            if case .shutdown = request { state.wasAskedToEnd = true }
            state.conversation.asked(request, id: id, answered: answered)
            return child.send(line: line) ? .sent(id) : .unresponsive
        }
        switch sent {
        case .sent(let id):
            return id
        case .ending:
            break
        case .refused(let answer):
            answered(answer)
        case .wrong(let fault):
            record(.fault(fault), request.session.map(SessionID.init) ?? .none)
            answered(.gone("the suite \(fault.message)"))
        case .unresponsive:
            // A process that is ending is about to say how; one that is not is given up.
            watch { process in
                try? await process.sleep(process.limits.grace)
                return "no longer read its standard input"
            }
        }
        return nil
    }

    private func giveUp(_ request: Request, id: Int64?) {
        switch request {
        case .ping: return
        case .call: cancel(id)
        case .openSession(let open):
            cancel(id)
            abandon(open)
        default: break
        }
        watchForLife()
    }

    private func cancel(_ id: Int64?) {
        if let id { _ = send(.cancel(.number(id))) { _ in } }
    }

    /// Waits no longer for the session to be made.
    private func abandon(_ request: OpenRequest) {
        state.withLock { state in
            state.conversation.close(request.session)
            state.conduct.gaveUp(request.session)
            state.accounts[request.session] = nil
        }
    }

    private func closeLate(_ request: OpenRequest) {
        abandon(request)
        _ = send(.closeSession(session: request.session)) { _ in }
    }

    /// Finds out whether the process answers at all, and ends it if it does not.
    func watchForLife() {
        watch { process in
            guard await process.ask(.ping, within: process.limits.ping) == nil else { return nil }
            return await process.stacksOfUnresponsive()
        }
    }

    private func stacksOfUnresponsive() async -> String {
        let reason = "did not answer a ping within \(limits.ping)"
        await askForStacks(reason)
        return reason
    }

    /// Gives a runtime the time to print what its threads are doing; most others end of the signal.
    func askForStacks(_ reason: String) async {
        let child = state.withLock { state in
            state.verdict = reason
            return state.child
        }
        child?.signal(.quit)
        child?.signal(.continue)
        _ = await signalled.value(within: limits.grace, otherwise: false, sleep: sleep)
    }

    /// Ends the process for the reason `judge` comes back with, unless it is nil; one watch at a time.
    private func watch(_ judge: @escaping @Sendable (AdapterProcess) async -> String?) {
        state.withLock { state in
            guard state.end == nil, state.watch == nil else { return }
            state.watch = Task { [self] in
                let reason = await judge(self)
                self.state.withLock { $0.watch = nil }
                if let reason, !Task.isCancelled { end(reason) }
            }
        }
    }

    // MARK: - Hearing

    /// Runs on the process's thread.
    private func note(_ event: ChildProcess.Event) {
        let time = MonotonicTime.now()
        switch event {
        case .line([]):
            // Says nothing, however often.
            break
        case .line(let line):
            state.withLock { $0.lastLines.add(Conversation.quote(line)) }
            receive(line, at: time)
        case .tooLongLine(let beginning, let length):
            endForBreach(
                "a line of \(length) bytes, where the limit is \(limits.lineBytes), beginning \(Conversation.quote(beginning))"
            )
        case .errorLine(let line):
            let count = state.withLock { state in
                state.errorLines += 1
                return state.errorLines
            }
            if count <= Self.maxErrorLines { record(.portOutput(stream: "stderr", line: line), .none, at: time) }
        case .outputEnded:
            watch { process in
                try? await process.sleep(process.limits.grace)
                return "closed its standard output"
            }
        case .ended(let status):
            hasEnded(status.description)
        }
    }

    private func hasEnded(_ reason: String) {
        end(reason)
        exited.give(true)
        signalled.give(true)
    }

    private func receive(_ line: [UInt8], at time: MonotonicTime) {
        let actions: [Conversation.Action]
        do throws(Conversation.Violation) {
            actions = try state.withLock { state throws(Conversation.Violation) in
                state.end == nil ? try state.conversation.receive(line, at: time) : []
            }
        } catch {
            endForBreach(error.text)
            return
        }
        for action in actions {
            switch action {
            case .record(let event, let session, let time): record(event, session, at: time)
            case .reply(let handler, let reply): handler(.reply(reply))
            case .ask(let question): askAccount(question)
            case .end(let reason): end(reason)
            }
        }
    }

    /// What the account answers goes to the port, as long as the session is open.
    private func askAccount(_ question: PlatformQuestion) {
        guard let account = state.withLock({ $0.accounts[question.session] }) else { return }
        let answer: @Sendable (PlatformReply.Answer) -> Void = { [self] answer in
            guard state.withLock({ $0.accounts[question.session] != nil }) else { return }
            let reply = PlatformReply(session: question.session, question: question.question, answer: answer)
            _ = send(.answerPlatform(reply)) { _ in }
        }
        switch question.kind {
        case .access: account.checkAccess { answer(.access($0)) }
        case .account(let request): account.request(request) { answer(.news($0)) }
        }
    }

    // MARK: - Ending

    /// Ends the process because its adapter broke the protocol, and says how.
    @discardableResult
    func endForBreach(_ what: String) -> String {
        let reason = "broke the adapter protocol: \(what)"
        end(reason, fault: RunFault(.adapter, reason))
        return reason
    }

    /// Ends everything that is under way in the process, and the process, if it has not ended by itself.
    func end(_ reason: String, fault: RunFault? = nil) {
        guard let ending = state.withLock({ $0.end(reason, fault) }) else { return }
        for task in ending.tasks { task.cancel() }
        if let fault = ending.fault, ending.sessions.isEmpty, !ending.isExpected { record(.fault(fault), .none) }
        for session in ending.sessions {
            if let fault = ending.fault { record(.fault(fault), session) }
            for line in ending.lastErrorLines { record(.portOutput(stream: "stderr", line: line), session) }
            for line in ending.lastLines { record(.portOutput(stream: "stdout", line: line), session) }
            record(.portEnded(reason: ending.reason), session)
        }
        if ending.sessions.isEmpty, !ending.isExpected { record(.note("the adapter \(ending.reason)"), .none) }
        let late = state.withLock { state in
            state.isTold = true
            return exchange(&state.late, with: [])
        }
        for handler in ending.handlers + late { handler(.gone(ending.reason)) }
        state.withLock { $0.child }?.terminate(grace: limits.grace)
    }

    /// Ends the process with a signal that leaves it no time; returns when it has ended.
    func kill() async {
        let child = state.withLock { state in
            state.isStopping = true
            return state.child
        }
        child?.signal(.kill)
        await child?.hasEnded()
    }

    /// Asks the process to end, and makes it; returns when it has.
    func stop() async {
        state.withLock { $0.isStopping = true }
        if isAlive { _ = await ask(.shutdown, within: limits.grace) }
        guard let child = state.withLock({ $0.child }) else { return }
        child.endInput()
        if await !exited.value(within: limits.grace, otherwise: false, sleep: sleep) {
            child.terminate(grace: limits.grace)
        }
        await child.hasEnded()
    }
}
