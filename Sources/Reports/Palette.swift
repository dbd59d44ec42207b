package import Evidence

/// How text is set: in colours or without, and how many columns wide.
package struct Palette: Sendable {
    package var isColored: Bool
    package var width: Int

    package init(isColored: Bool, width: Int = TextReport.width) {
        self.isColored = isColored
        self.width = width
    }

    package static let plain = Palette(isColored: false)

    package func bold(_ text: String) -> String { sgr("1", text) }
    package func dim(_ text: String) -> String { sgr("2", text) }
    func red(_ text: String) -> String { sgr("1;31", text) }
    func yellow(_ text: String) -> String { sgr("33", text) }
    func green(_ text: String) -> String { sgr("32", text) }

    /// Text in lines as wide as this, with the line end; each after the first is indented.
    package func paragraph(_ text: String, indent: Int = 0) -> String {
        Prose.wrapped(text, width: width, indent: indent) + "\n"
    }

    /// Text in lines as wide as this behind a margin, without a line end.
    func indented(_ text: String, by margin: Int) -> String {
        Prose.indented(Prose.wrapped(text, width: width - margin), by: margin)
    }

    package func colored(_ text: String, as outcome: Outcome) -> String {
        switch outcome {
        case .pass: green(text)
        case .fail, .crash: red(text)
        case .warn, .inconclusive, .notTestable: yellow(text)
        case .notApplicable, .expectedFail: dim(text)
        }
    }

    private func sgr(_ code: String, _ text: String) -> String {
        isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
