internal import AccessEnablerAPI
internal import ServiceProtocol
internal import Timing

extension EventRecord {
    static func read(_ fields: inout RecordFields) throws(RecordError) -> Event {
        switch try fields.word("event", EventRecord.self) {
        case .runStarted: return .runStarted(try header(&fields))
        case .runEnded: return .runEnded
        case .sessionOpened:
            var attempt = Attempt(try fields.count("number"))
            if fields.has("attempt") {
                attempt.purpose = try fields.word("attempt")
                attempt.repetition = try fields.count("repetition")
            }
            let header = SessionHeader(
                caseID: try fields.string("case"), attempt: attempt, part: try fields.count("part"),
                bindings: try fields.texts("bindings"))
            return .sessionOpened(header)
        case .sessionClosed: return .sessionClosed
        case .stepBegan: return .stepBegan(try fields.count("step"))
        case .stepEnded: return .stepEnded(try fields.count("step"), took: try fields.optionalCount("took"))
        case .stepFailed:
            let failure = StepFailure(try fields.word("kind"), try fields.string("message"))
            return .stepFailed(try fields.count("step"), failure)
        case .call: return .call(number: try fields.count("number"), try fields.message())
        case .callReturned: return .callReturned(number: try fields.count("number"))
        case .callThrew:
            return .callThrew(number: try fields.count("number"), message: try fields.string("message"))
        case .callback:
            let event = CallbackEvent(
                number: try fields.count("number"), message: try fields.message(), thread: try fields.string("thread"),
                duringCall: try fields.optionalCount("during-call"))
            return .callback(event)
        case .request: return .request(try request(&fields))
        case .replyHeld: return .replyHeld(exchange: try fields.bits("exchange"))
        case .replyReleased:
            return .replyReleased(exchange: try fields.bits("exchange"), order: try fields.count("order"))
        case .replyLeft:
            let reply = ReplyEvent(
                exchange: try fields.bits("exchange"), status: try fields.count("status"),
                reason: try fields.optionalString("reason") ?? "", fault: try fields.optionalString("fault") ?? "",
                firstByte: try fields.integer("first-byte").reading,
                lastByte: try fields.integer("last-byte").reading)
            return .replyLeft(reply)
        case .replyBroken:
            return .replyBroken(exchange: try fields.bits("exchange"), reason: try fields.string("reason"))
        case .replySeen:
            var content = ReplyContent(
                exchange: try fields.bits("exchange"), form: try fields.word("form"),
                headers: try fields.texts("headers"), body: try fields.optionalString("body") ?? "")
            if fields.has("same-as") { content.sameAs = try fields.bits("same-as") }
            return .replySeen(content)
        case .tokenSeen: return .tokenSeen(try TokenSightingRecord.read(&fields))
        case .configurationProcessed: return .configurationProcessed(url: try fields.string("url"))
        case .safariPresented: return .safariPresented(url: try fields.string("url"))
        case .platform:
            let event = PlatformEvent(
                try fields.word("kind"), question: try fields.count("question"), details: try fields.object("details"))
            return .platform(event)
        case .probeSent: return .probeSent(try fields.word("probe"), number: try fields.count("number"))
        case .probeAnswered: return .probeAnswered(try fields.word("probe"), number: try fields.count("number"))
        case .quiet: return .quiet(try fields.integer("ns").nanoseconds)
        case .browser:
            let event = BrowserEvent(
                try fields.word("kind"), url: try fields.string("url"), detail: try fields.string("detail"))
            return .browser(event)
        case .portOutput: return .portOutput(stream: try fields.string("stream"), line: try fields.string("line"))
        case .portEnded: return .portEnded(reason: try fields.string("reason"))
        case .fault: return .fault(RunFault(try fields.word("of"), try fields.string("message")))
        case .adapterTried:
            let trial = AdapterTrial(
                probe: try fields.string("probe"), outcome: try fields.word("outcome"),
                detail: try fields.string("detail"))
            return .adapterTried(trial)
        case .refused:
            let refused = RefusedRequest(
                endpoint: try fields.count("endpoint"), status: try fields.count("status"),
                reason: try fields.string("reason"), isShortage: try fields.flag("shortage"))
            return .refused(refused)
        case .note: return .note(try fields.string("text"))
        }
    }

    private static func request(_ fields: inout RecordFields) throws(RecordError) -> RequestEvent {
        RequestEvent(
            exchange: try fields.bits("exchange"), provider: try fields.string("provider"),
            purpose: try fields.word("purpose"), method: try fields.string("method"), path: try fields.string("path"),
            fields: try fields.texts("fields"),
            firstByte: try fields.integer("first-byte").reading)
    }

    private static func header(_ fields: inout RecordFields) throws(RecordError) -> RunHeader {
        _ = try fields.string("schema")
        let version = try fields.string("api-version")
        guard let sdk = SDKVersion(version) else {
            throw RecordError(message: "'api-version': '\(version)' is no version")
        }
        var header = RunHeader(
            assayVersion: try fields.string("assay"), portName: try fields.string("port-name"),
            portVersion: try fields.string("port-version"), implementation: try fields.string("implementation"),
            backend: try fields.string("backend"), platform: try fields.word("platform"), version: sdk,
            seed: try fields.bits("seed"),
            features: Set(try fields.strings("features").map { PortFeature(rawValue: $0) }),
            calls: Set(try fields.strings("calls").map { Selector(rawValue: $0) }),
            startedAt: try fields.milliseconds("started"),
            cases: try fields.strings("cases"), given: Set(try fields.strings("given")),
            isSandboxed: fields.has("sandboxed") ? try fields.flag("sandboxed") : false)
        if fields.has("wire") { header.wire = try fields.word("wire") }
        header.looks = try fields.optionalCount("looks") ?? 0
        header.site = try fields.optional("site").map { json throws(RecordError) in try Site(json) }
        return header
    }
}
