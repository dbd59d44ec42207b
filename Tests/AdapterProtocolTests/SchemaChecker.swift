import Documents
import Testing

/// Enough of JSON Schema (2020-12) to hold messages against the published schema.
///
/// A keyword that is not known is an error, so that the schema cannot say what is not checked.
struct SchemaChecker {
    private let root: JSON

    init(_ root: JSON) {
        self.root = root
    }

    func accepts(_ json: JSON, as definition: String) throws -> Bool {
        try accepts(json, ["$ref": .string("#/$defs/" + definition)])
    }

    private func accepts(_ json: JSON, _ schema: JSON) throws -> Bool {
        if let flag = schema.bool { return flag }
        let keywords = try #require(schema.object)
        return try keywords.members.allSatisfy { try holds(json, $0.key, $0.value, keywords) }
    }

    private func holds(_ json: JSON, _ keyword: String, _ rule: JSON, _ schema: JSONObject) throws -> Bool {
        switch keyword {
        case "description", "title", "$schema", "$defs":
            return true
        case "$ref":
            let name = try #require(rule.string?.split(separator: "/").last)
            return try accepts(json, try #require(root["$defs"]?[String(name)], "\(name)"))
        case "type":
            return (rule.array ?? [rule]).contains { isOf(json, $0.string ?? "") }
        case "const":
            return json == rule
        case "enum":
            return rule.array?.contains(json) == true
        case "oneOf":
            return try #require(rule.array).filter { try accepts(json, $0) }.count == 1
        case "not":
            return try !accepts(json, rule)
        case "minimum":
            return json.double.map { $0 >= rule.double ?? 0 } ?? true
        case "minLength":
            return json.string.map { Double($0.unicodeScalars.count) >= rule.double ?? 0 } ?? true
        case "pattern":
            let pattern = try Regex(try #require(rule.string))
            return try json.string.map { try pattern.firstMatch(in: $0) != nil } ?? true
        case "items":
            return try json.array?.allSatisfy { try accepts($0, rule) } ?? true
        case "required":
            return json.object.map { object in (rule.array ?? []).allSatisfy { object[$0.string ?? ""] != nil } }
                ?? true
        case "properties":
            return try json.object?.members.allSatisfy { member in
                try rule[member.key].map { try accepts(member.value, $0) } ?? true
            } ?? true
        case "propertyNames":
            return try json.object?.keys.allSatisfy { try accepts(.string($0), rule) } ?? true
        case "additionalProperties":
            return try json.object?.members.allSatisfy { member in
                try schema["properties"]?[member.key] != nil || accepts(member.value, rule)
            } ?? true
        default:
            Issue.record("the keyword '\(keyword)' is not checked")
            return false
        }
    }

    private func isOf(_ json: JSON, _ type: String) -> Bool {
        switch (type, json) {
        case ("null", .null), ("boolean", .bool), ("integer", .int), ("number", .int), ("number", .double),
            ("string", .string), ("array", .array), ("object", .object):
            true
        default:
            false
        }
    }
}
