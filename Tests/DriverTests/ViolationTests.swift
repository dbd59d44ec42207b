import AccessEnablerAPI
import AdapterProtocol
import Evidence
import Testing

@testable import Driver

/// Adapters that break the protocol: what is wrong is named, and the line quoted.
@Suite struct ViolationTests {
    /// Half a secret would not be known as one.
    @Test(arguments: [" ", "\""])
    func aQuotedLineIsNotCutInAWord(before: String) {
        let line = String(repeating: "y ", count: 490) + before + "statement.x1abcn12x-and-more-of-it"
        let quoted = Conversation.quote(Array(line.utf8))
        #expect(quoted.hasPrefix("y y y") && quoted.hasSuffix("... (\(line.utf8.count) bytes)"))
        #expect(!quoted.contains("statement"))
    }

    /// A load run has millions of sessions.
    @Test func theNamesOfSessionsThatWereClosedLongAgoAreForgotten() {
        var closed = ClosedSessions()
        let forgotten = (0..<40_000).map { "s\($0)" }.flatMap { closed.add($0) }
        #expect(forgotten.count >= 20_000 && forgotten == (0..<forgotten.count).map { "s\($0)" })
    }

    @Test func aNameThatWasRefusedIsNotForgottenOnceItsSessionIsOpen() {
        var conversation = Conversation()
        let ask = Request.openSession(OpenRequest(session: "a", configuration: SessionConfiguration()))
        for id in 0..<20_001 {
            conversation.asked(ask, id: Int64(id)) { _ in }
            if id < 20_000 { conversation.refused("a") }
        }
        conversation.close("b")
        #expect(conversation.openSessions.map(\.name) == ["a"])
    }

    private let tape = Tape()

    private func open() async throws -> (ProcessImplementation, any DrivenSession) {
        let port = try await ProcessImplementation.start(
            .command(PythonAdapter.command()), recorder: tape.recorder, suiteVersion: "1", version: .newest,
            platform: .iOS, limits: .patient)
        return (port, try await port.open(SessionConfiguration(), session: SessionID("s1")))
    }

    private func event(_ members: String) -> String {
        #"{"jsonrpc":"2.0","method":"session/event","params":{"session":"s1","ts":1,"selector":"x",\#(members)}}"#
    }

    /// P-02, P-05, P-09, P-10, P-11, P-43.
    @Test(arguments: [
        (#"{"jsonrpc":"2.0","id":"#, "column 23: the text ends where a value is expected"),
        (#"{"jsonrpc":"2.0","id":99,"result":{}}"#, "id: no request 99 waits for an answer"),
        (#"{"jsonrpc":"2.0","id":"x","result":{}}"#, #"id: no request "x" waits for an answer"#),
        (#"{"jsonrpc":"2.0","id":0,"result":{}}"#, "id: no request 0 waits for an answer"),
        (#"{"jsonrpc":"2.0","id":null,"result":{}}"#, "id: null, in a response that is no error"),
        (
            #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}}"#,
            "the adapter could not read a request: what?"
        ),
        (
            #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
            "the adapter asked 'ping', and it may only answer"
        ),
        (
            #"{"jsonrpc":"2.0","method":"session/event","params":{"session":"s9","seq":0,"n":0,"ts":1,"selector":"x"}}"#,
            "params.session: no session 's9' is open, or was lately"
        ),
        (
            #"{"jsonrpc":"2.0","method":"tap","params":{"session":"s1","seq":0,"ts":1,"kind":"safari","url":""}}"#,
            "params.kind: 'safari' without the feature 'platform.svc'"
        ),
        (#"{"jsonrpc":"2.0","jsonrpc":"2.0","id":1,"result":{}}"#, "column 18: duplicate key 'jsonrpc'"),
        (#"[{"jsonrpc":"2.0","id":1,"result":{}}]"#, "the message: expected an object, found an array"),
    ])
    func aLineThatBreaksTheProtocolEndsTheProcess(line: String, message: String) async throws {
        try await check(line, message)
    }

    /// P-11, P-41, P-53.
    @Test(arguments: [
        (#""seq":1,"n":0"#, "params.seq: expected 0, found 1"),
        (#""seq":0,"n":1"#, "params.n: expected 0, found 1"),
        (#""seq":0,"n":0,"duringCall":8"#, "params.duringCall: no call 8 was made in the session"),
        (#""seq":0,"n":0,"arguments":3"#, "params.arguments: expected an object, found a number"),
        (#""seq":0"#, "params.n is missing; expected an integer"),
    ])
    func anEventThatDoesNotFitEndsTheProcess(members: String, message: String) async throws {
        try await check(event(members), message)
    }

    private func check(_ line: String, _ message: String) async throws {
        let (port, session) = try await open()
        let call = Message("write:", [.init("line", .string(line))])
        let end = "broke the adapter protocol: \(message), in the line \(line)"
        #expect(await session.call(call, number: 7, deadline: .seconds(60)) == .portGone(end))
        #expect(tape.events.contains(.portEnded(reason: end)))
        #expect(tape.events.contains(.fault(RunFault(.adapter, end))))
        await port.stop()
    }

    /// P-08.
    @Test func aNotificationOfALaterVersionIsOnlyNoted() async throws {
        let (port, session) = try await open()
        let line = #"{"jsonrpc":"2.0","method":"weather","params":{}}"#
        let call = Message("write:", [.init("line", .string(line))])
        #expect(await session.call(call, number: 0, deadline: .seconds(60)) == .returned)
        #expect(tape.events.contains(.note("unknown notification 'weather' from the adapter")))
        await port.stop()
    }

    /// P-81.
    @Test func anAnswerThatNoAdapterInOrderGivesEndsTheProcess() async throws {
        let (port, session) = try await open()
        let call = Message("fail:", [.init("code", -32011)])
        let end = "broke the adapter protocol: answered 'session/call' with error -32011, lost"
        #expect(await session.call(call, number: 0, deadline: .seconds(60)) == .portGone(end))
        await port.stop()
    }
}
