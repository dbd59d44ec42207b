import AccessEnablerAPI
import AdapterProtocol
import Documents
import Testing
import Timing

@Suite struct MessageTests {
    @Test(arguments: Samples.requests)
    func aRequestComesBackFromItsLine(request: Request) throws {
        let envelope = Envelope.request(id: .number(7), method: request.method, params: request.params)
        #expect(envelope.line.last == UInt8(ascii: "\n"))
        #expect(envelope.line.filter { $0 == UInt8(ascii: "\n") }.count == 1)
        guard case .request(.number(7), let method, let params) = try Envelope(line: envelope.line) else {
            Issue.record("not a request")
            return
        }
        #expect(try Request(method: method, params: params) == request)
    }

    @Test(arguments: Samples.notifications)
    func aNotificationComesBackFromItsLine(notification: PortNotification) throws {
        guard case .notification(let method, let params) = try Envelope(line: notification.envelope.line) else {
            Issue.record("not a notification")
            return
        }
        #expect(try PortNotification(method: method, params: params) == notification)
    }

    /// P-10, P-80.
    @Test(arguments: Samples.responses)
    func aResponseComesBackFromItsLine(response: Envelope) throws {
        #expect(try Envelope(line: response.line) == response)
    }

    /// P-10.
    @Test func aNullResultIsAnEmptyOne() throws {
        let line = #"{"jsonrpc":"2.0","id":1,"result":null}"#
        #expect(try Envelope(line: Array(line.utf8)) == .response(id: .number(1), .result([:])))
    }

    /// P-21, P-60.
    @Test func whatAPortSaysOfItselfComesBack() throws {
        for result in Samples.results { #expect(try InitializeResult(result.json) == result) }
    }

    /// P-07.
    @Test func membersThatAreNotKnownAreIgnored() throws {
        let line = #"{"jsonrpc":"2.0","extra":1,"id":1,"method":"session/close","params":{"session":"s","why":[]}}"#
        guard case .request(_, let method, let params) = try Envelope(line: Array(line.utf8)) else {
            Issue.record("not a request")
            return
        }
        #expect(try Request(method: method, params: params) == .closeSession(session: "s"))
    }

    /// P-07.
    @Test func anOptionalMemberMayBeNull() throws {
        let params = try JSON.parse(
            #"{"session":"s","seq":0,"n":0,"ts":1,"thread":null,"duringCall":null,"selector":"a"}"#)
        let event = SessionEvent(
            session: "s", sequence: 0, number: 0, time: .init(nanoseconds: 1), message: Message("a"))
        #expect(try PortNotification(method: "session/event", params: params) == .event(event))
    }

    /// Several processes of one adapter may have the sum of their limits.
    @Test func aLimitBeyondCountingIsOneThatCanBeCountedOnFrom() throws {
        var json = try #require(Samples.results[0].json.object)
        json["limits"] = ["lineBytes": .int(.max), "sessions": .int(.max)]
        let result = try InitializeResult(.object(json))
        #expect(result.lineLimit == 1 << 48 && result.sessionLimit == 1 << 48)
        json["limits"] = ["lineBytes": .int(65_536), "sessions": .int(.min)]
        #expect(
            throws: ProtocolError(.invalidParams, "result.limits.sessions: expected at least 1, found \(Int64.min)")
        ) { try InitializeResult(.object(json)) }
    }

    /// P-01.
    @Test func aCarriageReturnBeforeTheLineEndIsNothing() throws {
        let line = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\r"
        #expect(try Envelope(line: Array(line.utf8)) == .request(id: .number(1), method: "ping", params: [:]))
    }

    /// P-53.
    @Test func theInnermostCallOfAThreadIsTheOneInProgress() {
        var calls = CallsInProgress()
        calls.begin(1, on: 10)
        calls.begin(2, on: 10)
        calls.begin(3, on: 11)
        #expect(calls.number(on: 10) == 2)
        calls.end(on: 10)
        #expect(calls.number(on: 10) == 1)
        calls.end(on: 10)
        #expect(calls.number(on: 10) == nil)
        #expect(calls.number(on: 11) == 3)
    }
}
