import AccessEnablerAPI
import AdapterProtocol
import Evidence
import Testing
import Timing

@testable import Driver

/// What the suite says is held against the protocol, too.
@Suite struct SuiteConductTests {
    private static let port = InitializeResult(
        port: ProgramName(name: "p", version: "1"), platforms: [.iOS], calls: [.logout], callbacks: [],
        features: [.executorBarrier], sessionLimit: 2, lineLimit: 70_000, clockOrigin: .own,
        clockNow: .init(nanoseconds: 0))

    private static let hello = Request.initialize(
        InitializeRequest(
            suite: ProgramName(name: "assay", version: "1"), version: .newest, platform: .iOS, lineLimit: 70_000))

    private static func open(_ name: String, _ platform: Platform = .iOS) -> Request {
        .openSession(OpenRequest(session: name, configuration: SessionConfiguration(platform: platform)))
    }

    private static func call(_ name: String, _ number: Int, _ selector: Selector = .logout) -> Request {
        .call(CallRequest(session: name, number: number, message: Message(selector)))
    }

    private static func line(_ id: Int64, _ request: Request) -> [UInt8] {
        Envelope.request(id: .number(id), method: request.method, params: request.params).line.dropLast()
    }

    /// What is wrong with the last of the requests; the others must be right.
    private func mistake(_ requests: [Request]) throws -> String? {
        var conduct = SuiteConduct()
        for (id, request) in requests.enumerated() {
            do throws(ProtocolError) {
                try conduct.take(
                    Self.line(Int64(id), request), port: requests.first == Self.hello && id > 0 ? Self.port : nil)
            } catch {
                try #require(id == requests.count - 1, "\(error.message)")
                return error.message
            }
        }
        return nil
    }

    @Test func aConversationInOrderHasNoMistake() throws {
        let requests: [Request] = [
            Self.hello, .ping, Self.open("a"), Self.open("b"), Self.call("a", 0), .barrier(session: "a"),
            Self.call("a", 1), .cancel(.number(4)), .closeSession(session: "a"), Self.open("c"), .shutdown,
        ]
        #expect(try mistake(requests) == nil)
    }

    private static let wrong: [([Request], String)] = [
        ([open("a")], "'session/open' before 'initialize' was answered"),
        ([hello, hello], "'initialize' a second time"),
        ([hello, open("a"), open("a")], "the name of session 'a' was used before"),
        ([hello, open("a"), .closeSession(session: "a"), open("a")], "the name of session 'a' was used before"),
        ([hello, open("a", .tvOS)], "a session for tvos, which the port does not play"),
        ([hello, open("a"), open("b"), open("c")], "3 sessions, and the adapter allows 2"),
        ([hello, call("a", 0)], "session 'a' is not open"),
        ([hello, open("a"), call("a", 0), call("a", 0)], "params.number: 0 after 0"),
        ([hello, open("a"), call("a", 0, .setRequestor)], "the call setRequestor:, which the port does not have"),
        ([hello, open("a"), .closeSession(session: "a"), call("a", 0)], "session 'a' is not open"),
        ([hello, .barrier(session: "a")], "session 'a' is not open"),
        ([hello, .cancel(.number(9))], "'cancel' of 9, which is to come"),
        ([hello, .cancel(.text("x"))], "'cancel' of 'x', which never was"),
        ([hello, .shutdown, .ping], "'ping' after 'shutdown'"),
    ]

    /// P-12, P-20, P-24, P-25, P-28, P-31.
    @Test(arguments: wrong)
    func whatTheSuiteMayNotSayIsNamed(requests: [Request], message: String) throws {
        #expect(try mistake(requests) == message)
    }

    /// P-01, P-12.
    @Test(arguments: [
        (#"{"jsonrpc":"2.0","id":0,"method":"fly","params":{}}"#, "unknown method 'fly'"),
        (#"{"jsonrpc":"2.0","id":"a","method":"ping","params":{}}"#, "no request with an integer for its id"),
        (#"{"jsonrpc":"2.0","method":"ping","params":{}}"#, "no request with an integer for its id"),
        ("{\"jsonrpc\":\"2.0\",\n\"id\":0,\"method\":\"ping\"}", "a line end inside a line"),
        (#"{"id":0,"method":"ping"}"#, "jsonrpc is missing; expected a string"),
        (#"{"jsonrpc":"2.0","id":0,"method":"ping""#, "column "),
    ])
    func aLineThatIsNoRequestIsNamed(line: String, message: String) {
        var conduct = SuiteConduct()
        let error = #expect(throws: ProtocolError.self) { try conduct.take(Array(line.utf8), port: nil) }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }

    /// P-03, P-10, P-12.
    @Test func idsGoUpAndLinesAreNoLongerThanTheAdapterReads() throws {
        var conduct = SuiteConduct()
        try conduct.take(Self.line(4, .ping), port: nil)
        #expect(throws: ProtocolError(.invalidRequest, "id: 4 after 4")) {
            try conduct.take(Self.line(4, .ping), port: nil)
        }
        let long = Self.line(5, Self.call(String(repeating: "s", count: 70_000), 0))
        let error = #expect(throws: ProtocolError.self) { try conduct.take(long, port: Self.port) }
        #expect(error?.message.hasSuffix("and the adapter reads 70000") == true)
    }

    /// P-25.
    @Test func aSessionThatWasRefusedMayBeAskedForAgain() throws {
        var conduct = SuiteConduct()
        try conduct.take(Self.line(0, Self.hello), port: nil)
        try conduct.take(Self.line(1, Self.open("a")), port: Self.port)
        conduct.refused("a")
        try conduct.take(Self.line(2, Self.open("a")), port: Self.port)
    }

    /// P-25, P-32.
    @Test func aSessionThatWasGivenUpTakesNoPlaceAndMayBeClosedOnce() throws {
        var conduct = SuiteConduct()
        try conduct.take(Self.line(0, Self.hello), port: nil)
        for (id, name) in ["a", "b"].enumerated() {
            try conduct.take(Self.line(Int64(id + 1), Self.open(name)), port: Self.port)
        }
        conduct.gaveUp("b")
        try conduct.take(Self.line(3, Self.open("c")), port: Self.port)
        try conduct.take(Self.line(4, .closeSession(session: "b")), port: Self.port)
        #expect(throws: ProtocolError(.unknownSession, "session 'b' is not open")) {
            try conduct.take(Self.line(5, .closeSession(session: "b")), port: Self.port)
        }
    }

    /// P-12.
    @Test func whatTheSuiteMayNotSayIsNotSentAndIsNoFailureOfThePort() async throws {
        let tape = Tape()
        let port = try await ProcessImplementation.start(
            .command(PythonAdapter.command()), recorder: tape.recorder, suiteVersion: "1", version: .newest,
            platform: .iOS, limits: .patient)
        let session = try await port.open(SessionConfiguration(), session: SessionID("s"))
        let call = Message("no:")
        guard case .portGone(let reason) = await session.call(call, number: 0, deadline: .seconds(60)) else {
            Issue.record("it was sent")
            return
        }
        #expect(reason.hasPrefix("the suite broke the adapter protocol: the call no:, which the port does not have"))
        guard case .fault(let fault) = tape.events.last else {
            Issue.record("\(tape.events)")
            return
        }
        #expect(fault.party == .suite)
        #expect(await session.ping(number: 0, deadline: .seconds(60)) == .answered)
        await port.stop()
    }
}
