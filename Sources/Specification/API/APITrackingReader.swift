import Documents

/// Reads `tracking.yaml`.
struct APITrackingReader {
    enum FileKey: String, RegisterKey {
        case events, sets
    }

    enum EventKey: String, RegisterKey {
        case symbol, spellings, meaning, cites, triggers, elements, note

        static var optionalKeys: Set<EventKey> { [.spellings, .note] }
    }

    enum ElementKey: String, RegisterKey {
        case index, name, kind, when, versions, meaning, cites
        case isNil = "nil"

        static var optionalKeys: Set<ElementKey> { [.isNil] }
    }

    enum SetKey: String, RegisterKey {
        case name, values, platforms, cites, note

        static var optionalKeys: Set<SetKey> { [.note] }
    }

    private static let kinds: [String: APITrackingLayout.Element.Kind] = [
        "boolean": .boolean, "mvpd-id": .mvpdID, "guid": .guid, "text": .text,
    ]

    let names: APINames

    func read(_ root: NodeReader, into table: inout APITable) {
        _ = root.fields(FileKey.self) { file -> Bool? in
            table.tracking = file[.events]?.distinct("event", \.symbol) { event($0) } ?? []
            table.valueSets = file[.sets]?.list { self.set($0) } ?? []
            return true
        }
    }

    private func event(_ node: NodeReader) -> APITrackingLayout? {
        node.fields(EventKey.self) { fields in
            let symbol = fields.string(.symbol)
            let spellings = fields[.spellings]?.list { $0.text() } ?? []
            let cites = fields[.cites]?.cites(names)
            let triggers = fields[.triggers]?.references(to: names.operations, what: "operation")
            var next = 0
            let elements = fields[.elements]?.list { node in
                let read = element(node, expected: next)
                next += 1
                return read
            }
            guard let symbol, let cites, let triggers, let elements else { return nil }
            return APITrackingLayout(
                symbol: symbol, spellings: spellings, cites: cites, triggers: Set(triggers), elements: elements)
        }
    }

    private func element(_ node: NodeReader, expected: Int) -> APITrackingLayout.Element? {
        node.fields(ElementKey.self) { fields in
            let index = fields[.index]?.int()
            if let index, index != expected { fields[.index]?.report("expected the index \(expected), found \(index)") }
            let name = fields.string(.name)
            let kind = fields[.kind].flatMap { self.kind($0) }
            let when = fields[.when]?.oneOf(APITrackingLayout.Element.Condition.self, what: "condition")
            let isNil = fields[.isNil]?.oneOf(APIPermission.self, what: "permission") ?? .never
            let versions = fields[.versions]?.versions()
            let cites = fields[.cites]?.cites(names)
            guard let index, let name, let kind, let when, let versions, let cites else { return nil }
            return APITrackingLayout.Element(
                index: index, name: name, kind: kind, when: when, isNil: isNil, versions: versions, cites: cites)
        }
    }

    private func kind(_ node: NodeReader) -> APITrackingLayout.Element.Kind? {
        let known = names.valueSets.union(Self.kinds.keys)
        guard let name = node.reference(to: known, what: "kind") else { return nil }
        return Self.kinds[name] ?? .set(name)
    }

    private func set(_ node: NodeReader) -> APIValueSet? {
        node.fields(SetKey.self) { fields in
            let name = fields.string(.name)
            let values = fields[.values]?.list { $0.string() }
            let platforms = fields[.platforms]?.platforms()
            _ = fields[.cites]?.cites(names)
            guard let name, let values, let platforms else { return nil }
            return APIValueSet(name: name, values: values, platforms: platforms)
        }
    }
}
