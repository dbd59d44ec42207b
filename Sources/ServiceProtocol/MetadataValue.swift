package import Documents

/// A value of what an MVPD tells of a user, such as `zip` (service-protocol.md 4.12).
package enum MetadataValue: Sendable, Hashable {
    case text(String)
    case list([String])
    case table([String: String])
    /// Whatever else JSON has: a number, true or false, or what has such within.
    case other(JSON)

    init(_ json: JSON) {
        let texts = json.array?.compactMap(\.string)
        let entries = json.object?.members.compactMap { member in member.value.string.map { (member.key, $0) } }
        if let text = json.string {
            self = .text(text)
        } else if let texts, texts.count == json.array?.count {
            self = .list(texts)
        } else if let entries, entries.count == json.object?.members.count {
            self = .table(Dictionary(entries) { first, _ in first })
        } else {
            self = .other(json)
        }
    }

    package var json: JSON {
        switch self {
        case .text(let text): .string(text)
        case .list(let texts): .strings(texts)
        case .table(let table): .texts(table)
        case .other(let json): json
        }
    }

    /// A text as it is; everything else as JSON.
    package var text: String {
        if case .text(let text) = self { text } else { json.text }
    }
}

extension NodeReader {
    /// Values of JSON, by name.
    package func metadata() -> [String: MetadataValue]? { entries { MetadataValue($0.node.json) } }
}
