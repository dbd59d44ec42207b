package import AccessEnablerAPI
package import Documents
import Encodings

/// Values in messages (adapter-protocol.md, "Values").
///
/// What JSON has no word for is an object with one member whose name begins with `$`; a member whose own name
/// begins with `$` gets another `$` in front.
extension Value {
    package var json: JSON {
        switch self {
        case .null: .null
        case .bool(let flag): .bool(flag)
        case .int(let number): .int(number)
        case .double(let number) where !number.isFinite: ["$number": .string(Self.word(for: number))]
        case .double(let number): .double(number)
        case .string(let text): .string(text)
        case .bytes(let bytes): ["$bytes": .string(Base64.encode(bytes))]
        case .array(let items): .array(items.map(\.json))
        case .reference(let name): ["$ref": .string(name)]
        case .object(let members):
            .members(members.map { key, value in (key.hasPrefix("$") ? "$" + key : key, value.json) })
        }
    }

    /// Reads a value; `path` names it in mistakes, and is put together for those alone.
    package init(_ json: JSON, at path: @autoclosure () -> String) throws(ProtocolError) {
        switch json {
        case .null: self = .null
        case .bool(let flag): self = .bool(flag)
        case .int(let number): self = .int(number)
        case .double(let number): self = .double(number)
        case .string(let text): self = .string(text)
        case .array(let items):
            var values: [Value] = []
            for (index, item) in items.enumerated() { values.append(try Value(item, at: "\(path())[\(index)]")) }
            self = .array(values)
        case .object(let object):
            if let special = try Self.special(object, at: path()) {
                self = special
                return
            }
            var members: [(key: String, value: Value)] = []
            for member in object.members {
                let key = member.key.hasPrefix("$") ? String(member.key.dropFirst()) : member.key
                members.append((key, try Value(member.value, at: "\(path()).\(member.key.cut(toBytes: 200))")))
            }
            self = .object(Members(members))
        }
    }

    /// The value an object with a member `$...` stands for; nil for a plain object.
    private static func special(_ object: JSONObject, at path: @autoclosure () -> String) throws(ProtocolError)
        -> Value?
    {
        guard let member = object.members.first(where: { $0.key.hasPrefix("$") && !$0.key.hasPrefix("$$") }) else {
            return nil
        }
        var name: String { "\(path()).\(member.key.cut(toBytes: 200))" }
        guard object.members.count == 1 else {
            throw ProtocolError(
                .invalidParams, "\(name): must be the only member; a plain name that begins with '$' is written '$$'")
        }
        guard ["$bytes", "$ref", "$number"].contains(member.key) else {
            throw ProtocolError(
                .invalidParams, "\(name): expected '$bytes', '$ref' or '$number'; a plain '$' is written '$$'")
        }
        guard let text = member.value.string else {
            throw ProtocolError(.invalidParams, "\(name): expected a string, found \(member.value.kind)")
        }
        switch member.key {
        case "$bytes":
            guard let bytes = Base64.decode(text) else {
                throw ProtocolError(.invalidParams, "\(name): not base64 with padding")
            }
            return .bytes(bytes)
        case "$ref":
            guard !text.isEmpty else { throw ProtocolError(.invalidParams, "\(name): a reference has a name") }
            return .reference(text)
        default:
            guard let number = number(for: text) else {
                throw ProtocolError(
                    .invalidParams,
                    "\(name): expected 'NaN', 'Infinity' or '-Infinity', found '\(text.cut(toBytes: 200))'")
            }
            return .double(number)
        }
    }

    private static func word(for number: Double) -> String {
        number.isNaN ? "NaN" : number > 0 ? "Infinity" : "-Infinity"
    }

    private static func number(for word: String) -> Double? {
        switch word {
        case "NaN": .nan
        case "Infinity": .infinity
        case "-Infinity": -.infinity
        default: nil
        }
    }
}
