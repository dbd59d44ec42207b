import Documents
import Evidence
import Specification
import Testing

@Suite struct PublishedSchemaTests {
    @Test(arguments: RegisterKeys.published)
    func aSchemaHasTheKeysThatTheReaderTakes(_ keys: RegisterKeys) throws {
        let object = try object(keys.definition, in: keys.schema)
        #expect(Set(try #require(object["properties"]?.object).keys) == keys.allowed)
        let required = try #require(object["required"]?.array).compactMap(\.string)
        #expect(Set(required) == keys.required)
        #expect(object["additionalProperties"] == .bool(false))
    }

    @Test func everyObjectOfASchemaIsReadByAReader() throws {
        for (name, schema) in try schemas() {
            let known = RegisterKeys.published.filter { $0.schema == name }
            #expect(known.contains { $0.definition == nil }, "\(name)")
            for definition in schema["$defs"]?.object?.keys ?? [] {
                #expect(known.contains { $0.definition == definition }, "\(name) \(definition)")
            }
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
        let names = Set(RegisterKeys.published.map(\.schema))
        return try Folder.files(below: ShippedSpecs.root + "Specs/schema", ending: ".schema.json").compactMap { path in
            let name = String(path.split(separator: "/").last?.split(separator: ".").first ?? "")
            guard names.contains(name) else { return nil }
            return (name, try JSON.parse(try File.read(path), file: path))
        }
    }
}
