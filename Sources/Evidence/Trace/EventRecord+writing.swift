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
            add(.runStarted, [:], &writer)
            write(header, into: &writer)
        case .runEnded: add(.runEnded, [:], &writer)
        case .sessionOpened(let header):
            add(.sessionOpened, ["case": .string(header.caseID), "number": .count(header.attempt.number)], &writer)
            if header.attempt.purpose != .first {
                writer.member("attempt", header.attempt.purpose.rawValue)
                writer.member("repetition", header.attempt.repetition)
            }
            writer.member("part", header.part)
            writer.member("bindings", header.bindings)
        case .sessionClosed: add(.sessionClosed, [:], &writer)
        case .stepBegan(let step): add(.stepBegan, ["step": .count(step)], &writer)
        case .stepEnded(let step, let took):
            add(.stepEnded, ["step": .count(step)], &writer)
            if let took { writer.member("took", took) }
        case .stepFailed(let step, let failure):
            let kind = failure.kind.rawValue
            add(
                .stepFailed, ["step": .count(step), "kind": .string(kind), "message": .string(failure.message)], &writer
            )
        case .call(let number, let message):
            add(.call, ["number": .count(number)], &writer)
            write(message, into: &writer)
        case .callReturned(let number): add(.callReturned, ["number": .count(number)], &writer)
        case .callThrew(let number, let message):
            add(.callThrew, ["number": .count(number), "message": .string(message)], &writer)
        case .callback(let callback):
            add(.callback, ["number": .count(callback.number)], &writer)
            write(callback.message, into: &writer)
            writer.member("thread", callback.thread)
            if let call = callback.duringCall { writer.member("during-call", call) }
        case .request(let request): write(request, into: &writer)
        case .replyLeft(let reply): write(reply, into: &writer)
        case .replyHeld(let exchange): add(.replyHeld, ["exchange": bits(exchange)], &writer)
        case .replyReleased(let exchange, let order):
            add(.replyReleased, ["exchange": bits(exchange), "order": .count(order)], &writer)
        case .replyBroken(let exchange, let reason):
            add(.replyBroken, ["exchange": bits(exchange), "reason": .string(reason)], &writer)
        case .replySeen(let content):
            add(.replySeen, ["exchange": bits(content.exchange), "form": .string(content.form.rawValue)], &writer)
            writer.member("headers", content.headers)
            if let other = content.sameAs {
                writer.member("same-as", bits(other))
            } else {
                writer.member("body", content.body)
            }
        case .tokenSeen(let sighting):
            add(.tokenSeen, [:], &writer)
            TokenSightingRecord.write(sighting, into: &writer)
        case .configurationProcessed(let url): add(.configurationProcessed, ["url": .string(url)], &writer)
        case .safariPresented(let url): add(.safariPresented, ["url": .string(url)], &writer)
        case .platform(let platform):
            let (kind, details) = (platform.kind.rawValue, Value.object(platform.details).json)
            add(
                .platform, ["kind": .string(kind), "question": .count(platform.question), "details": details], &writer)
        case .probeSent(let probe, let number):
            add(.probeSent, ["probe": .string(probe.rawValue), "number": .count(number)], &writer)
        case .probeAnswered(let probe, let number):
            add(.probeAnswered, ["probe": .string(probe.rawValue), "number": .count(number)], &writer)
        case .quiet(let duration): add(.quiet, ["ns": .int(duration.wholeNanoseconds)], &writer)
        case .browser(let browser):
            let kind = browser.kind.rawValue
            add(
                .browser, ["kind": .string(kind), "url": .string(browser.url), "detail": .string(browser.detail)],
                &writer)
        case .portOutput(let stream, let line):
            add(.portOutput, ["stream": .string(stream), "line": .string(line)], &writer)
        case .portEnded(let reason): add(.portEnded, ["reason": .string(reason)], &writer)
        case .fault(let fault):
            add(.fault, ["of": .string(fault.party.rawValue), "message": .string(fault.message)], &writer)
        case .adapterTried(let trial):
            let (outcome, detail) = (JSON.string(trial.outcome.rawValue), JSON.string(trial.detail))
            add(.adapterTried, ["probe": .string(trial.probe), "outcome": outcome, "detail": detail], &writer)
        case .refused(let refused):
            add(.refused, ["endpoint": .count(refused.endpoint), "status": .count(refused.status)], &writer)
            writer.member("reason", refused.reason)
            writer.member("shortage", refused.isShortage)
        case .note(let text): add(.note, ["text": .string(text)], &writer)
        }
    }

    private static func add(
        _ name: EventRecord, _ members: KeyValuePairs<String, JSON>, _ writer: inout JSONWriter
    ) {
        writer.member("event", name.rawValue)
        for (key, value) in members { writer.member(key, value) }
    }

    private static func bits(_ number: UInt64) -> JSON { .int(Int64(bitPattern: number)) }

    private static func write(_ reply: ReplyEvent, into writer: inout JSONWriter) {
        writer.member(written: #","event":"reply-left","exchange":"#, Int64(bitPattern: reply.exchange))
        writer.member(written: #","status":"#, Int64(reply.status))
        if !reply.reason.isEmpty { writer.member("reason", reply.reason) }
        if !reply.fault.isEmpty { writer.member("fault", reply.fault) }
        writer.member(written: #","first-byte":"#, reply.firstByte.nanoseconds)
        writer.member(written: #","last-byte":"#, reply.lastByte.nanoseconds)
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
        if let site = header.site { writer.member("site", Site.json(site)) }
        if header.isSandboxed { writer.member("sandboxed", true) }
        if header.looks > 0 { writer.member("looks", header.looks) }
        if header.wire != .sdk { writer.member("wire", header.wire.rawValue) }
        writer.member("started", header.startedAt)
    }

    private static func write(_ message: Message, into writer: inout JSONWriter) {
        writer.member("selector", message.selector.rawValue)
        writer.key("arguments")
        writer.object { writer in
            for argument in message.arguments { writer.member(argument.name, argument.value.json) }
        }
    }
}
