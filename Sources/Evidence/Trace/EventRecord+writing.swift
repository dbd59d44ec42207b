internal import AccessEnablerAPI
internal import AdapterProtocol
internal import Documents
internal import ServiceProtocol
internal import Timing

extension EventRecord {
    /// Appends the members that say which event it is, and all it holds.
    static func write(_ event: Event, into writer: inout JSONWriter) {
        switch event {
        case .runStarted(let header):
            name(.runStarted, &writer)
            write(header, into: &writer)
        case .runEnded: name(.runEnded, &writer)
        case .sessionOpened(let header):
            name(.sessionOpened, &writer)
            writer.member("case", header.caseID)
            writer.member("number", header.attempt.number)
            if header.attempt.purpose != .first {
                writer.member("attempt", header.attempt.purpose.rawValue)
                writer.member("repetition", header.attempt.repetition)
            }
            writer.member("part", header.part)
            writer.member("bindings", header.bindings)
        case .sessionClosed: name(.sessionClosed, &writer)
        case .stepBegan(let step): numbered(.stepBegan, "step", step, &writer)
        case .stepEnded(let step, let took):
            numbered(.stepEnded, "step", step, &writer)
            if let took { writer.member("took", took) }
        case .stepFailed(let step, let failure):
            numbered(.stepFailed, "step", step, &writer)
            writer.member("kind", failure.kind.rawValue)
            writer.member("message", failure.message)
        case .call(let number, let message):
            numbered(.call, "number", number, &writer)
            write(message, into: &writer)
        case .callReturned(let number): numbered(.callReturned, "number", number, &writer)
        case .callThrew(let number, let message):
            numbered(.callThrew, "number", number, &writer)
            writer.member("message", message)
        case .callback(let callback):
            numbered(.callback, "number", callback.number, &writer)
            write(callback.message, into: &writer)
            writer.member("thread", callback.thread)
            if let call = callback.duringCall { writer.member("during-call", call) }
        case .request(let request): write(request, into: &writer)
        case .replyHeld, .replyReleased, .replyLeft, .replyBroken, .replySeen: write(reply: event, into: &writer)
        case .tokenSeen(let sighting):
            name(.tokenSeen, &writer)
            TokenSightingRecord.write(sighting, into: &writer)
        case .configurationProcessed(let url): worded(.configurationProcessed, "url", url, &writer)
        case .safariPresented(let url): worded(.safariPresented, "url", url, &writer)
        case .platform(let platform):
            worded(.platform, "kind", platform.kind.rawValue, &writer)
            writer.member("question", platform.question)
            writer.member("details", Value.object(platform.details).json)
        case .probeSent(let probe, let number):
            worded(.probeSent, "probe", probe.rawValue, &writer)
            writer.member("number", number)
        case .probeAnswered(let probe, let number):
            worded(.probeAnswered, "probe", probe.rawValue, &writer)
            writer.member("number", number)
        case .quiet(let duration):
            name(.quiet, &writer)
            writer.member("ns", duration.wholeNanoseconds)
        case .browser(let browser):
            worded(.browser, "kind", browser.kind.rawValue, &writer)
            writer.member("url", browser.url)
            writer.member("detail", browser.detail)
        case .portOutput(let stream, let line):
            worded(.portOutput, "stream", stream, &writer)
            writer.member("line", line)
        case .portEnded(let reason): worded(.portEnded, "reason", reason, &writer)
        case .fault(let fault):
            worded(.fault, "of", fault.party.rawValue, &writer)
            writer.member("message", fault.message)
        case .adapterTried(let trial):
            worded(.adapterTried, "probe", trial.probe, &writer)
            writer.member("outcome", trial.outcome.rawValue)
            writer.member("detail", trial.detail)
        case .refused(let refused):
            numbered(.refused, "endpoint", refused.endpoint, &writer)
            writer.member("status", refused.status)
            writer.member("reason", refused.reason)
            writer.member("shortage", refused.isShortage)
        case .note(let text): worded(.note, "text", text, &writer)
        }
    }

    private static func write(reply event: Event, into writer: inout JSONWriter) {
        switch event {
        case .replyHeld(let exchange):
            name(.replyHeld, &writer)
            writer.member("exchange", Int64(bitPattern: exchange))
        case .replyReleased(let exchange, let order):
            name(.replyReleased, &writer)
            writer.member("exchange", Int64(bitPattern: exchange))
            writer.member("order", order)
        case .replyLeft(let reply):
            writer.member(written: #","event":"reply-left","exchange":"#, Int64(bitPattern: reply.exchange))
            writer.member(written: #","status":"#, Int64(reply.status))
            if !reply.reason.isEmpty { writer.member("reason", reply.reason) }
            if !reply.fault.isEmpty { writer.member("fault", reply.fault) }
            writer.member(written: #","first-byte":"#, reply.firstByte.nanoseconds)
            writer.member(written: #","last-byte":"#, reply.lastByte.nanoseconds)
        case .replyBroken(let exchange, let reason):
            name(.replyBroken, &writer)
            writer.member("exchange", Int64(bitPattern: exchange))
            writer.member("reason", reason)
        case .replySeen(let content):
            name(.replySeen, &writer)
            writer.member("exchange", Int64(bitPattern: content.exchange))
            writer.member("form", content.form.rawValue)
            writer.member("headers", content.headers)
            if let other = content.sameAs {
                writer.member("same-as", Int64(bitPattern: other))
            } else {
                writer.member("body", content.body)
            }
        default:
            preconditionFailure("not an event of a reply: \(event)")
        }
    }

    private static func write(_ request: RequestEvent, into writer: inout JSONWriter) {
        writer.member(written: #","event":"request","exchange":"#, Int64(bitPattern: request.exchange))
        writer.member("provider", request.provider)
        writer.member("purpose", request.purpose.rawValue)
        writer.member("method", request.method)
        writer.member("path", request.path)
        writer.member("fields", request.fields)
        writer.member(written: #","first-byte":"#, request.firstByte.nanoseconds)
    }

    private static func write(_ header: RunHeader, into writer: inout JSONWriter) {
        writer.member("schema", TraceRecord.schema)
        writer.member("assay", header.assayVersion)
        writer.member("port-name", header.portName)
        writer.member("port-version", header.portVersion)
        writer.member("implementation", header.implementation)
        writer.member("backend", header.backend)
        writer.member("platform", header.platform.rawValue)
        writer.member("api-version", header.version.description)
        writer.member("seed", Int64(bitPattern: header.seed))
        writer.member("features", header.features.map(\.rawValue).sorted())
        writer.member("calls", header.calls.map(\.rawValue).sorted())
        writer.member("cases", header.cases)
        writer.member("given", header.given.sorted())
        if let site = header.site { Site.write(site, into: &writer) }
        if header.isSandboxed { writer.member("sandboxed", true) }
        if header.looks > 0 { writer.member("looks", header.looks) }
        if header.wire != .sdk { writer.member("wire", header.wire.rawValue) }
        writer.member("started", header.startedAt)
    }

    // MARK: - Shapes

    private static func name(_ name: EventRecord, _ writer: inout JSONWriter) {
        writer.member("event", name.rawValue)
    }

    private static func numbered(_ name: EventRecord, _ key: String, _ number: Int, _ writer: inout JSONWriter) {
        self.name(name, &writer)
        writer.member(key, number)
    }

    private static func worded(_ name: EventRecord, _ key: String, _ text: String, _ writer: inout JSONWriter) {
        self.name(name, &writer)
        writer.member(key, text)
    }

    private static func write(_ message: Message, into writer: inout JSONWriter) {
        writer.member("selector", message.selector.rawValue)
        writer.key("arguments")
        writer.object { writer in
            for argument in message.arguments { writer.member(argument.name, argument.value.json) }
        }
    }
}
