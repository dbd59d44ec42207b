import AccessEnablerAPI
import Documents

/// Reads `advanced-status.yaml`.
struct APIAdvancedStatusReader {
    let names: APINames

    func read(_ root: NodeReader, into table: inout APITable) {
        _ = root.mapping { file -> Bool? in
            table.levels = file.required("levels")?.distinct("level", \.name) { level($0) } ?? []
            table.statusKeys = file.required("keys")?.distinct("key", \.name) { key($0) } ?? []
            table.advancedStatuses = file.required("statuses")?.distinct("status", \.id) { status($0) } ?? []
            table.foreignStatuses = file.required("elsewhere")?.list { $0.text() } ?? []
            return true
        }
    }

    private func level(_ node: NodeReader) -> APIAdvancedStatus.Level? {
        node.mapping { fields in
            let name = fields.text("name")
            let spellings = fields.optional("spellings")?.list { $0.text() } ?? []
            let cites = fields.required("cites")?.cites(names)
            fields.passOver(optional: "note")
            guard let name, let cites else { return nil }
            return APIAdvancedStatus.Level(name: name, spellings: spellings, cites: cites)
        }
    }

    private func key(_ node: NodeReader) -> APIAdvancedStatus.Key? {
        node.mapping { fields in
            let name = fields.text("name")
            let isRequired = fields.required("required")?.bool()
            let type = fields.required("type")?.oneOf(APIType.self, what: "type")
            let cites = fields.required("cites")?.cites(names)
            guard let name, let isRequired, let type, let cites else { return nil }
            return APIAdvancedStatus.Key(name: name, isRequired: isRequired, type: type, cites: cites)
        }
    }

    private func status(_ node: NodeReader) -> APIAdvancedStatus? {
        node.mapping { fields in
            let id = fields.text("id")
            let spellings = fields.optional("spellings")?.list { $0.text() } ?? []
            let level = fields.optional("level")?.reference(to: names.levels, what: "level")
            let versions = fields.required("versions")?.versions()
            let platforms = fields.optional("platforms").map { $0.platforms() } ?? Set(Platform.allCases)
            let operations = fields.optional("operations")?.references(to: names.operations, what: "operation") ?? []
            let cites = fields.required("cites")?.cites(names)
            fields.passOver("meaning", optional: "note")
            guard let id, level != nil || fields.optional("level") == nil, let versions, let platforms, let cites else {
                return nil
            }
            return APIAdvancedStatus(
                id: id, spellings: spellings, level: level, versions: versions, platforms: platforms,
                operations: Set(operations), cites: cites)
        }
    }
}
