/// A value of a YAML document, with the place it was read from.
package struct Node: Sendable, Hashable {
    package indirect enum Content: Sendable, Hashable {
        case scalar(Scalar)
        case sequence([Node])
        case mapping([Pair])
    }

    /// Text as it was written.
    ///
    /// What it means is decided by the position it stands in.
    package struct Scalar: Sendable, Hashable {
        package var text: String
        /// Quoted text and block text (`|`, `>`) is always a string.
        package var isQuoted: Bool

        package init(text: String, isQuoted: Bool) {
            self.text = text
            self.isQuoted = isQuoted
        }

        package var isNull: Bool {
            !isQuoted && (text.isEmpty || text == "~" || text == "null")
        }
    }

    package struct Pair: Sendable, Hashable {
        package var key: String
        package var keyMark: Mark
        package var value: Node

        package init(key: String, keyMark: Mark, value: Node) {
            self.key = key
            self.keyMark = keyMark
            self.value = value
        }
    }

    package var content: Content
    package var mark: Mark

    package init(content: Content, mark: Mark) {
        self.content = content
        self.mark = mark
    }

    package var isNull: Bool {
        if case .scalar(let scalar) = content { scalar.isNull } else { false }
    }

    /// What stands here, with its article, for "expected a list, found ...".
    var kind: String {
        switch content {
        case .scalar(let scalar) where scalar.isNull: "nothing"
        case .scalar(let scalar): "'\(scalar.text.prefix(40))'"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }
}
