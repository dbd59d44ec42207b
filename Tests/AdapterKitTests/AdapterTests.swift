import AccessEnablerAPI
import AdapterKit
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

    /// P-21, P-55.
    @Test func aPortSaysWhatItIsOnItsMachinesClock() async throws {
        var suite = try ServedPort(ScriptedPort(features: [.httpTap]) { _, _ in })
        let before = MonotonicTime.now()
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
        #expect((before...MonotonicTime.now()).contains(result.clockNow))
        #expect(result.clockOrigin == .machine)
    }

    /// P-29, P-40, P-50, P-53.
    @Test func callbacksOfACallComeBeforeItsAnswer() async throws {
        var suite = try ServedPort(
            ScriptedPort { message, session in
                session.events.delegate.navigateToUrl(message["requestorID"]?.stringValue ?? "")
                session.events.configurationProcessed("http://sp")
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

    /// P-33.
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

    /// P-10, P-34.
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
        #expect(messages.first?.error == ProtocolError(.cancelled, "cancelled"))
        blocked.signal()
        suite.ask(4, call(1, .checkAuthentication))
        #expect(try await suite.messages(until: 4) == [.response(id: .number(4), .result([:]))])
    }

    /// P-26, P-41.
    @Test func aThousandSessionsKeepTheirCallbacksApart() async throws {
        var suite = try ServedPort(
            ScriptedPort { message, session in
                let answer = message["requestorID"]?.stringValue ?? ""
                startThread { session.events.delegate.navigateToUrl(answer) }
            })
        try await suite.open()
        for index in 0..<1_000 {
            suite.ask(10, .openSession(OpenRequest(session: "x\(index)", configuration: SessionConfiguration())))
            _ = try await suite.messages(until: 10)
        }
        for index in 0..<1_000 {
            let message = Message(.setRequestor, [.init("requestorID", .string("x\(index)"))])
            suite.ask(Int64(20 + index), .call(CallRequest(session: "x\(index)", number: 0, message: message)))
        }
        var events: [SessionEvent] = []
        while events.count < 1_000, let message = try await suite.message() {
            if let event = message.event { events.append(event) }
        }
        #expect(events.allSatisfy { $0.number == 0 && $0.message["url"] == .string($0.session) })
        #expect(Set(events.map(\.session)).count == 1_000)
        #expect(events.map(\.sequence) == Array(0..<1_000))
    }

    /// P-56.
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

    /// P-35.
    @Test func theEndOfInputClosesTheSessionsAndTheOutput() async throws {
        let closed = DispatchSemaphore(value: 0)
        var suite = try ServedPort(ScriptedPort(closing: { _ in closed.signal() }, script: { _, _ in }))
        try await suite.open()
        suite.endInput()
        #expect(try await suite.message() == nil)
        await suite.served()
        #expect(closed.wait(timeout: .now()) == .success)
    }

    /// P-35.
    @Test func aShutdownIsAnsweredAndNothingAfterItIsRead() async throws {
        var suite = try ServedPort(ScriptedPort { _, _ in })
        try await suite.open()
        suite.write(
            #"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"# + "\n" + #"{"jsonrpc":"2.0","id":3,"method":"ping"}"#)
        #expect(try await suite.message() == .response(id: .number(2), .result([:])))
        #expect(try await suite.message() == nil)
        await suite.served()
    }

    /// P-54.
    @Test func callbacksThatOverlapAreSentInTheOrderInWhichTheyWereEntered() async throws {
        let threads = 4
        let each = 50
        var suite = try ServedPort(
            ScriptedPort { _, session in
                for _ in 0..<threads {
                    startThread { for _ in 0..<each { session.events.delegate.setRequestorComplete(.success) } }
                }
            })
        try await suite.open()
        suite.ask(2, call(0, .logout))
        var events: [SessionEvent] = []
        while events.count < threads * each, let message = try await suite.message() {
            if let event = message.event { events.append(event) }
        }
        #expect(events.map(\.number) == Array(0..<threads * each))
        #expect(events.map(\.time) == events.map(\.time).sorted())
        #expect(events.allSatisfy { $0.duringCall == nil })
    }

    /// P-51.
    @Test func callsOfASessionAreMadeOneAfterAnotherAndOnesOfAnotherDoNotWait() async throws {
        let blocked = DispatchSemaphore(value: 0)
        var suite = try ServedPort(
            ScriptedPort { message, session in
                session.events.delegate.navigateToUrl(message.selector.rawValue)
                if message.selector == .logout { blocked.wait() }
            })
        try await suite.open()
        suite.ask(2, .openSession(OpenRequest(session: "s2", configuration: SessionConfiguration())))
        _ = try await suite.messages(until: 2)
        suite.ask(3, call(0, .logout))
        suite.ask(4, call(1, .checkAuthentication))
        suite.ask(5, call(0, .checkAuthentication, session: "s2"))
        let messages = try await suite.messages(until: 5)
        let heard = messages.compactMap(\.event).filter { $0.session == "s1" }
        #expect(heard.allSatisfy { $0.message["url"] == "logout" })
        blocked.signal()
        let rest = try await suite.messages(until: 4)
        let all = (messages + rest).compactMap(\.event).filter { $0.session == "s1" }
        #expect(all.compactMap { $0.message["url"]?.stringValue } == ["logout", "checkAuthentication"])
        #expect(rest.contains(.response(id: .number(3), .result([:]))))
    }

    /// P-42.
    @Test func aCallbackDoesNotWaitForASuiteThatDoesNotRead() async throws {
        let (finished, feed) = AsyncStream.makeStream(of: Void.self)
        let port = ScriptedPort { _, session in
            // More than any pipe holds.
            let text = String(repeating: "x", count: 1 << 20)
            for _ in 0..<4 { session.events.delegate.navigateToUrl(text) }
            feed.yield()
        }
        var requests = try Pipe()
        var answers = try Pipe()
        let (read, write) = (requests.readEnd.release(), answers.writeEnd.release())
        let serving = Task { await Adapter.serve(port: port, input: read, output: write) }
        let open = OpenRequest(session: "s1", configuration: SessionConfiguration())
        let hello = InitializeRequest(
            suite: ProgramName(name: "test", version: "1"), version: .newest, platform: .iOS, lineLimit: 1 << 20)
        let first: [Request] = [.initialize(hello), .openSession(open)]
        for (id, request) in first.enumerated() {
            let line = Envelope.request(id: .number(Int64(id)), method: request.method, params: request.params).line
            guard case .bytes(line.count) = requests.writeEnd.write(line, from: 0) else { throw PortError("no pipe") }
        }
        // The session is there once its opening was answered; after that nobody reads.
        let (opened, openedFeed) = AsyncStream.makeStream(of: Void.self)
        let isOver = DispatchSemaphore(value: 0)
        let output = answers.readEnd.release()
        startThread {
            let output = FileDescriptor(owning: output)
            var splitter = LineSplitter(maximum: 1 << 20)
            var buffer = [UInt8](repeating: 0, count: 65_536)
            var lines = 0
            while lines < 2, case .bytes(let count) = output.read(into: &buffer) {
                splitter.read(buffer[..<count]) { _ in lines += 1 }
            }
            openedFeed.yield()
            isOver.wait()
            _ = consume output
        }
        for await _ in opened { break }
        let request = call(0, .logout)
        let line = Envelope.request(id: .number(2), method: request.method, params: request.params).line
        _ = requests.writeEnd.write(line, from: 0)
        for await _ in finished { break }
        isOver.signal()
        requests.writeEnd.close()
        await serving.value
    }
}
