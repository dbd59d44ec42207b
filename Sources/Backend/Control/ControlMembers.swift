internal import Documents
internal import ServiceProtocol

/// The members of what a caller of the control API sends, with everything that is wrong with them.
struct ControlMembers {
    private let members: JSONObject
    private var asked: [String] = []
    private var mistakes: [String] = []

    /// - Parameter body: a JSON object, or nothing for one without members.
    init(_ body: [UInt8]) {
        guard !body.isEmpty else {
            members = JSONObject()
            return
        }
        do throws(Diagnostic) {
            let document = try JSON.parse(body, file: "body")
            if document.object == nil { mistakes.append("expected an object, found \(document.kind)") }
            members = document.object ?? JSONObject()
        } catch {
            members = JSONObject()
            mistakes.append(error.description)
        }
    }

    /// Everything wrong, once every member has been asked for; nil when nothing is.
    var problem: String? {
        let unknown = members.keys.filter { !asked.contains($0) }
            .map { "unknown member '\($0)'" + suggestion(for: $0, among: asked) }
        let all = mistakes + unknown
        return all.isEmpty ? nil : all.joined(separator: "\n")
    }

    mutating func text(_ name: String) -> String? {
        value(name, "a string") { $0.string }
    }

    mutating func texts(_ name: String) -> [String]? {
        value(name, "a list of strings") { json in
            let texts = json.array?.compactMap(\.string)
            return texts?.count == json.array?.count ? texts : nil
        }
    }

    mutating func number(_ name: String, in range: ClosedRange<Double>) -> Double? {
        value(name, "a number from \(range.lowerBound) to \(range.upperBound)") { json in
            json.double.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    mutating func purpose() -> Purpose? {
        guard let text = text("purpose") else { return nil }
        if let purpose = Purpose(rawValue: text) { return purpose }
        mistakes.append(Self.problem(ofPurpose: text))
        return nil
    }

    /// A text that `read` takes; `problem` says what is wrong with others.
    mutating func parsed<Value>(
        _ name: String, _ read: (String) -> Value?, problem: (String) -> String?
    ) -> Value? {
        guard let text = text(name) else {
            if members[name] == nil { mistakes.append("the member '\(name)' is missing") }
            return nil
        }
        if let problem = problem(text) { mistakes.append(problem) }
        return read(text)
    }

    /// Notes that a provider is none of those.
    mutating func check(provider: String?, among providers: [String]) {
        guard let provider, !providers.contains(provider) else { return }
        mistakes.append("unknown provider '\(provider)'" + suggestion(for: provider, among: providers))
    }

    static func problem(ofPurpose text: String) -> String {
        let purposes = Purpose.allCases.map(\.rawValue)
        let hint = suggestion(for: text, among: purposes)
        return "unknown purpose '\(text)'"
            + (hint.isEmpty ? "; expected one of \(purposes.joined(separator: ", "))" : hint)
    }

    private mutating func value<Value>(_ name: String, _ expected: String, _ read: (JSON) -> Value?) -> Value? {
        asked.append(name)
        guard let member = members[name], !member.isNull else { return nil }
        if let value = read(member) { return value }
        mistakes.append("expected \(expected) as '\(name)', found \(member.kind)")
        return nil
    }
}
