/// Reads a mapping key by key, and knows at the end which keys nobody asked for.
///
///     node.mapping { reader in
///         Login(user: reader.required("user")?.string() ?? "", tries: reader.optional("tries")?.int() ?? 1)
///     }
///
/// Every mistake is reported to the diagnostics and reading goes on; the value built from a faulty mapping is
/// thrown away with them. Confined to one task.
package final class MappingReader {
    package let mark: Mark
    package let file: String
    package let diagnostics: Diagnostics
    private let pairs: [Node.Pair]
    /// Every key asked for, in the order of asking: what a misspelt key can have meant.
    private var known: [String] = []

    init(_ pairs: [Node.Pair], mark: Mark, file: String, diagnostics: Diagnostics) {
        self.pairs = pairs
        self.mark = mark
        self.file = file
        self.diagnostics = diagnostics
    }

    /// The keys present, in the order they were written.
    package var keys: [String] { pairs.map(\.key) }

    /// The value of `key`; its absence is a mistake at the mapping's start.
    package func required(_ key: String) -> NodeReader? {
        if let value = optional(key) { return value }
        report("the key '\(key)' is missing", at: mark)
        return nil
    }

    package func optional(_ key: String) -> NodeReader? {
        known.append(key)
        guard let pair = pairs.first(where: { $0.key == key }) else { return nil }
        return NodeReader(pair.value, file: file, diagnostics: diagnostics)
    }

    /// The keys of a mapping whose keys are free, such as names chosen by the author; nothing is unknown in it.
    package func everyEntry() -> [(key: NodeReader, value: NodeReader)] {
        known += keys
        return pairs.map { pair in
            let scalar = Node.Scalar(text: pair.key, isQuoted: true)
            let key = Node(content: .scalar(scalar), mark: pair.keyMark)
            return (
                NodeReader(key, file: file, diagnostics: diagnostics),
                NodeReader(pair.value, file: file, diagnostics: diagnostics)
            )
        }
    }

    /// The one key of `keys` that is present, for a mapping that chooses between forms (a step, an expectation).
    package func exactlyOne(of keys: [String]) -> (key: String, value: NodeReader)? {
        known += keys
        var present = pairs.filter { keys.contains($0.key) }.map { pair in
            (key: pair.key, value: NodeReader(pair.value, file: file, diagnostics: diagnostics))
        }
        guard present.count == 1 else {
            present = keys.compactMap { key in present.first { $0.key == key } }
            let choices = keys.joined(separator: ", ")
            let found = present.isEmpty ? "none is here" : "here are " + present.map(\.key).joined(separator: ", ")
            // A choice that is misspelt is reported as the unknown key it is, not twice.
            let isMisspelt = present.isEmpty && pairs.contains { closest($0.key, among: keys) != nil }
            if !isMisspelt { report("expected exactly one of \(choices); \(found)", at: mark) }
            return present.first
        }
        return present[0]
    }

    /// Reports a mistake at a place of the caller's choosing.
    package func report(_ message: String, at mark: Mark) {
        diagnostics.report(message, file: file, at: mark)
    }

    /// Reports every key that nobody asked for.
    ///
    /// Called once, after the last key.
    func finish() {
        // Nearly all mappings are small: to make a set of a few keys takes longer than to look for each.
        let names = pairs.count > 16 ? Set(known) : nil
        let unknown = pairs.filter { pair in
            names.map { !$0.contains(pair.key) } ?? !known.contains(pair.key)
        }
        guard !unknown.isEmpty else { return }
        let present = Set(keys)
        let unused = known.filter { !present.contains($0) }
        for pair in unknown {
            let hint = suggestion(for: pair.key, among: unused)
            report("unknown key '\(pair.key)'\(hint)", at: pair.keyMark)
        }
    }
}
