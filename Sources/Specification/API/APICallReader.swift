import AccessEnablerAPI
import Documents

/// Reads `calls.yaml`.
struct APICallReader {
    enum FileKey: String, RegisterKey {
        case operations
    }

    enum OperationKey: String, RegisterKey {
        case name, callbacks, cites, calls
    }

    enum TriggerKey: String, RegisterKey {
        case callback, basis, platforms, versions, when, cites, once

        static var optionalKeys: Set<TriggerKey> { [.platforms, .versions, .when, .once] }
    }

    enum Key: String, RegisterKey {
        case selector, constructor, signature, arguments, versions, platforms, deprecated, cites, note

        static var optionalKeys: Set<Key> { [.constructor, .deprecated, .note] }
    }

    enum DeprecationKey: String, RegisterKey {
        case until, replacement

        static var optionalKeys: Set<DeprecationKey> { [.replacement] }
    }

    let names: APINames

    func operations(_ root: NodeReader) -> [APIOperation] {
        root.fields(FileKey.self) { $0[.operations]?.distinct("operation", \.name) { operation($0) } } ?? []
    }

    private func operation(_ node: NodeReader) -> APIOperation? {
        node.fields(OperationKey.self) { fields in
            let name = fields.string(.name)
            let callbacks = fields[.callbacks]?.distinct("callback", \.callback.rawValue) { trigger($0) }
            _ = fields[.cites]?.cites(names)
            let calls = fields[.calls]?.list { node in call(node).map { (call: $0, node: node) } }
            guard let name, let callbacks, let calls else { return nil }
            checkOverlaps(calls)
            return APIOperation(name: name, callbacks: callbacks, calls: calls.map(\.call))
        }
    }

    private func trigger(_ node: NodeReader) -> APITrigger? {
        node.fields(TriggerKey.self) { fields in
            let callback = fields[.callback]?.reference(to: names.callbacks, what: "callback")
            _ = fields[.basis]?.oneOf(Statement.Basis.self, what: "basis")
            let platforms = fields[.platforms].map { $0.platforms() } ?? Set(Platform.allCases)
            let versions = fields[.versions].map { $0.versions() } ?? VersionRange.all
            _ = fields[.cites]?.cites(names)
            let once = fields[.once].map { $0.cites(names) } ?? []
            guard let callback, let platforms, let versions, let once else { return nil }
            return APITrigger(
                callback: Selector(rawValue: callback), platforms: platforms, versions: versions, once: once)
        }
    }

    private func call(_ node: NodeReader) -> APICall? {
        node.fields(Key.self) { fields in
            let selector = fields.string(.selector)
            let isConstructor = fields[.constructor]?.bool() ?? false
            let arguments = fields[.arguments]?.distinct("argument", \.name) { $0.parameter() }
            let versions = fields[.versions]?.versions()
            let platforms = fields[.platforms]?.platforms()
            _ = fields[.deprecated]?.fields(DeprecationKey.self) { checkDeprecation($0) }
            _ = fields[.cites]?.cites(names)
            guard let selector, let arguments, let versions, let platforms else { return nil }
            return APICall(
                selector: Selector(rawValue: selector), isConstructor: isConstructor, arguments: arguments,
                versions: versions, platforms: platforms)
        }
    }

    private func checkDeprecation(_ fields: RegisterFields<DeprecationKey>) {
        _ = fields[.replacement]?.reference(to: names.calls, what: "call")
        guard let place = fields[.until], let text = place.string(), SDKVersion(text) == nil else { return }
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
