import AccessEnablerAPI
import Documents

/// Reads `calls.yaml`.
struct APICallReader {
    let names: APINames

    func operations(_ root: NodeReader) -> [APIOperation] {
        root.mapping { $0.required("operations")?.distinct("operation", \.name) { operation($0) } } ?? []
    }

    private func operation(_ node: NodeReader) -> APIOperation? {
        node.mapping { fields in
            let name = fields.text("name")
            let callbacks = fields.required("callbacks")?.distinct("callback", \.callback.rawValue) { trigger($0) }
            _ = fields.required("cites")?.cites(names)
            let calls = fields.required("calls")?.list { node in call(node).map { (call: $0, node: node) } }
            guard let name, let callbacks, let calls else { return nil }
            checkOverlaps(calls)
            return APIOperation(name: name, callbacks: callbacks, calls: calls.map(\.call))
        }
    }

    private func trigger(_ node: NodeReader) -> APITrigger? {
        node.mapping { fields in
            let callback = fields.required("callback")?.reference(to: names.callbacks, what: "callback")
            _ = fields.required("basis")?.oneOf(Statement.Basis.self, what: "basis")
            let platforms = fields.optional("platforms").map { $0.platforms() } ?? Set(Platform.allCases)
            let versions = fields.optional("versions").map { $0.versions() } ?? VersionRange.all
            _ = fields.required("cites")?.cites(names)
            let once = fields.optional("once").map { $0.cites(names) } ?? []
            fields.passOver(optional: "when")
            guard let callback, let platforms, let versions, let once else { return nil }
            return APITrigger(
                callback: Selector(rawValue: callback), platforms: platforms, versions: versions, once: once)
        }
    }

    private func call(_ node: NodeReader) -> APICall? {
        node.mapping { fields in
            let selector = fields.text("selector")
            let isConstructor = fields.optional("constructor")?.bool() ?? false
            let arguments = fields.required("arguments")?.distinct("argument", \.name) { $0.parameter() }
            let versions = fields.required("versions")?.versions()
            let platforms = fields.required("platforms")?.platforms()
            _ = fields.optional("deprecated")?.mapping { checkDeprecation($0) }
            _ = fields.required("cites")?.cites(names)
            fields.passOver("signature", optional: "note")
            guard let selector, let arguments, let versions, let platforms else { return nil }
            return APICall(
                selector: Selector(rawValue: selector), isConstructor: isConstructor, arguments: arguments,
                versions: versions, platforms: platforms)
        }
    }

    private func checkDeprecation(_ fields: MappingReader) {
        _ = fields.optional("replacement")?.reference(to: names.calls, what: "call")
        guard let place = fields.required("until"), let text = place.string(), SDKVersion(text) == nil else { return }
        place.report("expected a version such as '3.0', found '\(text)'")
    }

    /// A selector means one thing in every version on every platform.
    private func checkOverlaps(_ calls: [(call: APICall, node: NodeReader)]) {
        for (index, (call, node)) in calls.enumerated() {
            let isTaken = calls[..<index].contains { other, _ in
                other.selector == call.selector && !other.platforms.isDisjoint(with: call.platforms)
                    && other.versions.overlaps(call.versions)
            }
            if isTaken { node.report("the call '\(call.selector)' is here twice for the same version") }
        }
    }
}
