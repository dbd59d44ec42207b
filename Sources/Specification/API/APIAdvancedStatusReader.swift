import AccessEnablerAPI
import Documents

/// Reads `advanced-status.yaml`.
struct APIAdvancedStatusReader {
    enum FileKey: String, RegisterKey {
        case levels, keys, statuses, elsewhere
    }

    enum LevelKey: String, RegisterKey {
        case name, spellings, cites, note

        static var optionalKeys: Set<LevelKey> { [.spellings, .note] }
    }

    enum DictionaryKey: String, RegisterKey {
        case name, required, type, cites
    }

    enum Key: String, RegisterKey {
        case id, spellings, level, meaning, versions, platforms, operations, cites, note

        static var optionalKeys: Set<Key> { [.spellings, .level, .platforms, .operations, .note] }
    }

    let names: APINames

    func read(_ root: NodeReader, into table: inout APITable) {
        _ = root.fields(FileKey.self) { file -> Bool? in
            table.levels = file[.levels]?.distinct("level", \.name) { level($0) } ?? []
            table.statusKeys = file[.keys]?.distinct("key", \.name) { key($0) } ?? []
            table.advancedStatuses = file[.statuses]?.distinct("status", \.id) { status($0) } ?? []
            table.foreignStatuses = file[.elsewhere]?.list { $0.text() } ?? []
            return true
        }
    }

    private func level(_ node: NodeReader) -> APIAdvancedStatus.Level? {
        node.fields(LevelKey.self) { fields in
            let name = fields.string(.name)
            let spellings = fields[.spellings]?.list { $0.text() } ?? []
            guard let name, let cites = fields[.cites]?.cites(names) else { return nil }
            return APIAdvancedStatus.Level(name: name, spellings: spellings, cites: cites)
        }
    }

    private func key(_ node: NodeReader) -> APIAdvancedStatus.Key? {
        node.fields(DictionaryKey.self) { fields in
            let name = fields.string(.name)
            let isRequired = fields[.required]?.bool()
            let type = fields[.type]?.oneOf(APIType.self, what: "type")
            guard let name, let isRequired, let type, let cites = fields[.cites]?.cites(names) else { return nil }
            return APIAdvancedStatus.Key(name: name, isRequired: isRequired, type: type, cites: cites)
        }
    }

    private func status(_ node: NodeReader) -> APIAdvancedStatus? {
        node.fields(Key.self) { fields in
            let id = fields.string(.id)
            let spellings = fields[.spellings]?.list { $0.text() } ?? []
            let level = fields[.level]?.reference(to: names.levels, what: "level")
            let versions = fields[.versions]?.versions()
            let platforms = fields[.platforms].map { $0.platforms() } ?? Set(Platform.allCases)
            let operations = fields[.operations]?.references(to: names.operations, what: "operation") ?? []
            let cites = fields[.cites]?.cites(names)
            guard let id, level != nil || fields[.level] == nil, let versions, let platforms, let cites else {
                return nil
            }
            return APIAdvancedStatus(
                id: id, spellings: spellings, level: level, versions: versions, platforms: platforms,
                operations: Set(operations), cites: cites)
        }
    }
}
