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

    /// The opcodes of `getMetadata:`; nothing needs the rest, which is only checked.
    func metadataOpcodes(_ root: NodeReader) -> [String] {
        root.fields(MetadataFileKey.self) { file in
            _ = file[.keys]?.distinct("key", \String.self) { key($0) }
            _ = file[.user]?.distinct("name", \String.self) { userName($0) }
            return file[.opcodes]?.distinct("opcode", \String.self) { opcode($0) }
        } ?? []
    }

    /// Nothing needs the options; their table is only checked.
    func checkOptions(_ root: NodeReader) {
        _ = root.fields(OptionsFileKey.self) { file in
            (
                file[.options]?.distinct("option", \String.self) { option($0) },
                file[.filters]?.distinct("filter", \String.self) { option($0) }
            )
        }
    }

    func properties(_ root: NodeReader) -> [APIProperty] {
        root.fields(PropertiesFileKey.self) { $0[.properties]?.distinct("property", \.name) { property($0) } } ?? []
    }

    private func key(_ node: NodeReader) -> String? {
        node.fields(KeyKey.self) { fields in
            _ = fields[.cites]?.cites(names)
            return fields.string(.symbol)
        }
    }

    private func opcode(_ node: NodeReader) -> String? {
        node.fields(OpcodeKey.self) { fields in
            _ = fields[.kind]?.oneOf(APIMetadataKind.self, what: "kind")
            _ = fields[.keys]?.references(to: names.metadataKeys, what: "metadata key")
            _ = fields[.cites]?.cites(names)
            return fields.string(.symbol)
        }
    }

    private func userName(_ node: NodeReader) -> String? {
        node.fields(UserKey.self) { fields in
            let type = fields[.type]?.oneOf(APIType.self, what: "type")
            let element = fields[.element]?.oneOf(APIType.self, what: "type")
            if let type { node.checkElement(type, element) }
            _ = (fields[.basis]?.oneOf(Statement.Basis.self, what: "basis"), fields[.cites]?.cites(names))
            return fields.string(.name)
        }
    }

    private func option(_ node: NodeReader) -> String? {
        node.fields(OptionKey.self) { fields in
            let type = fields[.type]?.oneOf(APIType.self, what: "type")
            let element = fields[.element]?.oneOf(APIType.self, what: "type")
            if let type { node.checkElement(type, element) }
            _ = (fields[.versions]?.versions(), fields[.platforms]?.platforms(), fields[.cites]?.cites(names))
            return fields.string(.key)
        }
    }

    private func property(_ node: NodeReader) -> APIProperty? {
        node.fields(PropertyKey.self) { fields in
            let name = fields.string(.name)
            let type = fields[.type]?.oneOf(APIType.self, what: "type")
            let values = fields[.values]?.list { $0.string() } ?? []
            let isNil = fields[.isNil]?.oneOf(APIPermission.self, what: "permission")
            let isEmpty = fields[.empty]?.oneOf(APIPermission.self, what: "permission") ?? .unspecified
            let versions = fields[.versions]?.versions()
            _ = fields[.cites]?.cites(names)
            guard let name, let type, let isNil, let versions else { return nil }
            return APIProperty(
                name: name, type: type, values: values, isNil: isNil, isEmpty: isEmpty, versions: versions)
        }
    }
}
