package import AccessEnablerAPI

/// A value of a contract in which names stand for what only a session knows.
///
/// `$A` in a text is replaced by what `A` is bound to in the session: an MVPD's id, the base URL of a
/// service provider, the requestor, the URL the browser ended on.
package indirect enum Template: Sendable, Hashable {
    case literal(Value)
    case text([Piece])
    case array([Template])
    case object([String: Template])

    package enum Piece: Sendable, Hashable {
        case text(String)
        case name(String)
    }

    /// Cuts `text` into what stands for itself and the names in it; `$$` is a dollar sign.
    package init(_ text: String) {
        guard text.utf8.contains(UInt8(ascii: "$")) else {
            self = .literal(.string(text))
            return
        }
        var pieces: [Piece] = []
        var plain = ""
        var rest = Substring(text)
        while let dollar = rest.firstIndex(of: "$") {
            plain += rest[..<dollar]
            rest = rest[rest.index(after: dollar)...]
            if rest.first == "$" {
                plain += "$"
                rest = rest.dropFirst()
                continue
            }
            let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" || $0 == "_" }
            let trimmed = name.last == "." ? name.dropLast() : name
            guard !trimmed.isEmpty else {
                plain += "$"
                continue
            }
            if !plain.isEmpty { pieces.append(.text(plain)) }
            plain = ""
            pieces.append(.name(String(trimmed)))
            rest = rest[trimmed.endIndex...]
        }
        plain += rest
        if !plain.isEmpty { pieces.append(.text(plain)) }
        let isPlain = pieces.allSatisfy { if case .text = $0 { true } else { false } }
        self = isPlain ? .literal(.string(plain)) : .text(pieces)
    }

    /// The names in the template, in no order.
    package var names: Set<String> {
        switch self {
        case .literal: []
        case .text(let pieces):
            Set(pieces.compactMap { if case .name(let name) = $0 { name } else { nil } })
        case .array(let items): items.reduce(into: []) { $0.formUnion($1.names) }
        case .object(let members): members.values.reduce(into: []) { $0.formUnion($1.names) }
        }
    }

    /// The value with every name replaced; nil where a name is not bound.
    package func resolved(_ binding: (String) -> String?) -> Value? {
        switch self {
        case .literal(let value):
            return value
        case .text(let pieces):
            var text = ""
            for piece in pieces {
                switch piece {
                case .text(let plain): text += plain
                case .name(let name):
                    guard let bound = binding(name) else { return nil }
                    text += bound
                }
            }
            return .string(text)
        case .array(let items):
            var values: [Value] = []
            for item in items {
                guard let value = item.resolved(binding) else { return nil }
                values.append(value)
            }
            return .array(values)
        case .object(let members):
            var values: Value.Members = [:]
            for (key, member) in members {
                guard let value = member.resolved(binding) else { return nil }
                values[key] = value
            }
            return .object(values)
        }
    }
}
