internal import Documents

/// A picture in SVG, put together piece by piece; lengths are in its own units, from the top left.
struct Drawing {
    let width: Double
    let height: Double
    private var content: HTML = .empty

    init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String) {
        content +=
            "<line x1=\"\(at(x1))\" y1=\"\(at(y1))\" x2=\"\(at(x2))\" y2=\"\(at(y2))\" class=\"\(style)\"/>"
    }

    /// `tip` is shown for the pointer, and read out.
    mutating func rectangle(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ style: String, corner: Double = 0,
        tip: String? = nil
    ) {
        let corner: HTML? = corner > 0 ? " rx=\"\(at(corner))\"" : nil
        content +=
            "<rect x=\"\(at(x))\" y=\"\(at(y))\" width=\"\(at(max(0, width)))\" height=\"\(at(max(0, height)))\"\(corner) class=\"\(style)\""
        close("rect", tip)
    }

    mutating func circle(_ x: Double, _ y: Double, _ radius: Double, _ style: String, tip: String? = nil) {
        content += "<circle cx=\"\(at(x))\" cy=\"\(at(y))\" r=\"\(at(radius))\" class=\"\(style)\""
        close("circle", tip)
    }

    mutating func path(_ commands: String, _ style: String, tip: String? = nil) {
        content += "<path d=\"\(commands)\" class=\"\(style)\""
        close("path", tip)
    }

    mutating func text(_ text: String, _ x: Double, _ y: Double, _ style: String = "") {
        let style: HTML? = style.isEmpty ? nil : " class=\"\(style)\""
        content += "<text x=\"\(at(x))\" y=\"\(at(y))\"\(style)>\(text)</text>"
    }

    private mutating func close(_ element: HTML, _ tip: String?) {
        guard let tip else {
            content += "/>"
            return
        }
        content += "><title>\(tip)</title></\(element)>"
    }

    private func at(_ position: Double) -> String { Self.number(position) }

    /// To a tenth of a unit, which no eye tells apart.
    static func number(_ position: Double) -> String {
        let tenths = Int((position * 10).rounded())
        let sign = tenths < 0 ? "-" : ""
        let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
        return rest == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(rest)"
    }

    /// The picture; `id` is unique in the page.
    ///
    /// - Parameter isFixed: it has its own size, however wide the window is.
    func html(id: String, title: String, description: String, isFixed: Bool = false) -> HTML {
        let style: HTML = isFixed ? "chart sequence" : "chart"
        let size: HTML? = isFixed ? " width=\"\(at(width))\" height=\"\(at(height))\"" : nil
        return """
            <svg class="\(style)"\(size) viewBox="0 0 \(at(width)) \(at(height))" role="img" \
            aria-labelledby="\(id)-t \(id)-d"><title id="\(id)-t">\(title)</title>\
            <desc id="\(id)-d">\(description)</desc>\(content)</svg>
            """
    }
}
