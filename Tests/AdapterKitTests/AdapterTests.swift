import AccessEnablerAPI
import AdapterProtocol
import Dispatch
import Documents
import POSIX
import ScriptedPort
import Testing
import Timing

@Suite struct AdapterTests {
    private func call(_ number: Int, _ selector: Selector, session: String = "s1") -> Request {
        .call(
            CallRequest(
                session: session, number: number, message: Message(selector, [.init("requestorID", "r")])))
    }

    @Test func aPortSaysWhatItIsOnItsMachinesClock() async throws {
        var suite = try ServedPort(ScriptedPort(features: [.httpTap]) { _, _ in })
        let before = MonotonicTime.now().nanoseconds
        suite.ask(
            5,
            .initialize(
                InitializeRequest(
                    suite: ProgramName(name: "test", version: "1"), version: .newest, platform: .iOS,
                    lineLimit: 1 << 20)))
        guard case .response(.number(5), .result(let json))? = try await suite.message() else {
            Issue.record("no answer")
            return
        }
        let result = try InitializeResult(json)
        #expect(result.port == ProgramName(name: "scripted", version: "1"))
        #expect(result.calls == ScriptedSession.calls)
        #expect(result.features == [.httpTap])
        #expect(result.callbacks.count == 16)
        #expect((before...MonotonicTime.now().nanoseconds).contains(result.clockNow))
        #expect(result.clockOrigin == .machine)
    }

    @Test func callbacksOfACallComeBeforeItsAnswer() async throws {
        var suite = try ServedPort(
            ScriptedPort { message, session in
                session.events.delegate.navigateToUrl(message["requestorID"]?.stringValue ?? "")
                session.events.configurationTaken("http://sp")
                session.events.delegate.setRequestorComplete(.success)
            })
        try await suite.open()
        suite.ask(2, call(8, .setRequestor))
        let messages = try await suite.messages(until: 2)
        #expect(messages.count == 4)
        #expect(messages.compactMap(\.event?.number) == [0, 1])
        #expect(messages.compactMap(\.event?.sequence) == [0, 2])
        #expect(messages.compactMap(\.event?.duringCall) == [8, 8])
        #expect(messages[0].event?.message == Message(.navigateToUrl, [.init("url", "r")]))
        #expect(messages[3] == .response(id: .number(2), .result([:])))
        guard case .notification("tap", let params) = messages[1] else {
            Issue.record("no tap")
            return
        }
        #expect(params["url"] == "http://sp")
        #expect(params["seq"] == 1)
    }

    @Test func aPingIsAnsweredWhileACallBlocks() async throws {
        let blocked = DispatchSemaphore(value: 0)
        var suite = try ServedPort(ScriptedPort { _, _ in blocked.wait() })
        try await suite.open()
        suite.ask(2, call(0, .logout))
        suite.ask(3, .ping)
        #expect(try await suite.messages(until: 3) == [.response(id: .number(3), .result([:]))])
        blocked.signal()
        #expect(try await suite.message() == .response(id: .number(2), .result([:])))
    }

    @Test func aCancelledCallIsAnsweredOnceAndTheNextGetsAThread() async throws {
        let blocked = DispatchSemaphore(value: 0)
        let begun = DispatchSemaphore(value: 0)
        var suite = try ServedPort(
            ScriptedPort { message, session in
                guard message.selector == .logout else { return }
                session.events.delegate.selectedProvider(nil)
                begun.signal()
                blocked.wait()
            })
        try await suite.open()
        suite.ask(2, call(0, .logout))
        // The event says that the call has begun.
        #expect(try await suite.message()?.event != nil)
        suite.ask(3, .cancel(.number(2)))
        let messages = try await suite.messages(until: 3)
        #expect(messages.first?.error == ErrorObject(.cancelled, "cancelled"))
        blocked.signal()
        suite.ask(4, call(1, .checkAuthentication))
        #expect(try await suite.messages(until: 4) == [.response(id: .number(4), .result([:]))])
    }

    @Test func aThousandSessionsKeepTheirCallbacksApart() async throws {
        var suite = try ServedPort(
            ScriptedPort { message, session in
                let answer = message["requestorID"]?.stringValue ?? ""
                startThread { session.events.delegate.navigateToUrl(answer) }
            })
        try await suite.open()
        for index in 0..<1_000 {
            suite.ask(
                10, .openSession(OpenRequest(session: "x\(index)", configuration: SessionConfiguration())))
            _ = try await suite.messages(until: 10)
        }
        for index in 0..<1_000 {
            let message = Message(.setRequestor, [.init("requestorID", .string("x\(index)"))])
            suite.ask(
                Int64(20 + index), .call(CallRequest(session: "x\(index)", number: 0, message: message)))
        }
        var events: [SessionEvent] = []
        while events.count < 1_000, let message = try await suite.message() {
            if let event = message.event { events.append(event) }
        }
        #expect(events.allSatisfy { $0.number == 0 && $0.message["url"] == .string($0.session) })
        #expect(Set(events.map(\.session)).count == 1_000)
        #expect(events.map(\.sequence) == Array(0..<1_000))
    }

    @Test func aCallbackAfterTheCloseIsStillSent() async throws {
        var suite = try ServedPort(
            ScriptedPort(
                closing: { session in startThread { session.events.delegate.setRequestorComplete(.error) } },
                script: { _, _ in }))
        try await suite.open()
        suite.ask(2, .closeSession(session: "s1"))
        let messages = [try await suite.message(), try await suite.message()]
        #expect(messages.contains(.response(id: .number(2), .result([:]))))
        #expect(messages.contains { $0?.event?.message.selector == .setRequestorComplete })
    }

    @Test func theEndOfInputClosesTheSessionsAndTheOutput() async throws {
        let closed = DispatchSemaphore(value: 0)
        var suite = try ServedPort(ScriptedPort(closing: { _ in closed.signal() }, script: { _, _ in }))
        try await suite.open()
        suite.endInput()
        #expect(try await suite.message() == nil)
        await suite.served()
        #expect(closed.wait(timeout: .now()) == .success)
    }

    @Test func aShutdownIsAnsweredAndNothingAfterItIsRead() async throws {
        var suite = try ServedPort(ScriptedPort { _, _ in })
        try await suite.open()
        suite.write(
            #"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"# + "\n" + #"{"jsonrpc":"2.0","id":3,"method":"ping"}"#)
        #expect(try await suite.message() == .response(id: .number(2), .result([:])))
        #expect(try await suite.message() == nil)
        await suite.served()
    }
}
