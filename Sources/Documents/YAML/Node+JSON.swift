extension Node {
    /// The value by YAML's core schema, decimals only: null, booleans, integers, numbers, and strings for the rest.
    package var json: JSON {
        switch content {
        case .sequence(let items):
            .array(items.map(\.json))
        case .mapping(let pairs):
            .members(pairs.map { ($0.key, $0.value.json) })
        case .scalar(let scalar):
            scalar.json
        }
    }
}

extension Node.Scalar {
    package var json: JSON {
        guard !isQuoted else { return .string(text) }
        guard !isNull else { return .null }
        if text == "true" { return .bool(true) }
        if text == "false" { return .bool(false) }
        guard isDecimalNumber(text) else { return .string(text) }
        if let value = Int64(text) { return .int(value) }
        if text.utf8.contains(UInt8(ascii: ".")), let value = Double(text) { return .double(value) }
        return .string(text)
    }
}
