/// Reads one value of a document as what its position asks for.
///
/// Each method returns nil after reporting a mistake, so that a caller goes on with the next value.
package struct NodeReader {
    package let node: Node
    package let file: String
    package let diagnostics: Diagnostics

    package init(_ node: Node, file: String, diagnostics: Diagnostics) {
        self.node = node
        self.file = file
        self.diagnostics = diagnostics
    }

    package var mark: Mark { node.mark }

    /// Whether the value is `null`, `~` or left out; a null is a mistake in all methods below.
    package var isNull: Bool { node.isNull }

    package func report(_ message: String) {
        diagnostics.report(message, file: file, at: mark)
    }

    // MARK: - Scalars

    /// Any scalar but null.
    ///
    /// Plain `no`, `on`, `3` and `true` are strings where a string is asked for.
    package func string() -> String? {
        guard let scalar = scalar("a string") else { return nil }
        return scalar.text
    }

    /// A decimal integer, unquoted.
    package func int(in range: ClosedRange<Int> = Int.min...Int.max) -> Int? {
        guard let text = plain("an integer") else { return nil }
        guard isDecimalNumber(text), !text.utf8.contains(UInt8(ascii: ".")) else {
            report("expected a decimal integer, found '\(text)'")
            return nil
        }
        guard let value = Int(text), range.contains(value) else {
            report("\(text) is not between \(range.lowerBound) and \(range.upperBound)")
            return nil
        }
        return value
    }

    /// A decimal number, with or without a fraction, unquoted.
    package func number(
        in range: ClosedRange<Double> = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    )
        -> Double?
    {
        guard let text = plain("a number") else { return nil }
        guard isDecimalNumber(text), let value = Double(text) else {
            report("expected a number, found '\(text)'")
            return nil
        }
        guard range.contains(value) else {
            report("\(text) is not between \(range.lowerBound) and \(range.upperBound)")
            return nil
        }
        return value
    }

    /// `true` or `false`, unquoted, and nothing that only other YAMLs take for them.
    package func bool() -> Bool? {
        guard let text = plain("true or false") else { return nil }
        switch text {
        case "true": return true
        case "false": return false
        default:
            let hint =
                switch text.lowercased() {
                case "yes", "y", "on", "true", "1": "; did you mean 'true'?"
                case "no", "n", "off", "false", "0": "; did you mean 'false'?"
                default: ""
                }
            report("expected true or false, found '\(text)'\(hint)")
            return nil
        }
    }

    /// A number with a unit: ms, s, m, h or d.
    package func duration(allowNegative: Bool = false) -> Duration? {
        guard let text = plain("a duration such as 250ms") else { return nil }
        do throws(DurationText.Problem) {
            return try DurationText.parse(text, allowNegative: allowNegative)
        } catch {
            report(error.description)
            return nil
        }
    }

    /// One of a closed set of names.
    ///
    /// `what` names the set in the message: "unknown platform 'ios'".
    package func oneOf(_ names: [String], what: String = "value") -> String? {
        guard let text = string() else { return nil }
        guard names.contains(text) else {
            let hint = suggestion(for: text, among: names)
            let list = hint.isEmpty ? "; expected one of " + names.joined(separator: ", ") : hint
            report("unknown \(what) '\(text)'\(list)")
            return nil
        }
        return text
    }

    /// One case of an enum whose raw values are the names.
    package func oneOf<Choice>(_ type: Choice.Type, what: String = "value") -> Choice?
    where Choice: CaseIterable & RawRepresentable<String> {
        if !isNull, case .scalar(let scalar) = node.content, let choice = Choice(rawValue: scalar.text) {
            return choice
        }
        return oneOf(Choice.allCases.map(\.rawValue), what: what).flatMap(Choice.init(rawValue:))
    }

    /// A string that a grammar of the caller's accepts; `parse` throws what is wrong with it.
    package func parsed<Value, Problem: Error>(_ parse: (String) throws(Problem) -> Value) -> Value? {
        guard let text = string() else { return nil }
        do throws(Problem) {
            return try parse(text)
        } catch {
            report("\(error)")
            return nil
        }
    }

    // MARK: - Collections

    /// The items that could be read.
    package func list<Item>(of item: (NodeReader) -> Item?) -> [Item]? {
        guard case .sequence(let nodes) = node.content else {
            report("expected a list, found \(node.kind)")
            return nil
        }
        return nodes.compactMap { item(NodeReader($0, file: file, diagnostics: diagnostics)) }
    }

    /// A list, or one item standing for a list of it.
    package func listOrOne<Item>(of item: (NodeReader) -> Item?) -> [Item]? {
        if case .sequence = node.content { return list(of: item) }
        return item(self).map { [$0] }
    }

    /// A mapping of texts to what could be read.
    package func entries<Item>(of item: (NodeReader) -> Item?) -> [String: Item]? {
        mapping { reader in
            var items: [String: Item] = [:]
            for (key, value) in reader.everyEntry() {
                if let name = key.string(), let item = item(value) { items[name] = item }
            }
            return items
        }
    }

    /// A mapping of texts to texts.
    package func texts() -> [String: String]? { entries { $0.string() } }

    /// Reads a mapping, and then reports the keys that `body` did not ask for.
    package func mapping<Value>(_ body: (MappingReader) -> Value?) -> Value? {
        guard case .mapping(let pairs) = node.content else {
            report("expected a mapping, found \(node.kind)")
            return nil
        }
        let reader = MappingReader(pairs, mark: mark, file: file, diagnostics: diagnostics)
        let value = body(reader)
        reader.finish()
        return value
    }

    // MARK: - Private

    private func scalar(_ expected: String) -> Node.Scalar? {
        guard case .scalar(let scalar) = node.content, !scalar.isNull else {
            report("expected \(expected), found \(node.kind)")
            return nil
        }
        return scalar
    }

    private func plain(_ expected: String) -> String? {
        guard let scalar = scalar(expected) else { return nil }
        guard !scalar.isQuoted else {
            report("expected \(expected), found the string '\(scalar.text)'; leave out the quotes")
            return nil
        }
        return scalar.text
    }
}

/// An optional sign, digits, and optionally a point with digits after it.
func isDecimalNumber(_ text: String) -> Bool {
    let unsigned = text.utf8.first.map { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") } ?? false
    let parts = text.utf8.dropFirst(unsigned ? 1 : 0)
        .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return (1...2).contains(parts.count)
        && parts.allSatisfy { part in !part.isEmpty && part.allSatisfy { (0x30...0x39).contains($0) } }
}
