package import AccessEnablerAPI
package import Documents
package import Timing

/// What an adapter tells without being asked.
package enum PortNotification: Sendable, Hashable {
    case event(SessionEvent)
    case tap(Tap)
    case platform(PlatformQuestion)
    case log(LogLine)

    package static let methods = ["session/event", "tap", "platform", "log"]

    package init(method: String, params: JSON) throws(ProtocolError) {
        let fields = try Fields(params, at: "params")
        switch method {
        case "session/event": self = .event(try SessionEvent(fields))
        case "tap": self = .tap(try Tap(fields))
        case "platform": self = .platform(try PlatformQuestion(fields))
        case "log": self = .log(try LogLine(fields))
        default:
            let hint = suggestion(for: method, among: Self.methods)
            throw ProtocolError(.methodNotFound, "unknown notification '\(method)'\(hint)")
        }
    }

    package var envelope: Envelope {
        switch self {
        case .event(let event): .notification(method: "session/event", params: event.json)
        case .tap(let tap): .notification(method: "tap", params: tap.json)
        case .platform(let question): .notification(method: "platform", params: question.json)
        case .log(let line): .notification(method: "log", params: line.json)
        }
    }
}

/// A callback of the port.
package struct SessionEvent: Sendable, Hashable {
    package var session: String
    /// Counts the events and taps of the process from 0.
    package var sequence: Int
    /// Counts the callbacks of the session from 0.
    package var number: Int
    /// The adapter's clock when the callback was entered.
    package var time: MonotonicTime
    /// What the port's thread is called; empty where that is not known.
    package var thread: String
    /// The call during which, on the same thread, the callback came.
    package var duringCall: Int?
    package var message: Message

    package init(
        session: String, sequence: Int, number: Int, time: MonotonicTime, thread: String = "", duringCall: Int? = nil,
        message: Message
    ) {
        self.session = session
        self.sequence = sequence
        self.number = number
        self.time = time
        self.thread = thread
        self.duringCall = duringCall
        self.message = message
    }

    init(_ fields: Fields) throws(ProtocolError) {
        session = try fields.name("session")
        sequence = try fields.count("seq")
        number = try fields.count("n")
        time = try fields.integer("ts").reading
        thread = try fields.optionalString("thread") ?? ""
        duringCall = fields.optional("duringCall") == nil ? nil : try fields.count("duringCall")
        message = try Message(fields)
    }

    var json: JSON {
        var object: JSONObject = [
            "session": .string(session), "seq": .int(Int64(sequence)), "n": .int(Int64(number)),
            "ts": .int(time.nanoseconds),
        ]
        if !thread.isEmpty { object["thread"] = .string(thread) }
        object["duringCall"] = duringCall.map { .int(Int64($0)) }
        object["selector"] = .string(message.selector.rawValue)
        object["arguments"] = message.argumentsJSON
        return .object(object)
    }
}

/// Something inside the port that no callback tells.
package struct Tap: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The reply to a configuration request was processed (`tap.http`).
        case configuration
        /// A page is shown in the port's own Safari view controller (`platform.svc`).
        case safari
    }

    package var session: String
    /// Counts together with the events.
    package var sequence: Int
    /// The adapter's clock when it happened.
    package var time: MonotonicTime
    package var kind: Kind
    package var url: String

    package init(session: String, sequence: Int, time: MonotonicTime, kind: Kind, url: String) {
        self.session = session
        self.sequence = sequence
        self.time = time
        self.kind = kind
        self.url = url
    }

    init(_ fields: Fields) throws(ProtocolError) {
        session = try fields.name("session")
        sequence = try fields.count("seq")
        time = try fields.integer("ts").reading
        kind = try fields.choice("kind")
        url = try fields.string("url")
    }

    var json: JSON {
        [
            "session": .string(session), "seq": .int(Int64(sequence)), "ts": .int(time.nanoseconds),
            "kind": .string(kind.rawValue),
            "url": .string(url),
        ]
    }
}

/// A line for whoever reads the report; never evidence.
package struct LogLine: Sendable, Hashable {
    /// nil for what belongs to no session.
    package var session: String?
    package var text: String

    package init(session: String? = nil, text: String) {
        self.session = session
        self.text = text
    }

    init(_ fields: Fields) throws(ProtocolError) {
        session = try fields.optionalString("session")
        text = try fields.string("text")
    }

    var json: JSON {
        var object = JSONObject()
        object["session"] = session.map(JSON.string)
        object["text"] = .string(text)
        return .object(object)
    }
}
