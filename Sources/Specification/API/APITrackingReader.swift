import Documents

/// Reads `tracking.yaml`.
struct APITrackingReader {
    private static let kinds: [String: APITrackingLayout.Element.Kind] = [
        "boolean": .boolean, "mvpd-id": .mvpdID, "guid": .guid, "text": .text,
    ]

    let names: APINames

    func read(_ root: NodeReader, into table: inout APITable) {
        _ = root.mapping { file -> Bool? in
            table.tracking = file.required("events")?.distinct("event", \.symbol) { event($0) } ?? []
            table.valueSets = file.required("sets")?.list { self.set($0) } ?? []
            return true
        }
    }

    private func event(_ node: NodeReader) -> APITrackingLayout? {
        node.mapping { fields in
            let symbol = fields.text("symbol")
            let spellings = fields.optional("spellings")?.list { $0.text() } ?? []
            let cites = fields.required("cites")?.cites(names)
            let triggers = fields.required("triggers")?.references(to: names.operations, what: "operation")
            var next = 0
            let elements = fields.required("elements")?.list { node in
                let read = element(node, expected: next)
                next += 1
                return read
            }
            fields.passOver("meaning", optional: "note")
            guard let symbol, let cites, let triggers, let elements else { return nil }
            return APITrackingLayout(
                symbol: symbol, spellings: spellings, cites: cites, triggers: Set(triggers), elements: elements)
        }
    }

    private func element(_ node: NodeReader, expected: Int) -> APITrackingLayout.Element? {
        node.mapping { fields in
            let index = fields.required("index")?.int()
            if let index, index != expected {
                fields.required("index")?.report("expected the index \(expected), found \(index)")
            }
            let name = fields.text("name")
            let kind = fields.required("kind").flatMap { self.kind($0) }
            let when = fields.required("when")?.oneOf(APITrackingLayout.Element.Condition.self, what: "condition")
            let isNil = fields.optional("nil")?.oneOf(APIPermission.self, what: "permission") ?? .never
            let versions = fields.required("versions")?.versions()
            let cites = fields.required("cites")?.cites(names)
            fields.passOver("meaning")
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
        node.mapping { fields in
            let name = fields.text("name")
            let values = fields.required("values")?.list { $0.string() }
            let platforms = fields.required("platforms")?.platforms()
            _ = fields.required("cites")?.cites(names)
            fields.passOver(optional: "note")
            guard let name, let values, let platforms else { return nil }
            return APIValueSet(name: name, values: values, platforms: platforms)
        }
    }
}
