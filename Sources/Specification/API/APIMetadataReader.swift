import Documents

/// Reads the tables of metadata and of the MVPD object.
struct APIMetadataReader {
    enum MetadataFileKey: String, RegisterKey {
        case opcodes
    }

    enum OpcodeKey: String, RegisterKey {
        case symbol, meaning, cites
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

    /// The opcodes of `getMetadata:`.
    func metadataOpcodes(_ root: NodeReader) -> [String] {
        root.fields(MetadataFileKey.self) { $0[.opcodes]?.distinct("opcode", \String.self) { opcode($0) } } ?? []
    }

    func properties(_ root: NodeReader) -> [APIProperty] {
        root.fields(PropertiesFileKey.self) { $0[.properties]?.distinct("property", \.name) { property($0) } } ?? []
    }

    private func opcode(_ node: NodeReader) -> String? {
        node.fields(OpcodeKey.self) { fields in
            _ = fields[.cites]?.cites(names)
            return fields.string(.symbol)
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
