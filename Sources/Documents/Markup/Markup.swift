/// The bytes that text is turned into between tags, so that it cannot be taken for markup.
enum Markup {
    /// The five characters that mean something in HTML and XML, wherever the text stands.
    ///
    /// Characters that no XML document may hold (controls but tab and line ends, U+FFFE, U+FFFF), and those that change
    /// the direction of text, become U+FFFD.
    static func escape(_ text: String, into source: inout String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": source += "&amp;"
            case "<": source += "&lt;"
            case ">": source += "&gt;"
            case "\"": source += "&quot;"
            case "'": source += "&#39;"
            case "\t", "\n": source.unicodeScalars.append(scalar)
            case "\r": source += "&#13;"
            case "\u{FFFE}", "\u{FFFF}": source += "\u{FFFD}"
            default: source.unicodeScalars.append(scalar.altersDisplay ? "\u{FFFD}" : scalar)
            }
        }
    }
}
