package import AccessEnablerAPI
package import Documents
internal import Timing

/// What the suite asks of an adapter.
package enum Request: Sendable, Hashable {
    case initialize(InitializeRequest)
    case openSession(OpenRequest)
    case call(CallRequest)
    case barrier(session: String)
    case advanceClock(AdvanceRequest)
    /// Tells the port what the device's account answers.
    case answerPlatform(PlatformReply)
    case closeSession(session: String)
    case ping
    /// Answer that request now, whatever it is doing.
    case cancel(RequestID)
    case shutdown

    package static let methods = [
        "initialize", "session/open", "session/call", "session/barrier", "session/advance", "session/platform",
        "session/close", "ping", "cancel", "shutdown",
    ]

    package init(method: String, params: JSON) throws(ProtocolError) {
        let fields = try Fields(params, at: "params")
        switch method {
        case "initialize": self = .initialize(try InitializeRequest(fields))
        case "session/open": self = .openSession(try OpenRequest(fields))
        case "session/call": self = .call(try CallRequest(fields))
        case "session/barrier": self = .barrier(session: try fields.name("session"))
        case "session/advance": self = .advanceClock(try AdvanceRequest(fields))
        case "session/platform": self = .answerPlatform(try PlatformReply(fields))
        case "session/close": self = .closeSession(session: try fields.name("session"))
        case "ping": self = .ping
        case "cancel": self = .cancel(try RequestID(try fields.required("id", "an integer or a string"), fields))
        case "shutdown": self = .shutdown
        default:
            let hint = suggestion(for: method, among: Self.methods)
            throw ProtocolError(.methodNotFound, "unknown method '\(method)'\(hint)")
        }
    }

    package var method: String {
        switch self {
        case .initialize: "initialize"
        case .openSession: "session/open"
        case .call: "session/call"
        case .barrier: "session/barrier"
        case .advanceClock: "session/advance"
        case .answerPlatform: "session/platform"
        case .closeSession: "session/close"
        case .ping: "ping"
        case .cancel: "cancel"
        case .shutdown: "shutdown"
        }
    }

    /// The session that it is about; nil for those that are about none.
    package var session: String? {
        switch self {
        case .openSession(let request): request.session
        case .call(let request): request.session
        case .advanceClock(let request): request.session
        case .answerPlatform(let reply): reply.session
        case .barrier(let session), .closeSession(let session): session
        case .initialize, .ping, .cancel, .shutdown: nil
        }
    }

    package var params: JSON {
        switch self {
        case .initialize(let request): request.json
        case .openSession(let request): request.json
        case .call(let request): request.json
        case .advanceClock(let request): request.json
        case .answerPlatform(let reply): reply.json
        case .barrier(let session), .closeSession(let session): ["session": .string(session)]
        case .cancel(let id): ["id": id.json]
        case .ping, .shutdown: .object(JSONObject())
        }
    }
}

/// Makes a call in a session.
package struct CallRequest: Sendable, Hashable {
    package var session: String
    /// Counts the calls of the session from 0.
    package var number: Int
    package var message: Message

    package init(session: String, number: Int, message: Message) {
        self.session = session
        self.number = number
        self.message = message
    }

    init(_ fields: Fields) throws(ProtocolError) {
        session = try fields.name("session")
        number = try fields.count("number")
        message = try Message(fields)
    }

    var json: JSON {
        [
            "session": .string(session), "number": .int(Int64(number)),
            "selector": .string(message.selector.rawValue), "arguments": message.argumentsJSON,
        ]
    }
}

/// Moves the time of day that a session goes by ahead.
package struct AdvanceRequest: Sendable, Hashable {
    package var session: String
    /// Longer than nothing.
    package var time: Duration

    package init(session: String, time: Duration) {
        self.session = session
        self.time = time
    }

    init(_ fields: Fields) throws(ProtocolError) {
        session = try fields.name("session")
        time = .nanoseconds(try fields.integer("by", in: 1...Int64.max))
    }

    var json: JSON { ["session": .string(session), "by": .int(time.wholeNanoseconds)] }
}
