import Documents

/// The values a contract is repeated for, and the contract's text with one choice of them filled in.
struct Matrix {
    /// One choice of a value for each name, in the order of the names.
    typealias Cell = [(name: String, value: Node)]

    let axes: [(name: String, values: [Node])]

    /// Every combination, the last axis turning fastest; one empty cell where there is no axis.
    var cells: [Cell] {
        axes.reduce([[]]) { cells, axis in
            cells.flatMap { cell in axis.values.map { cell + [(axis.name, $0)] } }
        }
    }

    /// `[order=sp2-sp1,overlap=full]`; a mapping is called by its `name`.
    static func text(of cell: Cell) -> String {
        guard !cell.isEmpty else { return "" }
        return "[" + cell.map { "\($0.name)=\(word(for: $0.value))" }.joined(separator: ",") + "]"
    }

    private static func word(for node: Node) -> String {
        switch node.content {
        case .scalar(let scalar): scalar.text
        case .sequence(let items): items.map { word(for: $0) }.joined(separator: "-")
        case .mapping(let pairs): pairs.first { $0.key == "name" }.map { word(for: $0.value) } ?? "?"
        }
    }

    /// Replaces `$name` and `$name.member` wherever the name is an axis; other names are left to the session.
    static func fill(_ node: Node, with cell: Cell) -> Node {
        var filled = node
        switch node.content {
        case .scalar(let scalar):
            if scalar.text.hasPrefix("$"), let whole = value(of: scalar.text.dropFirst(), in: cell) { return whole }
            guard scalar.text.contains("$") else { return node }
            var text = scalar.text
            for (name, value) in cell {
                guard case .scalar(let word) = value.content else { continue }
                text = replace("$\(name)", with: word.text, in: text)
            }
            filled.content = .scalar(Node.Scalar(text: text, isQuoted: scalar.isQuoted))
        case .sequence(let items):
            filled.content = .sequence(items.map { fill($0, with: cell) })
        case .mapping(let pairs):
            filled.content = .mapping(
                pairs.map { Node.Pair(key: $0.key, keyMark: $0.keyMark, value: fill($0.value, with: cell)) })
        }
        return filled
    }

    private static func value(of path: Substring, in cell: Cell) -> Node? {
        var parts = path.split(separator: ".")
        guard !parts.isEmpty else { return nil }
        let name = parts.removeFirst()
        guard var node = cell.first(where: { $0.name == name })?.value else { return nil }
        for part in parts {
            guard case .mapping(let pairs) = node.content, let pair = pairs.first(where: { $0.key == part }) else {
                return nil
            }
            node = pair.value
        }
        return node
    }

    /// Replaces a name only where no longer name stands there.
    private static func replace(_ name: String, with word: String, in text: String) -> String {
        var result = ""
        var rest = Substring(text)
        while let start = rest.firstRange(of: name)?.lowerBound {
            let end = rest.index(start, offsetBy: name.count)
            let isWhole = end == rest.endIndex || !(rest[end].isLetter || rest[end].isNumber || rest[end] == "-")
            result += rest[..<start] + (isWhole ? word : name)
            rest = rest[end...]
        }
        return result + rest
    }
}
