internal import AccessEnablerAPI
internal import Documents
internal import Encodings
internal import Evidence
internal import ServiceProtocol
internal import Timing

/// Says in a line what an observation saw, with the names of the case for the values of its session.
struct EventWording {
    struct Line: Equatable {
        var kind: String
        var text: String
    }

    private let steps: [String]
    /// The values that names stand for, the longest first, so that none is replaced by a part of another.
    private var names: [(value: String, name: String)] = []
    private var requests: [UInt64: RequestEvent] = [:]

    init(steps: [String], observations: [Observation]) {
        self.steps = steps
        for observation in observations {
            switch observation.event {
            case .sessionOpened(let header):
                names = header.bindings.filter { !$0.value.isEmpty }.map { ($0.value, "$\($0.key)") }
                    .sorted { ($1.0.count, $0.0) < ($0.0.count, $1.0) }
            case .request(let request): requests[request.exchange] = request
            default: break
            }
        }
    }

    /// nil for what only matters to machines, unless it is asked for.
    mutating func line(for observation: Observation, showsAll: Bool) -> Line? {
        switch observation.event {
        case .sessionOpened(let header):
            return header.part == 0 && !showsAll ? nil : Line(kind: "session", text: "opened, part \(header.part)")
        case .sessionClosed: return Line(kind: "session", text: "closed")
        case .stepBegan(let step): return showsAll ? Line(kind: "step", text: "begins: \(words(step))") : nil
        case .stepEnded(let step, _): return showsAll ? Line(kind: "step", text: "ends: \(words(step))") : nil
        case .stepFailed(let step, let failure):
            return Line(kind: "STEP", text: "\(words(step)): \(named(failure.message))")
        case .call(_, let message): return Line(kind: "call", text: words(for: message))
        case .callReturned(let number): return showsAll ? Line(kind: "return", text: "of call \(number)") : nil
        case .callThrew(let number, let message):
            return Line(kind: "threw", text: "call \(number): \(named(message))")
        case .callback(let callback):
            let during = callback.duringCall.map { ", inside call \($0)" } ?? ""
            return Line(kind: "callback", text: words(for: callback.message) + during)
        case .request, .replyHeld, .replyReleased, .replyLeft, .replyBroken: return wire(observation.event)
        case .tokenSeen(let sighting):
            // Good tokens are as dull as it gets.
            return showsAll || !sighting.errors.isEmpty || sighting.isUsedExpired
                ? Line(kind: "token", text: named("\(sighting.place.rawValue): \(sighting.state)")) : nil
        case .replySeen(let content):
            let said = content.sameAs.map { "as in the reply to request \($0)" } ?? content.body
            return showsAll ? Line(kind: "content", text: named("\(content.form.rawValue) \(said)")) : nil
        case .configurationProcessed(let url): return Line(kind: "processed", text: "the reply of \(named(url))")
        case .safariPresented(let url): return Line(kind: "safari", text: named(url))
        case .platform(let event): return words(for: event)
        case .probeSent(let probe, _): return showsAll ? Line(kind: probe.rawValue, text: "sent") : nil
        case .probeAnswered(let probe, _): return showsAll ? Line(kind: probe.rawValue, text: "answered") : nil
        case .quiet(let duration):
            return Line(kind: "quiet", text: "\(Decimals.text(duration.milliseconds, places: 0)) ms")
        case .browser(let browser): return words(for: browser)
        case .portOutput(let stream, let line): return Line(kind: stream, text: named(line))
        case .portEnded(let reason): return Line(kind: "ENDED", text: "the port's process: \(reason)")
        case .fault(let fault):
            return Line(kind: "FAULT", text: named("of the \(fault.party.rawValue): \(fault.message)"))
        case .refused(let refused): return Line(kind: "refused", text: named(refused.description))
        case .note(let text): return Line(kind: "note", text: named(text))
        case .runStarted, .runEnded, .adapterTried: return nil
        }
    }

    private func wire(_ event: Event) -> Line? {
        switch event {
        case .request(let request):
            return Line(
                kind: request.purpose == .page ? "page" : "request",
                text: named("\(request.provider) \(request.purpose.rawValue): \(request.method) \(request.path)"))
        case .replyHeld: return nil
        case .replyReleased(let exchange, let order):
            return Line(kind: "release", text: "\(name(of: exchange)), number \(order + 1)")
        case .replyLeft(let reply):
            let reason = reply.reason.isEmpty ? "" : named(" (\(reply.reason))")
            return Line(kind: "reply", text: "\(name(of: reply.exchange)): \(reply.status)\(reason)")
        case .replyBroken(let exchange, let reason):
            return Line(kind: "broken", text: "\(name(of: exchange)): \(reason)")
        default: return nil
        }
    }

    private func words(for browser: BrowserEvent) -> Line {
        let detail = browser.detail.isEmpty ? "" : " (\(browser.detail))"
        return Line(kind: "browser", text: named("\(browser.kind.rawValue) \(browser.url)\(detail)"))
    }

    private func words(for event: PlatformEvent) -> Line {
        let details = event.details.sorted { $0.key < $1.key }
            .map { " \(Prose.oneLine($0.key))=\(words(for: $0.value))" }
        return Line(kind: "platform", text: event.kind.rawValue + details.joined())
    }

    private func words(_ step: Int) -> String {
        steps.indices.contains(step) ? steps[step] : "step \(step)"
    }

    private func name(of exchange: UInt64) -> String {
        guard let request = requests[exchange] else { return "exchange \(exchange)" }
        return "\(request.provider) \(request.purpose.rawValue)"
    }

    // MARK: - Values

    /// How many values of a list are shown: more than any list of MVPDs has that a person reads.
    private static let maximumItems = 1_000

    private func words(for message: Message) -> String {
        let arguments = message.arguments.map { "\(Prose.oneLine($0.name))=\(words(for: $0.value))" }
        return ([Prose.oneLine(message.selector.rawValue)] + arguments).joined(separator: " ")
    }

    private func words(for value: Value) -> String {
        switch value {
        case .null, .bool, .int, .double, .bytes: value.description
        case .string(let text): named("\"\(text)\"")
        case .array(let items):
            "[" + items.prefix(Self.maximumItems).map(words).joined(separator: ", ")
                + (items.count > Self.maximumItems ? " and \(items.count - Self.maximumItems) more" : "") + "]"
        case .object(let members): words(for: members)
        case .reference(let name): "<\(Prose.oneLine(name))>"
        }
    }

    /// An object with an ID, such as an MVPD, is told by it.
    private func words(for members: Value.Members) -> String {
        if let id = members["ID"]?.stringValue { return named(id) }
        return "{"
            + members.map { "\(Prose.oneLine($0.key)): \(words(for: $0.value))" }
            .joined(separator: ", ") + "}"
    }

    /// The text with names for values, on one line.
    private func named(_ text: String) -> String {
        let used = names.filter { text.containsBytes($0.value) }
        guard !used.isEmpty else { return Prose.oneLine(text) }
        var (named, rest) = ("", Substring(text))
        // In one pass: a value may be part of the name of another.
        while let first = rest.first {
            let next = used.first { rest.hasPrefix($0.value) }
            named += next?.name ?? String(first)
            rest = rest.dropFirst(next?.value.count ?? 1)
        }
        return Prose.oneLine(named)
    }
}
