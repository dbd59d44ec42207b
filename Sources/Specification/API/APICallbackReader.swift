import AccessEnablerAPI
import Documents

/// Reads `callbacks.yaml`.
struct APICallbackReader {
    enum FileKey: String, RegisterKey {
        case callbacks
    }

    enum Key: String, RegisterKey {
        case selector, signature, parameters, versions, platforms, optional, triggers, outcomes, cites, note
        case platformsBasis = "platforms-basis"
        case declaredIn = "protocol"

        static var optionalKeys: Set<Key> { [.outcomes, .note, .platformsBasis] }
    }

    enum TriggersKey: String, RegisterKey {
        case printed, completed, cites

        static var optionalKeys: Set<TriggersKey> { [.printed, .completed] }
    }

    enum OutcomeKey: String, RegisterKey {
        case status, codes, after, basis, cites

        static var optionalKeys: Set<OutcomeKey> { [.status, .after, .basis] }
    }

    let names: APINames

    func callbacks(_ root: NodeReader) -> [APICallback] {
        root.fields(FileKey.self) { $0[.callbacks]?.distinct("callback", \.selector.rawValue) { callback($0) } } ?? []
    }

    private func callback(_ node: NodeReader) -> APICallback? {
        node.fields(Key.self) { fields in
            let selector = fields.string(.selector)
            _ = fields[.declaredIn]?.oneOf(APICallback.ProtocolName.self, what: "protocol")
            let parameters = fields[.parameters]?.distinct("parameter", \.name) { $0.parameter() }
            let versions = fields[.versions]?.versions()
            let platforms = fields[.platforms]?.platforms()
            let platformsBasis = fields[.platformsBasis]?.oneOf(Statement.Basis.self, what: "basis") ?? .seed
            _ = fields[.optional]?.bool()
            let triggers = fields[.triggers]?.fields(TriggersKey.self) { self.triggers($0) }
            let outcomes = fields[.outcomes]?.list { outcome($0) } ?? []
            let cites = fields[.cites]?.cites(names)
            guard let selector, let parameters, let versions, let platforms, let triggers, let cites else {
                return nil
            }
            return APICallback(
                selector: Selector(rawValue: selector), parameters: parameters, versions: versions,
                platforms: platforms, platformsBasis: platformsBasis, triggers: triggers, outcomes: outcomes,
                cites: cites)
        }
    }

    private func triggers(_ fields: RegisterFields<TriggersKey>) -> APICallback.Triggers? {
        let printed = fields[.printed]?.references(to: names.operations, what: "operation") ?? []
        let completed = fields[.completed]?.references(to: names.operations, what: "operation") ?? []
        for name in completed where printed.contains(name) {
            fields[.completed]?.report("'\(name)' is printed already")
        }
        return APICallback.Triggers(printed: printed, completed: completed, cites: fields[.cites]?.cites(names) ?? [])
    }

    private func outcome(_ node: NodeReader) -> APIOutcome? {
        node.fields(OutcomeKey.self) { fields in
            let status = fields[.status]?.reference(to: names.statuses, what: "status")
            let codes = fields[.codes].flatMap { self.codes($0) }
            let after = fields[.after]?.references(to: names.operations, what: "operation") ?? []
            let basis = fields[.basis]?.oneOf(Statement.Basis.self, what: "basis") ?? .seed
            let cites = fields[.cites]?.cites(names)
            guard let codes, let cites else { return nil }
            return APIOutcome(status: status, codes: codes, after: Set(after), basis: basis, cites: cites)
        }
    }

    private func codes(_ node: NodeReader) -> APIOutcome.Codes? {
        if case .scalar(let scalar) = node.node.content, scalar.text == "any" { return .any }
        return node.references(to: names.errorCodes, what: "error code").map(APIOutcome.Codes.these)
    }
}
