package import Documents

/// Names and what they are: as tiles with large numbers, or as plain facts.
package struct DescriptionList {
    package struct Item {
        package var name: String
        package var value: String
        /// Below a tile's number.
        package var note: String
        /// Whether the value is worth no attention.
        package var isNone: Bool

        package init(_ name: String, _ value: String, note: String = "", isNone: Bool = false) {
            self.name = name
            self.value = value
            self.note = note
            self.isNone = isNone
        }
    }

    package enum Style: String {
        case tiles, facts, compare
    }

    package var style: Style
    package var items: [Item]

    package init(_ style: Style, _ items: [Item]) {
        self.style = style
        self.items = items
    }

    /// What should have been beside what was; nil where neither is known.
    static func comparison(expected: String, actual: String) -> HTML? {
        let items = [("Expected", expected), ("Actual", actual)].filter { !$0.1.isEmpty }
        return items.isEmpty
            ? nil : DescriptionList(.compare, items.map { Item($0, Prose.printable($1)) }).html
    }

    package var html: HTML {
        "<dl class=\"\(style.rawValue)\">\(items.map(Self.html))</dl>"
    }

    private static func html(_ item: Item) -> HTML {
        let note: HTML? = item.note.isEmpty ? nil : "<small>\(item.note)</small>"
        let start: HTML = item.isNone ? "<div class=\"none\">" : "<div>"
        return "\(start)<dt>\(item.name)</dt><dd>\(item.value)\(note)</dd></div>"
    }
}
