package import Documents

/// A value of what an MVPD tells of a user, such as `zip` (service-protocol.md 4.12).
package enum MetadataValue: Sendable, Hashable {
    case text(String)
    case list([String])
    case table([String: String])

    package var json: JSON {
        switch self {
        case .text(let text): .string(text)
        case .list(let texts): .strings(texts)
        case .table(let table): .texts(table)
        }
    }

    /// A text as it is; a list or a table as JSON.
    package var text: String {
        if case .text(let text) = self { text } else { json.text }
    }
}

extension NodeReader {
    /// Texts, lists of texts and tables of texts, by name.
    package func metadata() -> [String: MetadataValue]? {
        entries { value in
            switch value.node.content {
            case .scalar: value.string().map { .text($0) }
            case .sequence: value.list { $0.string() }.map { .list($0) }
            case .mapping: value.texts().map { .table($0) }
            }
        }
    }
}
