package import Documents

/// As much of JSON Schema as the published schemas use; other keywords are not looked at.
package struct SchemaCheck {
    private let root: JSON
    /// By file name.
    private let others: [String: JSON]

    /// - Parameter others: the schemas that this one refers to, by the name of their file.
    package init(_ root: JSON, others: [String: JSON] = [:]) {
        self.root = root
        self.others = others
    }

    /// Where the value does not keep the schema, each with its path.
    package func problems(of value: JSON) -> [String] {
        problems(of: value, by: root, at: "")
    }

    private func problems(of value: JSON, by schema: JSON, at path: String) -> [String] {
        var problems: [String] = []
        if let name = schema["$ref"]?.string?.split(separator: "/").last {
            if let other = others[String(name)] {
                return SchemaCheck(other, others: others).problems(of: value, by: other, at: path)
            }
            guard let target = root["$defs"]?[String(name)] else { return ["\(path): the schema lacks \(name)"] }
            problems += self.problems(of: value, by: target, at: path)
        }
        if let types = schema["type"], !Self.names(types).contains(where: { Self.is(value, $0) }) {
            return ["\(path): not of type \(Self.names(types).joined(separator: " or "))"]
        }
        if let constant = schema["const"], constant != value { problems.append("\(path): not the constant") }
        if let choices = schema["enum"]?.array, !choices.contains(value) { problems.append("\(path): no choice") }
        if schema["pattern"]?.string == "^\\$", value.string?.hasPrefix("$") == false {
            problems.append("\(path): no name")
        }
        problems += alternatives(value, schema, path)
        if let object = value.object { problems += members(of: object, by: schema, at: path) }
        if let items = value.array, let schema = schema["items"] {
            for (index, item) in items.enumerated() {
                problems += self.problems(of: item, by: schema, at: "\(path)[\(index)]")
            }
        }
        return problems
    }

    private func alternatives(_ value: JSON, _ schema: JSON, _ path: String) -> [String] {
        var problems: [String] = []
        if let choices = schema["anyOf"]?.array,
            !choices.contains(where: { self.problems(of: value, by: $0, at: path).isEmpty })
        {
            problems.append("\(path): none of the alternatives")
        }
        if let choices = schema["oneOf"]?.array,
            choices.count(where: { self.problems(of: value, by: $0, at: path).isEmpty }) != 1
        {
            problems.append("\(path): not exactly one of the alternatives")
        }
        return problems
    }

    private func members(of object: JSONObject, by schema: JSON, at path: String) -> [String] {
        var problems: [String] = []
        for name in schema["required"]?.array?.compactMap(\.string) ?? [] where object[name] == nil {
            problems.append("\(path): '\(name)' is missing")
        }
        let limits = (schema["minProperties"]?.double ?? 0)...(schema["maxProperties"]?.double ?? .infinity)
        if !limits.contains(Double(object.members.count)) { problems.append("\(path): too few or too many members") }
        let rest = schema["additionalProperties"]
        for member in object.members {
            if let known = schema["properties"]?[member.key] {
                problems += self.problems(of: member.value, by: known, at: "\(path).\(member.key)")
            } else if rest == .bool(false) {
                problems.append("\(path): '\(member.key)' is unknown")
            } else if let rest, rest.object != nil {
                problems += self.problems(of: member.value, by: rest, at: "\(path).\(member.key)")
            }
        }
        return problems
    }

    private static func names(_ types: JSON) -> [String] {
        types.string.map { [$0] } ?? types.array?.compactMap(\.string) ?? []
    }

    private static func `is`(_ value: JSON, _ type: String) -> Bool {
        switch type {
        case "object": value.object != nil
        case "array": value.array != nil
        case "string": value.string != nil
        case "integer": value.int != nil
        case "number": value.double != nil
        case "boolean": value.bool != nil
        case "null": value.isNull
        default: false
        }
    }
}
