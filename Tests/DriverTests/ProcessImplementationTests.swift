import AccessEnablerAPI
import Driver
import Evidence
import Synchronization
import Testing

/// A port in another process, driven through its adapter.
@Suite struct ProcessImplementationTests {
    private let tape = Tape()
    private let long = Duration.seconds(300)
    private let s1 = SessionID("s1")

    private func withPort(
        _ command: [String] = PythonAdapter.command(), limits: ProcessLimits = .patient,
        sleep: @escaping Sleep = sleepOnContinuousClock, _ body: (ProcessImplementation) async throws -> Void
    ) async throws {
        let port = try await ProcessImplementation.start(
            .command(command), recorder: tape.recorder, suiteVersion: "1", version: .newest, platform: .iOS,
            limits: limits, sleep: sleep)
        do {
            try await body(port)
        } catch {
            await port.stop()
            throw error
        }
        await port.stop()
    }

    private func quick() -> ProcessLimits {
        var limits = ProcessLimits.patient
        limits.ping = .milliseconds(20)
        limits.grace = .milliseconds(20)
        return limits
    }

    @Test func aPortSaysWhatItIs() async throws {
        try await withPort { port in
            #expect(port.description.name == "snake")
            #expect(port.description.version == "3")
            #expect(port.description.calls.contains(.logout))
            #expect(port.description.features == [.httpTap])
            #expect(port.description.sessionLimit == 3)
            #expect(port.description.text.hasPrefix("exec:python3 -c"))
        }
    }

    /// P-50.
    @Test func aCallItsCallbackAndItsReturnAreRecordedInOrder() async throws {
        let value: Value = ["big": .int(.max), "bytes": .bytes([0, 255]), "none": nil, "$x": .reference("picker")]
        let message = Message("repeat:", [.init("a", value), .init("b", "😀")])
        try await withPort { port in
            let session = try await port.open(SessionConfiguration(), session: s1)
            #expect(await session.call(message, number: 5, deadline: long) == .returned)
            let callback = CallbackEvent(
                number: 0, message: Message("repeated:", message.arguments), thread: "worker", duringCall: 5)
            #expect(tape.events == [.call(number: 5, message), .callback(callback), .callReturned(number: 5)])
            let times = tape.observations.map(\.time)
            #expect(times == times.sorted())
        }
    }

    /// P-30.
    @Test func aCallThatThrewSaysWhy() async throws {
        try await withPort { port in
            let session = try await port.open(SessionConfiguration(), session: s1)
            let call = Message("throw:", [.init("message", "NSRangeException")])
            #expect(await session.call(call, number: 0, deadline: long) == .threw("NSRangeException"))
            #expect(tape.events.last == .callThrew(number: 0, message: "NSRangeException"))
        }
    }

    /// P-04, P-06.
    @Test func whatThePortPrintsIsNoise() async throws {
        try await withPort { port in
            let session = try await port.open(SessionConfiguration(), session: s1)
            for (number, line) in ["hello", "{\"level\":\"info\"}"].enumerated() {
                let call = Message("write:", [.init("line", .string(line))])
                _ = await session.call(call, number: number, deadline: long)
                #expect(tape.events.contains(.portOutput(stream: "stdout", line: line)))
            }
            _ = await session.call(Message("errors:", [.init("line", "oops")]), number: 3, deadline: long)
            try await tape.first { $0 == .portOutput(stream: "stderr", line: "oops") }
        }
    }

    /// P-06.
    @Test func tenMegabytesOfALogKeepNobody() async throws {
        try await withPort { port in
            let session = try await port.open(SessionConfiguration(), session: s1)
            #expect(await session.call(Message("flood"), number: 0, deadline: long) == .returned)
            _ = await session.call(Message("exit:", [.init("status", 1)]), number: 1, deadline: long)
            let last = tape.observations.filter { $0.session == s1 }.compactMap { observation -> String? in
                if case .portOutput("stderr", let line) = observation.event { line } else { nil }
            }
            #expect(last.count == 64)
            #expect(last.last?.hasSuffix("number 159999") == true)
        }
    }

    /// P-31, P-43.
    @Test func aTapIsRecordedAndAPortWithoutBarriersIsNotAskedForOne() async throws {
        try await withPort { port in
            let session = try await port.open(SessionConfiguration(storage: "http://sp1"), session: s1)
            #expect(tape.events == [.configurationProcessed(url: "http://sp1")])
            #expect(await session.barrier(number: 0, deadline: long) == .unsupported)
            #expect(await session.ping(number: 1, deadline: long) == .answered)
            #expect(tape.events.suffix(2) == [.probeSent(.ping, number: 1), .probeAnswered(.ping, number: 1)])
        }
    }

    /// P-56.
    @Test(.timeLimit(.minutes(5))) func aCallbackAfterTheCloseIsStillSeen() async throws {
        try await withPort { port in
            let session = try await port.open(SessionConfiguration(), session: s1)
            await session.close()
            try await tape.first(where: \.isCallback)
        }
    }

    /// P-27.
    @Test func aConfigurationThatThePortRefusesSaysWhy() async throws {
        try await withPort { port in
            await #expect(throws: DriverError(.refused, "no tvOS here")) {
                _ = try await port.open(SessionConfiguration(platform: .tvOS), session: s1)
            }
            #expect(tape.events.isEmpty)
        }
    }

    /// P-24.
    @Test func aPlatformThatTheAdapterDoesNotPlayIsNotAskedFor() async throws {
        let script = PythonAdapter.script.replacing(#", "tvos"]"#, with: "]")
        try await withPort(["python3", "-c", script, "plain"]) { port in
            await #expect(throws: DriverError(.refused, "the adapter does not play tvos")) {
                _ = try await port.open(SessionConfiguration(platform: .tvOS), session: s1)
            }
        }
    }

    /// P-30.
    @Test(arguments: [-32602, -32603, -32021, -32003, -32800])
    func anErrorThatIsTheAdaptersOwnFailsNoPort(code: Int) async throws {
        try await withPort { port in
            let session = try await port.open(SessionConfiguration(), session: s1)
            let call = Message("fail:", [.init("code", .int(Int64(code)))])
            let reason = "answered the call fail: with error \(code): lost"
            #expect(await session.call(call, number: 0, deadline: long) == .fault(reason))
            #expect(tape.events == [.call(number: 0, call), .fault(RunFault(.adapter, reason))])
            #expect(await session.ping(number: 0, deadline: long) == .answered)
        }
    }

    @Test func anErrorThatNobodyKnowsIsWhatThePortThrew() async throws {
        try await withPort { port in
            let session = try await port.open(SessionConfiguration(), session: s1)
            let call = Message("fail:", [.init("code", 17)])
            #expect(await session.call(call, number: 0, deadline: long) == .threw("lost"))
        }
    }

    /// P-24, P-27.
    @Test func noMoreSessionsAreOpenedThanThePortAllows() async throws {
        try await withPort { port in
            for name in ["a", "b"] { _ = try await port.open(SessionConfiguration(), session: SessionID(name)) }
            let last = try await port.open(SessionConfiguration(), session: SessionID("c"))
            let error = await #expect(throws: DriverError.self) {
                _ = try await port.open(SessionConfiguration(), session: s1)
            }
            #expect(error?.code == .tooManySessions)
            await last.close()
            _ = try await port.open(SessionConfiguration(), session: s1)
        }
    }

    /// P-25, P-34.
    @Test func aSessionThatComesTooLateIsClosedAndTakesNoPlace() async throws {
        var limits = ProcessLimits.patient
        limits.session = .seconds(301)
        let isOver = Atomic(false)
        let sleep: Sleep = { duration in
            let isFirst = duration == .seconds(301) && !isOver.exchange(true, ordering: .relaxed)
            if !isFirst { try await sleepOnContinuousClock(duration) }
        }
        try await withPort(limits: limits, sleep: sleep) { port in
            let error = await #expect(throws: DriverError.self) {
                _ = try await port.open(SessionConfiguration(storage: "held"), session: s1)
            }
            #expect(error?.code == .timedOut)
            // It tells of its end when it is closed.
            #expect(try await tape.first(where: \.isCallback).session == s1)
            for name in ["a", "b", "c"] { _ = try await port.open(SessionConfiguration(), session: SessionID(name)) }
            #expect(!tape.events.contains { if case .fault = $0 { true } else { false } })
        }
    }

    /// P-03.
    @Test func aCallLongerThanTheAdapterReadsIsNotSent() async throws {
        try await withPort { port in
            let session = try await port.open(SessionConfiguration(), session: s1)
            let text = String(repeating: "x", count: 70_000)
            guard
                case .unsupported(let message) = await session.call(
                    Message("repeat:", [.init("a", .string(text))]), number: 0, deadline: long)
            else {
                Issue.record("not refused")
                return
            }
            #expect(message.hasSuffix("bytes, and the adapter reads 70000"))
            #expect(await session.ping(number: 0, deadline: long) == .answered)
        }
    }

    /// P-57.
    @Test func aProcessThatDiesEndsEverySessionAndTheNextGetsAFreshOne() async throws {
        try await withPort { port in
            let first = try await port.open(SessionConfiguration(), session: s1)
            let second = try await port.open(SessionConfiguration(), session: SessionID("s2"))
            let call = Message("exit:", [.init("status", 3)])
            #expect(await first.call(call, number: 0, deadline: long) == .portGone("exited with status 3"))
            #expect(await second.ping(number: 0, deadline: long) == .portGone("exited with status 3"))
            let ends = tape.observations.filter { $0.event == .portEnded(reason: "exited with status 3") }
            #expect(ends.map(\.session.name) == ["s1", "s2"])

            let third = try await port.open(SessionConfiguration(), session: SessionID("s3"))
            #expect(await third.ping(number: 0, deadline: long) == .answered)
        }
    }

    @Test func aProcessOfItsOwnIsKilledWithoutAWordAndNoOtherSessionNotices() async throws {
        try await withPort { port in
            let other = try await port.open(SessionConfiguration(), session: SessionID("s2"))
            let alone = try await port.openAlone(SessionConfiguration(), session: s1, account: nil)
            #expect(await alone.kill())
            #expect(await alone.ping(number: 0, deadline: long) != .answered)
            #expect(await other.ping(number: 0, deadline: long) == .answered)
            #expect(await !other.kill())
            #expect(!tape.events.contains { if case .portEnded = $0 { true } else { false } })
        }
    }

    /// P-34.
    @Test func aCallThatHangsLeavesTheProcessAlone() async throws {
        try await withPort { port in
            let session = try await port.open(SessionConfiguration(), session: s1)
            #expect(await session.call(Message("block"), number: 0, deadline: .milliseconds(5)) == .hung)
            #expect(await session.ping(number: 0, deadline: long) == .answered)
            #expect(await session.call(Message("repeat:"), number: 1, deadline: long) == .returned)
            #expect(!tape.events.contains(.callReturned(number: 0)))
        }
    }

    /// P-41.
    @Test func aPortThatCallsBackWithoutEndIsGivenUp() async throws {
        try await withPort { port in
            let session = try await port.open(SessionConfiguration(), session: s1)
            let end = "made more than 2000 callbacks in session s1"
            #expect(await session.call(Message("storm"), number: 0, deadline: long) == .portGone(end))
            #expect(tape.callbacks.count == 2_001)
            #expect(tape.events.contains(.portEnded(reason: end)))
            #expect(!tape.events.contains { if case .fault = $0 { true } else { false } })
        }
    }

    /// P-41: what is told in answer to many calls, as under load, is not without end.
    @Test func aSessionThatLivesLongIsNotGivenUp() async throws {
        try await withPort { port in
            let session = try await port.open(SessionConfiguration(), session: s1)
            for number in 0..<2_001 {
                let outcome = await session.call(Message("repeat:"), number: number, deadline: long)
                guard outcome == .returned else {
                    Issue.record("call \(number): \(outcome)")
                    return
                }
            }
            #expect(tape.callbacks.count == 2_001)
        }
    }

    /// P-57.
    @Test func aProcessThatHangsIsGivenUp() async throws {
        try await withPort(limits: quick()) { port in
            let session = try await port.open(SessionConfiguration(), session: s1)
            #expect(await session.call(Message("freeze"), number: 0, deadline: .milliseconds(5)) == .hung)
            let end = "did not answer a ping within 0.02 seconds"
            try await tape.first { $0 == .portEnded(reason: end) }
            #expect(await session.call(Message("repeat:"), number: 1, deadline: long) == .portGone(end))
        }
    }

    /// P-57.
    @Test func aProcessThatClosesItsOutputIsGivenUp() async throws {
        try await withPort(limits: quick()) { port in
            let session = try await port.open(SessionConfiguration(), session: s1)
            let outcome = await session.call(Message("closeOutput"), number: 0, deadline: long)
            #expect(outcome == .portGone("closed its standard output"))
        }
    }

    /// P-36.
    @Test func aProcessThatIgnoresEveryRequestToEndIsKilled() async throws {
        try await withPort(PythonAdapter.command(mode: "unresponsive"), limits: quick()) { port in
            _ = try await port.open(SessionConfiguration(), session: s1)
        }
        await #expect(throws: DriverError.self) {
            try await withPort { port in
                await port.stop()
                _ = try await port.open(SessionConfiguration(), session: s1)
            }
        }
    }
}
