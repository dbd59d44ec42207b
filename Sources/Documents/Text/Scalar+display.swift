extension Unicode.Scalar {
    /// Whether it makes a terminal or a page do something else than show it.
    ///
    /// Those are the control characters but the tab and the line end, and the ones that change the direction of the text
    /// after them.
    package var altersDisplay: Bool {
        switch value {
        case 0x09, 0x0A: false
        case 0..<0x20, 0x7F...0x9F: true
        case ..<0x61C: false
        default: properties.isBidiControl
        }
    }
}

extension String {
    /// The text with U+FFFD in place of what would not be shown but obeyed; line ends stay.
    package var displayed: String {
        guard unicodeScalars.contains(where: \.altersDisplay) else { return self }
        var text = UnicodeScalarView()
        for scalar in unicodeScalars { text.append(scalar.altersDisplay ? "\u{FFFD}" : scalar) }
        return String(text)
    }
}
