import AccessEnablerAPI
import Evidence
import Reports
import ServiceProtocol
import Timing

/// A run in which every outcome comes up, with text that would break a careless writer.
func sampleReport() -> RunReport {
    let verdicts = [
        verdict("quiet-case", "authentication", .pass),
        lostBesideOthers,
        raceVerdict,
        verdict("crashes", "service-providers", .crash, [Finding(message: "the port's process is gone: signal 4")]),
        verdict(
            "never", "selection", .inconclusive,
            [Finding(message: "<nothing> & \"nothing\" ]]> proves it\u{1}", expected: "quiet", seen: "no answer")]),
        verdict(
            "sso", "authentication", .notTestable, [Finding(message: "the adapter lacks the feature platform.sso")]),
        verdict(
            "sso-again", "authentication", .notTestable,
            [Finding(message: "the adapter lacks the feature platform.sso")]),
        verdict("tv", "authentication", .notApplicable, [Finding(message: "the case is for tvos")]),
        verdict("known", "selection", .expectedFail, [Finding(message: "as ever")]),
        verdict("careless", "selection", .warn, [finding("nobody was told", .core, .should)]),
        extra,
    ]
    return RunReport(
        header: RunHeader(
            assayVersion: "0.1", portName: "sample", portVersion: "1.2", implementation: "exec:python3 'my port.py'",
            backend: "embedded", platform: .tvOS, version: SDKVersion(3, 1), seed: 7, features: [.httpTap],
            calls: [.logout, .getAuthentication], startedAt: 1_700_000_000_000,
            cases: verdicts.map(\.caseID) + ["not-run"]),
        verdicts: verdicts,
        figures: RunFigures(
            duration: .milliseconds(1_250), firstVerdict: .milliseconds(40), sessions: 9, calls: 12, callbacks: 1,
            requests: 30, quiet: .milliseconds(500)),
        statements: [
            "AE-SP-007": CitedStatement(
                id: "AE-SP-007", level: "MUST",
                text: "Each MVPD is bound to the service provider that answered first among those whose "
                    + "configuration lists it, whatever the order of the URLs in the call.",
                places: ["api-reference#setReq (step 3)", "overview#multiple"])
        ],
        records: ["race[order=sp2-sp1]": record, "crashes": lostRecord],
        remarks: ["the run was stopped: 1 case of 9 was not run"], environment: environment)
}

/// An adapter that breaks one probe, prints, and broke the protocol once.
private let environment = RunEnvironment(
    [
        .adapterTried(AdapterTrial(probe: "split-writes", outcome: .kept)),
        .adapterTried(AdapterTrial(probe: "carriage-return", outcome: .broken, detail: "empty lines were <answered>")),
        .adapterTried(AdapterTrial(probe: "session-limit", outcome: .skipped, detail: "there is no limit")),
        .portOutput(stream: "stdout", line: "Loading \u{1B}[1m..."), .portOutput(stream: "stderr", line: "a log"),
        .fault(RunFault(.adapter, "broke the adapter protocol: params.n: expected 0, found 1")),
        .fault(RunFault(.adapter, "broke the adapter protocol: params.n: expected 0, found 1")),
    ].enumerated().map { index, event in
        Observation(sequence: index, time: MonotonicTime(nanoseconds: 0), session: .none, event: event)
    })

/// A case in which the process died, with its last words.
private let lostRecord = CaseRecord(
    steps: ["log out"],
    observations: [
        .sessionOpened(SessionHeader(caseID: "crashes", attempt: Attempt(0), part: 0, bindings: [:])),
        .call(number: 0, Message(.logout)),
        .portOutput(stream: "stderr", line: "Traceback\u{7}"),
        .portOutput(stream: "stdout", line: #"{"jsonrpc":"2.0"}"#),
        .portEnded(reason: "signal 4"), .sessionClosed,
    ].enumerated().map { index, event in
        Observation(
            sequence: 50 + index, time: MonotonicTime(nanoseconds: Int64(index) * 1_000_000), session: SessionID("s2"),
            event: event)
    })

private func verdict(
    _ id: String, _ area: String, _ outcome: Outcome, _ findings: [Finding] = []
) -> Verdict {
    Verdict(
        caseID: id, contractID: id, title: "The title of \(id)", area: area, outcome: outcome,
        statements: ["AE-SP-007"], findings: findings, sessions: [SessionID("s1")])
}

private func finding(_ message: String, _ profile: Profile, _ level: Level) -> Finding {
    var finding = Finding(statements: ["AE-SP-007"], message: message, expected: "that", seen: "this")
    finding.weight = Weight(profile, level)
    return finding
}

/// Kept as far as the core goes.
private let extra: Verdict = {
    var verdict = verdict(
        "extra", "statuses", .fail,
        [finding("no report came", .extensions, .must), finding("another reading", .core, .may)])
    verdict.profiles = [.core, .extensions]
    return verdict
}()

private let lostBesideOthers: Verdict = {
    var frail = verdict("frail-case", "authentication", .pass)
    frail.findings = [Finding(message: "crash under concurrency: lost beside others", seen: "signal 11")]
    frail.findings[0].standing = .noticed
    return frail
}()

private let raceVerdict = Verdict(
    caseID: "race[order=sp2-sp1]", contractID: "race", title: "Each MVPD is bound to the first responder",
    area: "service-providers", outcome: .fail, statements: ["AE-SP-007"],
    findings: [
        Finding(
            statements: ["AE-SP-007"], message: "the login of A went to sp1, and sp2 had answered first",
            expected: "a request at sp2", seen: "the request GET /authenticate at sp1", observations: [7])
    ], reading: "strict", evidence: .causal, sessions: [SessionID("s0")])

private let record = CaseRecord(
    steps: ["configure", "choose A"],
    observations: events.enumerated().map { index, event in
        Observation(
            sequence: index, time: MonotonicTime(nanoseconds: 5_000_000_000 + Int64(index) * 1_250_000),
            session: SessionID("s0"), event: event)
    })

private let events: [Event] = [
    .sessionOpened(
        SessionHeader(
            caseID: "race[order=sp2-sp1]", attempt: Attempt(0), part: 0,
            bindings: ["A": "A-x1", "requestor": "REQ-x1", "sp1": "http://127.0.0.1:1", "sp2": "http://127.0.0.1:2"])),
    .stepBegan(0),
    .call(
        number: 0,
        Message(
            .setRequestorServiceProviders,
            [
                Message.Argument("requestorID", "REQ-x1"),
                Message.Argument("urls", ["http://127.0.0.1:1", "http://127.0.0.1:2"]),
            ])),
    .callReturned(number: 0),
    request(1, "sp1", .configuration, "/config/REQ-x1"),
    .replyReleased(exchange: 1, order: 0),
    .replyLeft(
        ReplyEvent(
            exchange: 1, status: 200, firstByte: MonotonicTime(nanoseconds: 1),
            lastByte: MonotonicTime(nanoseconds: 2))),
    request(2, "sp1", .authenticate, "/authenticate/" + String(repeating: "long/", count: 20)),
    .callback(
        CallbackEvent(
            number: 0, message: Message(.setRequestorComplete, [Message.Argument("status", 1)]), duringCall: 0)),
    .probeSent(.ping, number: 1),
    .stepFailed(1, StepFailure(.timedOut, "A-x1 did not\ncome")),
    .sessionClosed,
]

private func request(_ exchange: UInt64, _ provider: String, _ purpose: Purpose, _ path: String) -> Event {
    .request(
        RequestEvent(
            exchange: exchange, provider: provider, purpose: purpose, method: "GET", path: path, fields: [:],
            firstByte: MonotonicTime(nanoseconds: 0)))
}
