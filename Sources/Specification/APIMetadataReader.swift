import Documents

/// Reads the tables of dictionaries and objects: metadata, options and the MVPD object.
struct APIMetadataReader {
    enum MetadataFileKey: String, RegisterKey {
        case keys, opcodes, user
    }

    enum KeyKey: String, RegisterKey {
        case symbol, meaning, cites
    }

    enum OpcodeKey: String, RegisterKey {
        case symbol, kind, keys, meaning, cites
    }

    enum UserKey: String, RegisterKey {
        case name, type, element, basis, meaning, cites

        static var optionalKeys: Set<UserKey> { [.element] }
    }

    enum OptionsFileKey: String, RegisterKey {
        case options, filters
    }

    enum OptionKey: String, RegisterKey {
        case key, type, element, versions, platforms, meaning, cites, note

        static var optionalKeys: Set<OptionKey> { [.element, .note] }
    }

    enum PropertiesFileKey: String, RegisterKey {
        case properties
    }

    enum PropertyKey: String, RegisterKey {
        case name, printed, type, values, empty, versions, meaning, cites
        case isNil = "nil"

        static var optionalKeys: Set<PropertyKey> { [.values, .empty] }
    }

    let names: APINames

    func metadata(_ root: NodeReader) -> APIMetadata {
        let read = root.fields(MetadataFileKey.self) { file in
            APIMetadata(
                keys: file[.keys]?.distinct("key", \.symbol) { key($0) } ?? [],
                opcodes: file[.opcodes]?.distinct("opcode", \.symbol) { opcode($0) } ?? [],
                user: file[.user]?.distinct("name", \.name) { userName($0) } ?? [])
        }
        return read ?? APIMetadata()
    }

    func options(_ root: NodeReader, into table: inout APITable) {
        _ = root.fields(OptionsFileKey.self) { file -> Bool? in
            table.options = file[.options]?.distinct("option", \.key) { option($0) } ?? []
            table.filters = file[.filters]?.distinct("filter", \.key) { option($0) } ?? []
            return true
        }
    }

    func properties(_ root: NodeReader) -> [APIProperty] {
        let read = root.fields(PropertiesFileKey.self) {
            $0[.properties]?.distinct("property", \.name) { property($0) }
        }
        return read ?? []
    }

    private func key(_ node: NodeReader) -> APIMetadata.Key? {
        node.fields(KeyKey.self) { fields in
            let (symbol, meaning) = (fields.string(.symbol), fields.string(.meaning))
            guard let symbol, let meaning, let cites = fields[.cites]?.cites(names) else { return nil }
            return APIMetadata.Key(symbol: symbol, meaning: meaning, cites: cites)
        }
    }

    private func opcode(_ node: NodeReader) -> APIMetadata.Opcode? {
        node.fields(OpcodeKey.self) { fields in
            let (symbol, meaning) = (fields.string(.symbol), fields.string(.meaning))
            let kind = fields[.kind]?.oneOf(APIMetadata.Opcode.Kind.self, what: "kind")
            let keys = fields[.keys]?.references(to: names.metadataKeys, what: "metadata key")
            let cites = fields[.cites]?.cites(names)
            guard let symbol, let kind, let keys, let meaning, let cites else { return nil }
            return APIMetadata.Opcode(symbol: symbol, kind: kind, keys: keys, meaning: meaning, cites: cites)
        }
    }

    private func userName(_ node: NodeReader) -> APIMetadata.UserName? {
        node.fields(UserKey.self) { fields in
            let (name, meaning) = (fields.string(.name), fields.string(.meaning))
            let type = fields[.type]?.oneOf(APIType.self, what: "type")
            let element = fields[.element]?.oneOf(APIType.self, what: "type")
            let basis = fields[.basis]?.oneOf(Statement.Basis.self, what: "basis")
            let cites = fields[.cites]?.cites(names)
            guard let name, let type, let basis, let meaning, let cites else { return nil }
            node.checkElement(type, element)
            return APIMetadata.UserName(
                name: name, type: type, element: element, basis: basis, meaning: meaning, cites: cites)
        }
    }

    private func option(_ node: NodeReader) -> APIOption? {
        node.fields(OptionKey.self) { fields in
            let (key, meaning) = (fields.string(.key), fields.string(.meaning))
            let type = fields[.type]?.oneOf(APIType.self, what: "type")
            let element = fields[.element]?.oneOf(APIType.self, what: "type")
            let (versions, platforms) = (fields[.versions]?.versions(), fields[.platforms]?.platforms())
            let cites = fields[.cites]?.cites(names)
            guard let key, let type, let versions, let platforms, let meaning, let cites else { return nil }
            node.checkElement(type, element)
            return APIOption(
                key: key, type: type, element: element, versions: versions, platforms: platforms, meaning: meaning,
                cites: cites, note: fields.string(.note))
        }
    }

    private func property(_ node: NodeReader) -> APIProperty? {
        node.fields(PropertyKey.self) { fields in
            let (name, printed, meaning) = (fields.string(.name), fields.string(.printed), fields.string(.meaning))
            let type = fields[.type]?.oneOf(APIType.self, what: "type")
            let values = fields[.values]?.list { $0.string() } ?? []
            let isNil = fields[.isNil]?.oneOf(APIPermission.self, what: "permission")
            let isEmpty = fields[.empty]?.oneOf(APIPermission.self, what: "permission") ?? .unspecified
            let versions = fields[.versions]?.versions()
            let cites = fields[.cites]?.cites(names)
            guard let name, let printed, let type, let isNil, let versions, let meaning, let cites else { return nil }
            return APIProperty(
                name: name, printed: printed, type: type, values: values, isNil: isNil, isEmpty: isEmpty,
                versions: versions, meaning: meaning, cites: cites)
        }
    }
}
