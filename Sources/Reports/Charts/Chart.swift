internal import Documents

/// A chart as a page shows it: what it says in words, the key, the picture, and the same as a table.
struct Chart {
    /// Something drawn in a style of its own.
    struct Key {
        enum Shape {
            case line
            case area
        }

        /// The class that draws it: `k1` for a line, `f1` for an area.
        var style: String
        var name: String
        var shape = Shape.line
    }

    /// Unique in the page.
    var id: String
    var title: String
    /// What the picture says, in a sentence or two with its figures.
    var message: String
    var keys: [Key] = []
    var picture: Drawing
    var tables: [DataTable] = []

    var html: HTML {
        """
        <figure id="\(id)">
        <figcaption><h3>\(title)</h3><p>\(message)</p></figcaption>
        \(Self.legend(keys))<div class="scroll" role="region" tabindex="0" aria-label="\(title), chart">\
        \(picture.html(id: id, title: title, description: message))</div>
        \(tables.isEmpty ? nil : "<details><summary>The figures</summary>\(tables.map(\.html))</details>" as HTML)
        </figure>

        """
    }

    /// What each style stands for; nil where there is none.
    private static func legend(_ keys: [Key]) -> HTML? {
        guard !keys.isEmpty else { return nil }
        let items = keys.map { key -> HTML in
            let sample: HTML =
                switch key.shape {
                case .line: "<line x1=\"0\" y1=\"5\" x2=\"28\" y2=\"5\" class=\"curve \(key.style)\"/>"
                case .area: "<rect x=\"8\" y=\"0\" width=\"12\" height=\"10\" class=\"\(key.style)\"/>"
                }
            return "<li><svg class=\"chart\" viewBox=\"0 0 28 10\" aria-hidden=\"true\">\(sample)</svg>\(key.name)</li>"
        }
        return "<ul class=\"legend\">\(items)</ul>\n"
    }
}
