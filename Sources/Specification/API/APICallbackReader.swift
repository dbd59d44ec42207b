import AccessEnablerAPI
import Documents

/// Reads `callbacks.yaml`.
struct APICallbackReader {
    let names: APINames

    func callbacks(_ root: NodeReader) -> [APICallback] {
        root.mapping { $0.required("callbacks")?.distinct("callback", \.selector.rawValue) { callback($0) } } ?? []
    }

    private func callback(_ node: NodeReader) -> APICallback? {
        node.mapping { fields in
            let selector = fields.text("selector")
            _ = fields.required("protocol")?.oneOf(APICallback.ProtocolName.self, what: "protocol")
            let parameters = fields.required("parameters")?.distinct("parameter", \.name) { $0.parameter() }
            let versions = fields.required("versions")?.versions()
            let platforms = fields.required("platforms")?.platforms()
            let platformsBasis = fields.optional("platforms-basis")?.oneOf(Statement.Basis.self, what: "basis") ?? .seed
            _ = fields.required("optional")?.bool()
            let triggers = fields.required("triggers")?.mapping { self.triggers($0) }
            let outcomes = fields.optional("outcomes")?.list { outcome($0) } ?? []
            let cites = fields.required("cites")?.cites(names)
            fields.passOver("signature", optional: "note")
            guard let selector, let parameters, let versions, let platforms, let triggers, let cites else {
                return nil
            }
            return APICallback(
                selector: Selector(rawValue: selector), parameters: parameters, versions: versions,
                platforms: platforms, platformsBasis: platformsBasis, triggers: triggers, outcomes: outcomes,
                cites: cites)
        }
    }

    private func triggers(_ fields: MappingReader) -> APICallback.Triggers? {
        let printed = fields.optional("printed")?.references(to: names.operations, what: "operation") ?? []
        let completed = fields.optional("completed")?.references(to: names.operations, what: "operation") ?? []
        for name in completed where printed.contains(name) {
            fields.optional("completed")?.report("'\(name)' is printed already")
        }
        return APICallback.Triggers(
            printed: printed, completed: completed, cites: fields.required("cites")?.cites(names) ?? [])
    }

    private func outcome(_ node: NodeReader) -> APIOutcome? {
        node.mapping { fields in
            let status = fields.optional("status")?.reference(to: names.statuses, what: "status")
            let codes = fields.required("codes").flatMap { self.codes($0) }
            let after = fields.optional("after")?.references(to: names.operations, what: "operation") ?? []
            let basis = fields.optional("basis")?.oneOf(Statement.Basis.self, what: "basis") ?? .seed
            let cites = fields.required("cites")?.cites(names)
            guard let codes, let cites else { return nil }
            return APIOutcome(status: status, codes: codes, after: Set(after), basis: basis, cites: cites)
        }
    }

    private func codes(_ node: NodeReader) -> APIOutcome.Codes? {
        if case .scalar(let scalar) = node.node.content, scalar.text == "any" { return .any }
        return node.references(to: names.errorCodes, what: "error code").map(APIOutcome.Codes.these)
    }
}
