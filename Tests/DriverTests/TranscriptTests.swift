import AccessEnablerAPI
import Driver
import Evidence
import Testing

/// The transcript of the document, played by an adapter that knows nothing else.
@Suite struct TranscriptTests {
    /// Ends with status 1 and both lines on standard error where the suite says something else; tells there of each ping, too.
    private static let player = #"""
        import sys

        text = open(sys.argv[1], encoding="utf-8").read()
        for line in text.split("```transcript\n")[1].split("```")[0].splitlines():
            if line.startswith("<-- "):
                sys.stdout.write(line[4:] + "\n")
                sys.stdout.flush()
            else:
                asked = sys.stdin.readline().rstrip("\n")
                if asked != line[4:]:
                    sys.exit("expected " + line[4:] + "\nfound    " + asked)
                if '"method":"ping"' in asked:
                    sys.stderr.write("read a ping\n")
        """#

    private static let document =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).map { $0 + "/" }.joined()
        + "Documentation/adapter-protocol.md"

    /// P-37, P-45.
    @Test func theTranscriptIsWhatTheSuiteSaysAndUnderstands() async throws {
        let tape = Tape()
        let long = Duration.seconds(300)
        let port = try await ProcessImplementation.start(
            .command(["python3", "-c", Self.player, Self.document]), recorder: tape.recorder, suiteVersion: "0.1.0",
            version: .newest, platform: .iOS, limits: .patient)
        #expect(port.description.sessionLimit == 64)
        let session = try await port.open(
            SessionConfiguration(softwareStatement: "eyJhbGciOiJSUzI1NiJ9.e30.c2ln", storage: "disk-1"),
            session: SessionID("s1"),
            account: SimulatedAccount(AccountDevice(user: "user"), recorder: tape.recorder, session: SessionID("s1")))

        let urls: Value = ["http://127.0.0.1:9001/", "http://127.0.0.1:9002/"]
        let setRequestor = Message(
            .setRequestorServiceProviders, [.init("requestorID", "r-17"), .init("urls", urls)])
        #expect(await session.call(setRequestor, number: 0, deadline: long) == .returned)
        // What is recorded next comes after what the adapter tells here.
        try await tape.first { $0 == .callback(Self.complete) }
        #expect(await session.barrier(number: 0, deadline: long) == .answered)
        #expect(await session.call(Message(.checkAuthentication), number: 1, deadline: long) == .returned)
        let cancelled = Message(.setSelectedProvider, [.init("mvpdId", nil)])
        #expect(await session.call(cancelled, number: 2, deadline: long) == .returned)
        let metadata = Message(.getMetadata, [.init("keyDictionary", [:])])
        let thrown = "NSInvalidArgumentException: no METADATA_OPCODE_KEY"
        #expect(await session.call(metadata, number: 3, deadline: long) == .threw(thrown))
        let endless = Message(.getAuthentication)
        #expect(await session.call(endless, number: 4, deadline: .milliseconds(5)) == .hung)
        // The first of the two pings is the suite's own, and must have gone out.
        try await tape.first { $0 == .portOutput(stream: "stderr", line: "read a ping") }
        #expect(await session.ping(number: 1, deadline: long) == .answered)
        #expect(await session.advanceClock(by: .milliseconds(121_100), deadline: long) == .answered)
        await session.close()
        try await tape.first { $0 == .callback(Self.orphan) }
        await port.stop()

        let ofSession = tape.observations.filter { $0.session == SessionID("s1") }.map(\.event)
        #expect(
            ofSession == [
                .call(number: 0, setRequestor), .callReturned(number: 0),
                .configurationProcessed(url: "http://127.0.0.1:9002/"),
                .configurationProcessed(url: "http://127.0.0.1:9001/"),
                .callback(Self.complete), .probeSent(.barrier, number: 0),
                .platform(PlatformEvent(.asksAccess, question: 0)),
                .platform(PlatformEvent(.answers, question: 0, details: ["answer": "granted"])),
                .probeAnswered(.barrier, number: 0),
                .call(number: 1, Message(.checkAuthentication)), .callback(Self.status), .callback(Self.tracking),
                .callReturned(number: 1), .call(number: 2, cancelled),
                .portOutput(stream: "log", line: "the selection was cancelled"), .callReturned(number: 2),
                .call(number: 3, metadata), .callThrew(number: 3, message: thrown), .call(number: 4, endless),
                .probeSent(.ping, number: 1),
                .probeAnswered(.ping, number: 1), .callback(Self.orphan),
            ])
        let pings = Event.portOutput(stream: "stderr", line: "read a ping")
        let others = tape.observations.filter { $0.session == .none && $0.event != pings }.map(\.event)
        #expect(others == [.portOutput(stream: "stdout", line: "a line that somebody's library prints")])
    }

    private static let complete = CallbackEvent(
        number: 0, message: Message(.setRequestorComplete, [.init("status", 1)]), thread: "network")

    private static let status = CallbackEvent(
        number: 1,
        message: Message(
            .setAuthenticationStatus, [.init("status", 0), .init("code", "User Not Authenticated Error")]),
        thread: "caller", duringCall: 1)

    private static let tracking = CallbackEvent(
        number: 2,
        message: Message(
            .sendTrackingData,
            [
                .init(
                    "data",
                    [
                        "false", nil, nil, false, .int(9_007_199_254_740_993), .bytes([255, 254]),
                        ["$ref": "plain"],
                    ]),
                .init("event", "TRACKING_AUTHENTICATION"),
            ]),
        thread: "caller", duringCall: 1)

    private static let orphan = CallbackEvent(
        number: 3, message: Message(.selectedProvider, [.init("mvpd", nil)]), thread: "network")
}
