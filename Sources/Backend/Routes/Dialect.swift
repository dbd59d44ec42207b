internal import Documents
internal import HTTPServer

/// The form in which a caller expects to be told what is wrong, which follows from what it asked for.
enum Dialect: Sendable, Hashable {
    /// The generic error of the clientless calls and of configurations (service-protocol.md 4).
    case clientless(ServerReply.Format)
    /// The error of REST API v2 (service-protocol.md 7.5).
    case enhanced
    /// The document of the native entitlement calls (service-protocol.md 3.3).
    case native
    /// The document of client registration (service-protocol.md 2.2).
    case registration
    /// A page for a person.
    case page
    case plain

    init(_ incoming: Incoming) {
        switch incoming.destination.route?.errorForm ?? .guessed {
        case .registration: self = .registration
        case .clientless, .configuration: self = .clientless(incoming.format)
        case .native: self = .native
        case .enhanced: self = .enhanced
        case .page: self = .page
        case .guessed:
            let words = incoming.request.path.split(separator: "/")
            switch words.first {
            case "o", "indiv": self = .registration
            case "adobe-services": self = .native
            case "api" where words.dropFirst().first == "v2": self = .enhanced
            case "api", "reggie": self = .clientless(incoming.format)
            default:
                let formats = incoming.facts.formats
                self = formats.wantsPage ? .page : formats.wanted.map(Dialect.clientless) ?? .plain
            }
        }
    }

    /// How the sender of what is no acceptable request wants to hear of it, as far as that can be guessed from the
    /// bytes that came first.
    init(guessing head: [UInt8]) {
        let lines = head.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true).map { line in
            String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
        }
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count > 1, words[1].utf8.first == UInt8(ascii: "/") || words[1].contains("://") else {
            self = .plain
            return
        }
        var fields: [(name: String, value: String)] = []
        for line in lines.dropFirst().prefix(200) {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            fields.append((String(parts[0]), String(parts[1].drop { $0 == " " })))
        }
        let request = ServerRequest(
            method: String(words[0]), target: String(words[1]), headers: HeaderFields(fields))
        self.init(Incoming(request))
    }

    /// The answer; `message` is the protocol's word for the status, `details` what exactly was wrong.
    func refusal(_ status: Int, _ message: String, details: String) -> ServerReply {
        switch self {
        case .clientless(let format): .status(status, message, details: details, format: format)
        case .enhanced: EnhancedError.reply(status: status, message, details: details)
        case .native: .xmlError(details, status: status)
        case .registration:
            .json(["error": "invalid_request", "error_description": .string(details)], status: status)
        case .page: .html(Page.message(message, details.sentence), status: status)
        case .plain: .text("\(status) \(message): \(details)\n", status: status)
        }
    }
}

extension Refusal {
    /// The answer in the form that the sender can read, after which the connection ends.
    func reply(to head: [UInt8]) -> ServerReply {
        var reply = Dialect(guessing: head).refusal(status, phrase, details: reason)
        reply.headers.append(("Connection", "close"))
        return reply
    }
}

extension String {
    /// With a capital letter and a full stop.
    fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
