import Documents

/// Texts as files of YAML hold them.
enum YAMLText {
    /// As a double-quoted scalar, on one line; what YAML has no place for is U+FFFD.
    static func quoted(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case _ where Character(scalar).isNewline: " "
            case "\u{FEFF}", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
            default: String(scalar).displayed
            }
        }
        return "\"" + scalars.joined() + "\""
    }
}
