import AccessEnablerAPI
import Evidence
import ServiceProtocol
import Timing

/// One event of each kind, with values that are hard to write.
let sampleEvents: [Event] = [
    .runStarted(
        RunHeader(
            assayVersion: "0.1", portName: "a \"port\"", portVersion: "3.9.2", implementation: "exec:sh -c 'x\ny'",
            backend: "embedded", platform: .tvOS, version: SDKVersion(3, 0), seed: .max,
            features: [.httpTap, .platformSSO], calls: [.logout, .setRequestor], startedAt: 1_700_000_000_123,
            cases: ["a[b=c]", "d"], isSandboxed: true)),
    .runEnded,
    .sessionOpened(
        SessionHeader(
            caseID: "a[b=c]", attempt: Attempt(7, .look, 2), part: 1,
            bindings: ["A": "A-x1", "": "\u{0}\u{7f}é🙂"])),
    .sessionOpened(SessionHeader(caseID: "a", attempt: Attempt(1), part: 0, bindings: [:])),
    .sessionClosed,
    .stepBegan(0),
    .stepEnded(7),
    .stepEnded(8, took: 3),
    .stepFailed(3, StepFailure(.noEvidence, "no \\ evidence")),
    .call(
        number: 2,
        Message(
            .setOptions,
            [
                Message.Argument(
                    "options",
                    .object([
                        "null": .null, "bool": .bool(true), "int": .int(.min), "whole": .double(3),
                        "fraction": .double(-0.1), "endless": .double(-.infinity), "bytes": .bytes([0, 255, 10]),
                        "list": .array([.string("\n"), .array([]), .object([:])]), "$ref": .reference("view-1"),
                    ])),
                Message.Argument("none", .null),
            ])),
    .callReturned(number: 2),
    .callThrew(number: 3, message: "no\tgood"),
    .callback(
        CallbackEvent(number: 9, message: Message(.setRequestorComplete, [Message.Argument("status", .int(1))]))),
    .callback(CallbackEvent(number: 10, message: Message("unheard:of:"), thread: "main", duringCall: 4)),
    .request(
        RequestEvent(
            exchange: .max, provider: "sp1", purpose: .mediaToken, method: "POST", path: "/a b",
            fields: ["x": "1", "device_info": "{}"], firstByte: MonotonicTime(nanoseconds: 12))),
    .replyHeld(exchange: 1),
    .replyReleased(exchange: 1, order: 2),
    .replyLeft(
        ReplyEvent(
            exchange: 1, status: 302, firstByte: MonotonicTime(nanoseconds: 5),
            lastByte: MonotonicTime(nanoseconds: .max))),
    .replyLeft(
        ReplyEvent(
            exchange: 2, status: 401, reason: "access_denied", fault: "status(401)",
            firstByte: MonotonicTime(nanoseconds: 5), lastByte: MonotonicTime(nanoseconds: 6))),
    .replyBroken(exchange: 1, reason: "truncate"),
    .replySeen(ReplyContent(exchange: .max, form: .json, headers: ["content-type": "a/b"], body: "{\"x\":1}")),
    .replySeen(ReplyContent(exchange: 2, form: .empty)),
    .replySeen(ReplyContent(exchange: 3, form: .xml, sameAs: .max)),
    .tokenSeen(TokenSighting(.callback, digest: "sha256:000000000000", kind: nil, result: "INVALID_TOKEN_FORMAT")),
    .tokenSeen(
        TokenSighting(
            .reply, exchange: .max, digest: "sha256:0123456789ab", kind: .authorization, result: "VALID_TOKEN",
            remarks: [
                .init(.extension, statement: "AE-XML-004", path: "/simpleAuthorizationToken/x", message: "\"x\""),
                .init(.note, message: ""),
            ], requestor: "R", resource: "<rss/>", mvpd: "A", guid: "sha256:ba9876543210", remaining: -1,
            isOfDevice: false, isFaulty: true)),
    .configurationProcessed(url: "http://127.0.0.1:1/config"),
    .safariPresented(url: "http://127.0.0.1:1/?a=%20"),
    .platform(PlatformEvent(.asksAccess, question: 0)),
    .platform(
        PlatformEvent(
            .asksAccount, question: 1,
            details: ["providers": ["A"], "mayAskUser": false, "dialog": .reference("p"), "none": .null])),
    .probeSent(.barrier, number: 0),
    .probeAnswered(.ping, number: 5),
    .quiet(.nanoseconds(50_000_001)),
    .browser(BrowserEvent(.customURL, url: "adbe.x:/", detail: "")),
    .portOutput(stream: "stderr", line: "oh"),
    .portEnded(reason: "signal 9"),
    .fault(RunFault(.adapter, "broke the \"protocol\"")),
    .adapterTried(AdapterTrial(probe: "split-writes", outcome: .broken, detail: "no answer")),
    .refused(RefusedRequest(endpoint: 2, status: 503, reason: "full", isShortage: true)), .note("n"),
]

let sampleTrace = Trace(
    sampleEvents.enumerated().map { index, event in
        Observation(
            sequence: index, time: MonotonicTime(nanoseconds: Int64(index) * 1_000),
            session: index == 0 ? .none : SessionID("s\(index)"), event: event)
    })
