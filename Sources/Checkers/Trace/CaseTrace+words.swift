import AccessEnablerAPI
import Encodings
import Evidence
import ServiceProtocol

/// Observations in words that the author of a port knows.
extension CaseTrace {
    func words(at position: Int) -> String {
        words(for: observations[position].event)
    }

    func words(for event: Event) -> String {
        switch event {
        case .call(_, let message): return "the call " + words(for: message)
        case .callback(let callback): return "the callback " + words(for: callback.message)
        case .request(let request):
            return "the request \(request.method) \(request.path) (\(request.purpose.rawValue)) at \(request.provider)"
        case .tokenSeen(let token):
            let place = ["callback": "the token delivered", "request": "the token sent"][token.place.rawValue]
            return "\(place ?? "the token issued") (\(token.kind?.rawValue ?? "of no kind"), \(token.state))"
        case .safariPresented(let url): return "the port's own Safari view controller showing \(named(url))"
        case .platform(let platform):
            let details = platform.details.map { "\($0.key) \(words(for: $0.value))" }
            return "the platform's account (\(([platform.kind.rawValue] + details).joined(separator: ", ")))"
        case .browser(let browser):
            let detail = browser.detail.isEmpty ? "" : ": \(browser.detail)"
            return "the browser (\(browser.kind.rawValue) \(named(browser.url))\(detail))"
        default: return "\(event)"
        }
    }

    func words(for message: Message) -> String {
        let arguments = message.arguments.map { "\($0.name) \(words(for: $0.value))" }.joined(separator: ", ")
        let text = arguments.isEmpty ? message.selector.rawValue : "\(message.selector.rawValue) (\(arguments))"
        // Every report has it, some twice; the trace alone keeps what is longer.
        let size = text.utf8.count
        return size <= 100_000 ? text : "\(text.prefix(100_000))... (\(size) bytes)"
    }

    /// The value, with the case's names for what only this session has.
    func words(for value: Value) -> String {
        switch value {
        case .null: "nil"
        case .bool(let flag): flag ? "YES" : "NO"
        case .int, .double, .bytes: value.description
        case .string(let text): "'\(named(text))'"
        case .array(let items):
            "[" + items.prefix(10_000).map { words(for: $0) }.joined(separator: ", ")
                + (items.count > 10_000 ? " and \(items.count - 10_000) more]" : "]")
        case .object(let members):
            if let id = members["ID"] {
                words(for: id)
            } else {
                "{" + members.map { "\($0.key): \(words(for: $0.value))" }.joined(separator: ", ") + "}"
            }
        case .reference(let name): "object \(name)"
        }
    }

    /// `$A` for the value that A is bound to, also within a text.
    func named(_ text: String) -> String {
        let names = bindings.filter { !$0.value.isEmpty && text.containsBytes($0.value) }
            .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        return names.reduce(text) { $0.replacing($1.value, with: "$" + $1.key) }
    }
}
