extension Value: CustomStringConvertible {
    /// For people, on one line: texts in quotes, members by name; an object of the port as `<name>`.
    public var description: String {
        switch self {
        case .null: "null"
        case .bool(let flag): "\(flag)"
        case .int(let number): "\(number)"
        case .double(let number): "\(number)"
        case .string(let text): text.debugDescription
        case .bytes(let bytes): bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
        case .array(let items): "[" + items.map(\.description).joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "}"
        case .reference(let name): "<\(name)>"
        }
    }
}

extension Message: CustomStringConvertible {
    /// The selector, then the arguments: `setToken:forResource: token="…" resource="News"`.
    public var description: String {
        ([selector.description] + arguments.map { "\($0.name)=\($0.value)" }).joined(separator: " ")
    }
}
