import AccessEnablerAPI
import AdapterProtocol
import Documents
import Timing

/// One message of each kind at least, with and without what may be left out.
enum Samples {
    /// Whose storage and clock the suite has put its hands on.
    private static var tampered: SessionConfiguration {
        var configuration = SessionConfiguration(storage: "disk")
        configuration.damagesAuthorizations = true
        configuration.clockAhead = .seconds(7_200) + .nanoseconds(1)
        return configuration
    }

    private static let anotherApplication: SessionConfiguration = {
        var configuration = SessionConfiguration(storage: "disk")
        configuration.application = "other-application"
        configuration.omittedCallbacks = [.navigateToUrlUseSVC]
        return configuration
    }()

    static let requests: [Request] = [
        .initialize(
            InitializeRequest(
                suite: ProgramName(name: "assay", version: "1.0.0"), version: .newest, platform: .tvOS,
                lineLimit: 1 << 20)),
        .openSession(OpenRequest(session: "s1", configuration: SessionConfiguration())),
        .openSession(
            OpenRequest(
                session: "s2",
                configuration: SessionConfiguration(
                    platform: .tvOS, version: SDKVersion(3, 6), softwareStatement: "ey", storageCheck: .clear,
                    storage: "disk", defaultServiceProvider: "http://127.0.0.1:1", customScheme: "x"))),
        .openSession(OpenRequest(session: "s4", configuration: tampered)),
        .openSession(OpenRequest(session: "s5", configuration: anotherApplication)),
        .call(CallRequest(session: "s1", number: 3, message: Message(.setRequestor, [.init("requestorID", "r")]))),
        .call(
            CallRequest(
                session: "s1", number: 4,
                message: Message(
                    "all:", [.init("o", ["$a": .bytes([1]), "r": .reference("x"), "n": .double(.infinity)])]))),
        .call(CallRequest(session: "s1", number: 5, message: Message(.logout))),
        .openSession(OpenRequest(session: "s3", configuration: SessionConfiguration(), hasAccount: true)),
        .answerPlatform(PlatformReply(session: "s1", question: 0, answer: .access(.denied))),
        .answerPlatform(PlatformReply(session: "s1", question: 1, answer: .news(.presents(.reference("p"))))),
        .answerPlatform(PlatformReply(session: "s1", question: 1, answer: .news(.dismisses(.reference("p"))))),
        .answerPlatform(
            PlatformReply(
                session: "s1", question: 1,
                answer: .news(.account(AccountMetadata(provider: "A", response: "c2FtbA=="))))),
        .answerPlatform(
            PlatformReply(session: "s1", question: 2, answer: .news(.account(AccountMetadata(provider: "A"))))),
        .answerPlatform(
            PlatformReply(
                session: "s1", question: 3,
                answer: .news(.failed(AccountFailure(.unsupportedProvider, provider: "B"))))),
        .answerPlatform(
            PlatformReply(session: "s1", question: 4, answer: .news(.failed(AccountFailure(.userCancelled))))),
        .barrier(session: "s1"),
        .advanceClock(AdvanceRequest(session: "s1", time: .seconds(3_600) + .nanoseconds(1))),
        .closeSession(session: "s1"), .ping, .cancel(.number(4)), .cancel(.text("x")),
        .shutdown,
    ]

    static let notifications: [PortNotification] = [
        .event(
            SessionEvent(
                session: "s1", sequence: 8, number: 2, time: .init(nanoseconds: -5), thread: "main", duringCall: 3,
                message: Message(.selectedProvider, [.init("mvpd", nil)]))),
        .event(
            SessionEvent(
                session: "s1", sequence: 9, number: 3, time: .init(nanoseconds: .max), message: Message(.logout))),
        .tap(Tap(session: "s1", sequence: 10, time: .init(nanoseconds: 1), kind: .configuration, url: "http://a/b")),
        .tap(Tap(session: "s1", sequence: 11, time: .init(nanoseconds: 1), kind: .safari, url: "http://a/b")),
        .platform(
            PlatformQuestion(session: "s1", sequence: 12, question: 0, time: .init(nanoseconds: 1), kind: .access)),
        .platform(
            PlatformQuestion(
                session: "s1", sequence: 13, question: 1, time: .init(nanoseconds: 1),
                kind: .account(AccountRequest(providers: ["A", "B"], featured: ["B"])))),
        .platform(
            PlatformQuestion(
                session: "s1", sequence: 14, question: 2, time: .init(nanoseconds: 1),
                kind: .account(AccountRequest(providers: ["A"], mayAskUser: false, profileRequest: "<x/>")))),
        .log(LogLine(session: "s1", text: "hello")), .log(LogLine(text: "two\nlines")),
    ]

    static let responses: [Envelope] = [
        .response(id: .number(.max), .result(["a": 1])), .response(id: .text("x"), .result([:])),
        .response(id: .number(2), .error(ProtocolError(.callThrew, "NSInvalidArgumentException"))),
        .response(id: nil, .error(ProtocolError(.parse, "no"))),
    ]

    static let results = [
        InitializeResult(
            port: ProgramName(name: "p", version: "2"), version: SDKVersion(3, 9, 2), platforms: [.iOS],
            calls: [.logout, .setRequestor], callbacks: [.setRequestorComplete], features: [.httpTap],
            sessionLimit: 5, lineLimit: 70_000, clockOrigin: .own, clockNow: .init(nanoseconds: 12)),
        InitializeResult(
            port: ProgramName(name: "p", version: ""), calls: [], callbacks: [], features: [], lineLimit: 65_536,
            clockOrigin: .machine, clockNow: .init(nanoseconds: 12)),
    ]
}
