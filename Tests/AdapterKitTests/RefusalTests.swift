import AccessEnablerAPI
import AdapterProtocol
import Dispatch
import Documents
import ScriptedPort
import Testing

/// What the suite may send that an adapter has to survive.
@Suite struct RefusalTests {
    private static let hello =
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"1.0","suite":{"name":"t","version":""},"api":{"family":"AccessEnabler","version":"3.9.2","platform":"ios"},"limits":{"lineBytes":70000}}}"#
    private static let open =
        #"{"jsonrpc":"2.0","id":1,"method":"session/open","params":{"session":"s1","configuration":{"platform":"ios","version":"3.9.2","customScheme":"x"}}}"#

    private func request(_ method: String, _ params: String) -> String {
        #"{"jsonrpc":"2.0","id":9,"method":"\#(method)","params":\#(params)}"#
    }

    /// P-02, P-08, P-30, P-31, P-32, P-80.
    @Test(arguments: [
        ("hello", -32700, "column 1: expected a value"),
        ("[]", -32600, "the message: expected an object, found an array"),
        (#"{"jsonrpc":"2.0","id":9,"id":9,"method":"ping"}"#, -32700, "column 25: duplicate key 'id'"),
        ("\u{FEFF}{}", -32700, "column 1: a byte order mark, which has no place in JSON"),
        (String(repeating: "[", count: 129), -32700, "column 129: nested more than 128 deep"),
        (
            #"{"jsonrpc":"2.0","id":9,"method":"session/opn","params":{}}"#, -32601,
            "unknown method 'session/opn'; did you mean 'session/open'?"
        ),
        (
            #"{"jsonrpc":"2.0","id":9,"method":"session/call","params":{"session":"s1"}}"#, -32602,
            "params.number is missing; expected an integer"
        ),
        (
            #"{"jsonrpc":"2.0","id":9,"method":"session/close","params":{"session":"s2"}}"#, -32011,
            "no session 's2' is open"
        ),
        (
            #"{"jsonrpc":"2.0","id":9,"method":"session/barrier","params":{"session":"s1"}}"#, -32022,
            "the port has no 'barrier.executor'"
        ),
        (
            #"{"jsonrpc":"2.0","id":9,"method":"session/advance","params":{"session":"s1","by":1}}"#, -32022,
            "the port has no 'clock.advance'"
        ),
        (
            #"{"jsonrpc":"2.0","id":9,"method":"session/call","params":{"session":"s1","number":0,"selector":"no:"}}"#,
            -32021, "the port does not implement 'no:'"
        ),
        (
            #"{"jsonrpc":"2.0","id":9,"method":"session/call","params":{"session":"s1","number":0,"selector":"setRequestor:"}}"#,
            -32602, "'setRequestor:': argument 'requestorID' must be a string"
        ),
    ])
    func aRequestThatCannotBeMetIsRefusedAndTheNextIsAnswered(line: String, code: Int64, message: String) async throws {
        var suite = try ServedPort(ScriptedPort(features: []) { _, _ in })
        for line in [Self.hello, Self.open] {
            suite.write(line)
            #expect(try await suite.message()?.error == nil)
        }
        suite.write(line)
        #expect(try await suite.message()?.error == ProtocolError(ErrorNumber(rawValue: code), message))
        suite.ask(10, .ping)
        #expect(try await suite.message() == .response(id: .number(10), .result([:])))
    }

    /// P-22.
    @Test func aVersionThatIsRefusedBeginsNothing() async throws {
        var suite = try ServedPort(ScriptedPort { _, _ in })
        suite.write(Self.hello.replacing("\"protocolVersion\":\"1.0\"", with: "\"protocolVersion\":\"9.0\""))
        #expect(try await suite.message()?.error?.code == .unsupportedVersion)
        suite.write(Self.open)
        #expect(try await suite.message()?.error?.code == .initialization)
        suite.write(Self.hello)
        #expect(try await suite.message()?.error == nil)
    }

    /// P-20.
    @Test func nothingButAPingIsAnsweredBeforeInitialize() async throws {
        var suite = try ServedPort(ScriptedPort { _, _ in })
        suite.write(Self.open)
        #expect(
            try await suite.message()?.error == ProtocolError(.initialization, "'session/open' before 'initialize'"))
        suite.ask(2, .ping)
        #expect(try await suite.message()?.error == nil)
        suite.write(Self.hello)
        #expect(try await suite.message()?.error == nil)
        suite.write(Self.hello)
        #expect(try await suite.message()?.error == ProtocolError(.initialization, "'initialize' a second time"))
    }

    /// P-22.
    @Test(arguments: [
        (#""protocolVersion":"1.0""#, #""protocolVersion":"2.0""#, "protocol version 2.0; this adapter speaks 1.0"),
        (#""family":"AccessEnabler""#, #""family":"X""#, "API 'X'; this adapter serves 'AccessEnabler'"),
    ])
    func aVersionThatIsNotSpokenIsRefused(old: String, new: String, message: String) async throws {
        var suite = try ServedPort(ScriptedPort { _, _ in })
        let parts = Self.hello.split(separator: old, maxSplits: 1)
        suite.write(parts[0] + new + parts[1])
        #expect(try await suite.message()?.error == ProtocolError(.unsupportedVersion, message))
    }

    /// P-27.
    @Test func aSessionThatIsOpenIsNotOpenedAgain() async throws {
        var suite = try ServedPort(ScriptedPort { _, _ in })
        try await suite.open()
        suite.ask(2, .openSession(OpenRequest(session: "s1", configuration: SessionConfiguration())))
        #expect(try await suite.message()?.error == ProtocolError(.sessionExists, "session 's1' is open"))
    }

    /// P-27.
    @Test func aConfigurationThatThePortRefusesSaysWhyAndLeavesNoSession() async throws {
        var suite = try ServedPort(ScriptedPort(refusal: PortError("no")) { _, _ in })
        suite.write(Self.hello)
        _ = try await suite.message()
        for _ in 0..<2 {
            suite.write(Self.open)
            #expect(try await suite.message()?.error == ProtocolError(.sessionRefused, "no"))
        }
    }

    /// P-10.
    @Test func anIdThatIsInUseIsRefused() async throws {
        let blocked = DispatchSemaphore(value: 0)
        var suite = try ServedPort(ScriptedPort { _, _ in blocked.wait() })
        try await suite.open()
        for _ in 0..<2 {
            suite.ask(7, .call(CallRequest(session: "s1", number: 0, message: Message(.logout))))
        }
        #expect(
            try await suite.message()?.error
                == ProtocolError(.invalidRequest, "another request with this id is not answered yet"))
        // A session that it would have opened is not there.
        suite.ask(7, .openSession(OpenRequest(session: "s2", configuration: SessionConfiguration())))
        #expect(try await suite.message()?.error?.code == .invalidRequest)
        suite.ask(8, .openSession(OpenRequest(session: "s2", configuration: SessionConfiguration())))
        #expect(try await suite.message() == .response(id: .number(8), .result([:])))
        blocked.signal()
        #expect(try await suite.message() == .response(id: .number(7), .result([:])))
    }

    /// P-03.
    @Test func aLineThatIsTooLongIsRefusedAndTheNextIsRead() async throws {
        var suite = try ServedPort(ScriptedPort { _, _ in })
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: 17 << 20)
        suite.write(long + Array("\n".utf8))
        #expect(
            try await suite.message()?.error
                == ProtocolError(.lineTooLong, "a line of \(17 << 20) bytes; the limit is \(16 << 20)"))
        suite.ask(2, .ping)
        #expect(try await suite.message()?.error == nil)
    }

    /// P-01, P-07.
    @Test func linesMayComeInPiecesTogetherWithCarriageReturnsAndBetweenEmptyOnes() async throws {
        var suite = try ServedPort(ScriptedPort { _, _ in })
        let ping = Array(#"{"jsonrpc":"2.0","id":"😀","method":"ping","more":{}}"#.utf8)
        for byte in ping { suite.write([byte]) }
        suite.write(Array("\r\n\r\n\n".utf8) + ping + Array("\n".utf8))
        for _ in 0..<2 {
            #expect(try await suite.message() == .response(id: .text("😀"), .result([:])))
        }
    }

    /// P-08.
    @Test func aNotificationThatIsNotKnownIsIgnored() async throws {
        var suite = try ServedPort(ScriptedPort { _, _ in })
        suite.write(#"{"jsonrpc":"2.0","method":"weather","params":{}}"#)
        suite.write(#"{"jsonrpc":"2.0","id":4,"result":{}}"#)
        suite.ask(2, .ping)
        #expect(try await suite.message() == .response(id: .number(2), .result([:])))
    }
}
