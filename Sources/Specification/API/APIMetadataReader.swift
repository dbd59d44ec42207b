import Documents

/// Reads the tables of metadata and of the MVPD object.
struct APIMetadataReader {
    let names: APINames

    /// The opcodes of `getMetadata:`.
    func metadataOpcodes(_ root: NodeReader) -> [String] {
        root.mapping { $0.required("opcodes")?.distinct("opcode", \String.self) { opcode($0) } } ?? []
    }

    func properties(_ root: NodeReader) -> [APIProperty] {
        root.mapping { $0.required("properties")?.distinct("property", \.name) { property($0) } } ?? []
    }

    private func opcode(_ node: NodeReader) -> String? {
        node.mapping { fields in
            _ = fields.required("cites")?.cites(names)
            fields.passOver("meaning")
            return fields.text("symbol")
        }
    }

    private func property(_ node: NodeReader) -> APIProperty? {
        node.mapping { fields in
            let name = fields.text("name")
            let type = fields.required("type")?.oneOf(APIType.self, what: "type")
            let values = fields.optional("values")?.list { $0.string() } ?? []
            let isNil = fields.required("nil")?.oneOf(APIPermission.self, what: "permission")
            let isEmpty = fields.optional("empty")?.oneOf(APIPermission.self, what: "permission") ?? .unspecified
            let versions = fields.required("versions")?.versions()
            _ = fields.required("cites")?.cites(names)
            fields.passOver("printed", "meaning")
            guard let name, let type, let isNil, let versions else { return nil }
            return APIProperty(
                name: name, type: type, values: values, isNil: isNil, isEmpty: isEmpty, versions: versions)
        }
    }
}
