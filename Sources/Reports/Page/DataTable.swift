package import Documents

/// A table that scrolls by itself where the window is narrow, by finger and by keyboard.
package struct DataTable {
    package struct Column {
        package enum Kind: String {
            case text = ""
            case number
            /// Text that needs room.
            case wide
        }

        package var title: String
        package var kind: Kind

        package init(_ title: String, _ kind: Kind = .text) {
            self.title = title
            self.kind = kind
        }
    }

    /// What the table shows, for those who do not see it.
    package var caption: String
    package var columns: [Column]
    /// The first cell of each row is its heading.
    package var rows: [[HTML]]
    package var isCompact = false

    package init(_ caption: String, columns: [Column], rows: [[HTML]], isCompact: Bool = false) {
        self.caption = caption
        self.columns = columns
        self.rows = rows
        self.isCompact = isCompact
    }

    /// A compact table of plain texts.
    init(_ caption: String, columns: [Column], texts: [[String]]) {
        self.init(caption, columns: columns, rows: texts.map { $0.map { HTML(text: $0) } }, isCompact: true)
    }

    package var html: HTML {
        let start: HTML = isCompact ? "<table class=\"data\">" : "<table>"
        return """
            <div class="scroll" role="region" tabindex="0" aria-label="\(caption)">\(start)\
            <caption class="hidden">\(caption)</caption>
            <thead><tr>\(columns.map { Self.cell("th", $0.kind, " scope=\"col\"", HTML(text: $0.title)) })</tr></thead>
            <tbody>
            \(rows.map(row))</tbody></table></div>
            """
    }

    private func row(_ cells: [HTML]) -> HTML {
        let cells = zip(columns, cells).enumerated().map { index, pair in
            index == 0
                ? Self.cell("th", pair.0.kind, " scope=\"row\"", pair.1) : Self.cell("td", pair.0.kind, "", pair.1)
        }
        return "<tr>\(cells)</tr>\n"
    }

    private static func cell(_ element: HTML, _ kind: Column.Kind, _ attributes: HTML, _ content: HTML) -> HTML {
        let style: HTML? = kind == .text ? nil : " class=\"\(kind.rawValue)\""
        return "<\(element)\(style)\(attributes)>\(content)</\(element)>"
    }
}

extension [DataTable.Column] {
    /// Columns of numbers with these titles, behind some columns and before others.
    static func columns(
        _ first: DataTable.Column..., numbers titles: String..., then last: DataTable.Column...
    ) -> Self {
        first + titles.map { DataTable.Column($0, .number) } + last
    }
}
