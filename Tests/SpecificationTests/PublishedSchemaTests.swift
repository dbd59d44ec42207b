import Documents
import Evidence
import Specification
import Testing

@Suite struct PublishedSchemaTests {
    /// Every kind of mapping in the files of statements and of the API, which stands at `HERE` in its file.
    private static let kinds: [(schema: String, definition: String?, text: String)] = [
        ("statements", nil, "{HERE}"), ("statements", "statement", "{statements: [{HERE}]}"),
        ("statements", "citation", "{statements: [{cites: [{HERE}]}]}"), ("ambiguities", nil, "{HERE}"),
        ("ambiguities", "ambiguity", "{ambiguities: [{HERE}]}"), ("documents", nil, "{HERE}"),
        ("documents", "document", "{documents: [{HERE}]}"),
        ("documents", "edition", "{documents: [{files: [{HERE}]}]}"),
        ("documents", "section", "{documents: [{sections: [{HERE}]}]}"), ("sections", nil, "{HERE}"),
        ("sections", "section", "{sections: [{HERE}]}"), ("untestable", nil, "{HERE}"),
        ("untestable", "untestable", "{statements: [{HERE}]}"), ("calls", nil, "{HERE}"),
        ("calls", "operation", "{operations: [{HERE}]}"),
        ("calls", "trigger", "{operations: [{callbacks: [{HERE}]}]}"),
        ("calls", "call", "{operations: [{calls: [{HERE}]}]}"),
        ("calls", "deprecation", "{operations: [{calls: [{deprecated: {HERE}}]}]}"),
        ("calls", "parameter", "{operations: [{calls: [{arguments: [{HERE}]}]}]}"), ("callbacks", nil, "{HERE}"),
        ("callbacks", "callback", "{callbacks: [{HERE}]}"),
        ("callbacks", "triggers", "{callbacks: [{triggers: {HERE}}]}"),
        ("callbacks", "outcome", "{callbacks: [{outcomes: [{HERE}]}]}"),
        ("callbacks", "parameter", "{callbacks: [{parameters: [{HERE}]}]}"), ("statuses", nil, "{HERE}"),
        ("statuses", "status", "{statuses: [{HERE}]}"), ("error-codes", nil, "{HERE}"),
        ("error-codes", "errorCode", "{errorCodes: [{HERE}]}"), ("advanced-status", nil, "{HERE}"),
        ("advanced-status", "level", "{levels: [{HERE}]}"), ("advanced-status", "key", "{keys: [{HERE}]}"),
        ("advanced-status", "status", "{statuses: [{HERE}]}"), ("tracking", nil, "{HERE}"),
        ("tracking", "event", "{events: [{HERE}]}"), ("tracking", "element", "{events: [{elements: [{HERE}]}]}"),
        ("tracking", "set", "{sets: [{HERE}]}"), ("metadata", nil, "{HERE}"),
        ("metadata", "opcode", "{opcodes: [{HERE}]}"), ("mvpd", nil, "{HERE}"),
        ("mvpd", "property", "{properties: [{HERE}]}"),
    ]

    @Test(arguments: kinds)
    func aSchemaHasTheKeysThatTheReaderTakes(_ schema: String, _ definition: String?, _ text: String) throws {
        let object = try object(definition, in: schema)
        let required = try #require(object["required"]?.array).compactMap(\.string)
        #expect(mistakes(schema, text, "") == Set(required.map { "the key '\($0)' is missing" }))
        for key in try #require(object["properties"]?.object).keys {
            #expect(!mistakes(schema, text, "\(key): x").contains { $0.hasPrefix("unknown key") }, "\(key)")
        }
        #expect(mistakes(schema, text, "zzz-zzz: x").contains("unknown key 'zzz-zzz'"))
        #expect(object["additionalProperties"] == .bool(false))
    }

    /// What is wrong with the keys of the mapping at `HERE`, where it has these members.
    private func mistakes(_ schema: String, _ text: String, _ members: String) -> Set<String> {
        let file = RegisterFile(path: "x/\(schema).yaml", bytes: Array(text.replacing("HERE", with: members).utf8))
        let diagnostics = Diagnostics()
        let isOfStatements = ["statements", "ambiguities", "documents", "sections", "untestable"].contains(schema)
        let register = Register.read(isOfStatements ? [file] : [], diagnostics: diagnostics)
        if !isOfStatements { _ = APITable.read([file], register: register, diagnostics: diagnostics) }
        let start = text.prefix { $0 != "H" }.count
        return Set(
            diagnostics.sorted.filter { mistake in
                let isOfKeys = mistake.message.contains(" key '")
                return isOfKeys && mistake.mark.map { [start, start + 1].contains($0.column) } == true
            }.map(\.message))
    }

    @Test func everyObjectOfASchemaIsReadByAReader() throws {
        for (name, schema) in try schemas() {
            let known = Self.kinds.filter { $0.schema == name }.map(\.definition)
            #expect(Set(known) == Set([nil] + (schema["$defs"]?.object?.keys ?? [])), "\(name)")
        }
    }

    @Test(arguments: [
        ("statements", "statement", "level", Level.allCases.map(\.rawValue)),
        ("statements", "statement", "subject", Statement.Subject.allCases.map(\.rawValue)),
        ("statements", "statement", "basis", Statement.Basis.allCases.map(\.rawValue)),
        ("statements", "statement", "strictness", Statement.Strictness.allCases.map(\.rawValue)),
        ("calls", "trigger", "basis", Statement.Basis.allCases.map(\.rawValue)),
        ("calls", "parameter", "type", APIType.allCases.map(\.rawValue)),
        ("calls", "parameter", "element", APIType.allCases.map(\.rawValue)),
        ("calls", "parameter", "table", APITableName.allCases.map(\.rawValue)),
        ("calls", "parameter", "nil", APIPermission.allCases.map(\.rawValue)),
        ("calls", "parameter", "empty", APIPermission.allCases.map(\.rawValue)),
        ("callbacks", "callback", "protocol", APICallback.ProtocolName.allCases.map(\.rawValue)),
        ("tracking", "element", "when", APITrackingLayout.Element.Condition.allCases.map(\.rawValue)),
        ("mvpd", "property", "nil", APIPermission.allCases.map(\.rawValue)),
    ])
    func aSchemaOffersTheChoicesThatTheReaderTakes(
        _ schema: String, _ definition: String, _ key: String, _ choices: [String]
    ) throws {
        let property = try object(definition, in: schema)["properties"]?[key]
        #expect(Set(property?["enum"]?.array?.compactMap(\.string) ?? []) == Set(choices))
    }

    @Test func everyFileNamesItsSchema() throws {
        let published = Set(try schemas().map(\.name))
        for file in try ShippedSpecs.files("statements") + ShippedSpecs.files("api") {
            let first = try #require(String(decoding: file.bytes, as: UTF8.self).split(separator: "\n").first)
            let name = first.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? ""
            #expect(first.hasPrefix("# yaml-language-server: $schema=../schema/"), "\(file.path)")
            #expect(published.contains(name), "\(file.path)")
        }
    }

    private func object(_ definition: String?, in name: String) throws -> JSON {
        let schema = try #require(try schemas().first { $0.name == name }?.schema)
        guard let definition else { return schema }
        return try #require(schema["$defs"]?[definition])
    }

    /// The schemas of the files that this register and these tables are read from.
    private func schemas() throws -> [(name: String, schema: JSON)] {
        let names = Set(Self.kinds.map(\.schema))
        return try Folder.files(below: ShippedSpecs.root + "Specs/schema", ending: ".schema.json").compactMap { path in
            let name = String(path.split(separator: "/").last?.split(separator: ".").first ?? "")
            guard names.contains(name) else { return nil }
            return (name, try JSON.parse(try File.read(path), file: path))
        }
    }
}
