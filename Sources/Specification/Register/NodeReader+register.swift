import AccessEnablerAPI
import Documents

extension MappingReader {
    /// A text that says something, which must be there.
    func text(_ key: String) -> String? { required(key)?.text() }

    /// Takes what is there for whoever reads the file, and for nothing else.
    func passOver(_ needed: String..., optional: String...) {
        for key in needed { _ = required(key) }
        for key in optional { _ = self.optional(key) }
    }
}

extension NodeReader {
    /// A string that says something.
    func text() -> String? {
        guard let text = string() else { return nil }
        guard !text.allSatisfy(\.isWhitespace) else {
            report("expected text, found only white space")
            return nil
        }
        return text
    }

    func versions() -> VersionRange? {
        guard let text = string() else { return nil }
        guard let range = VersionRange(text) else {
            report("expected a range of versions such as '3.0+' or '1.0..<3.0', found '\(text)'")
            return nil
        }
        return range
    }

    /// At least one platform, each once.
    func platforms() -> Set<Platform>? {
        guard let list = list(of: { $0.oneOf(Platform.self, what: "platform") }) else { return nil }
        return distinct(list, what: "platform")
    }

    /// References to something defined elsewhere, each once; messages do not list what there is.
    func references(to known: Set<String>, what: String) -> [String]? {
        guard let list = list(of: { $0.reference(to: known, what: what) }) else { return nil }
        var seen: Set<String> = []
        for name in list where !seen.insert(name).inserted { report("the \(what) '\(name)' is named twice") }
        return list
    }

    func reference(to known: Set<String>, what: String) -> String? {
        guard let name = string() else { return nil }
        guard known.contains(name) else {
            report("unknown \(what) '\(name)'" + suggestion(for: name, among: known.sorted()))
            return nil
        }
        return name
    }

    /// The texts of `key` in all mappings of the list that the path of keys leads to, through lists of mappings.
    ///
    /// For what is referred to before it is read; mistakes are left to the reading.
    func names(_ key: String, in path: String...) -> Set<String> {
        var items = [node]
        for list in path { items = items.flatMap { Self.items(Self.member($0, list)) } }
        return Set(
            items.compactMap { item in
                guard case .scalar(let scalar) = Self.member(item, key)?.content else { return nil }
                return scalar.text
            })
    }

    /// The entry of a list of mappings whose `key` has that text.
    func entry(_ text: String, by key: String, in list: String) -> NodeReader? {
        Self.items(Self.member(node, list)).first { item in
            guard case .scalar(let scalar) = Self.member(item, key)?.content else { return false }
            return scalar.text == text
        }.map { NodeReader($0, file: file, diagnostics: diagnostics) }
    }

    private static func items(_ node: Node?) -> [Node] {
        if case .sequence(let items) = node?.content { items } else { [] }
    }

    private static func member(_ node: Node?, _ key: String) -> Node? {
        guard case .mapping(let pairs) = node?.content else { return nil }
        return pairs.first { $0.key == key }?.value
    }

    private func distinct<Item: Hashable>(_ list: [Item], what: String) -> Set<Item>? {
        let items = Set(list)
        if items.count < list.count { report("a \(what) is named twice") }
        guard !items.isEmpty else {
            report("expected at least one \(what)")
            return nil
        }
        return items
    }
}
