import AccessEnablerAPI
import Evidence

/// The values of an event, by path: an argument or field, then members and positions inside it.
struct EventValue {
    private let event: Event

    init(_ event: Event) {
        self.event = event
    }

    /// Whether all values are text, whatever they mean.
    var isText: Bool {
        switch event {
        case .call, .callback, .platform: false
        default: true
        }
    }

    subscript(path: [String]) -> Value? {
        guard let first = path.first else { return nil }
        return Self.member(of: root(first), at: path.dropFirst())
    }

    private func root(_ name: String) -> Value? {
        switch event {
        case .call(_, let message): message[name]
        case .callback(let callback): callback.message[name]
        case .request(let request): Self.field(name, of: request).map(Value.string)
        case .platform(let platform): platform.details[name]
        case .safariPresented(let url), .configurationProcessed(let url): name == "url" ? .string(url) : nil
        case .browser(let browser): name == "url" ? .string(browser.url) : nil
        default: nil
        }
    }

    private static func field(_ name: String, of request: RequestEvent) -> String? {
        switch name {
        case "method": request.method
        case "path": request.path
        default: RequestField(rawValue: name).flatMap { request[$0] } ?? request.fields[name.lowercased()]
        }
    }

    static func member(of value: Value?, at path: ArraySlice<String>) -> Value? {
        guard let step = path.first else { return value }
        switch value {
        case .object(let members):
            return member(of: members[step], at: path.dropFirst())
        case .array(let items):
            guard let index = Int(step), items.indices.contains(index) else { return nil }
            return member(of: items[index], at: path.dropFirst())
        default:
            return nil
        }
    }
}
