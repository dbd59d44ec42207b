internal import Documents

/// Markdown as GitHub and GitLab show it, never longer than it may be.
struct Markdown {
    /// A heading with what stands below it, of which as much is written as there is room for.
    struct Block {
        var head: String
        /// A line each.
        var items: [String] = []
        /// What the lines are, for "and 12 more cases".
        var noun = "line"
    }

    /// By this it is known again that a file was written here.
    static let mark = "<!-- written by assay -->"

    /// At most so many bytes of a line are kept.
    private static let maxLineLength = 1_200

    var blocks: [Block] = []

    /// The text of as many blocks and lines as `limit` bytes hold, the first first.
    func text(limit: Int) -> String {
        let note = "\n_The rest does not fit here: the run's files have it._\n"
        var text = Self.mark + "\n"
        var room = limit - text.utf8.count - note.utf8.count
        func add(_ piece: String) -> Bool {
            guard piece.utf8.count <= room else { return false }
            text += piece
            room -= piece.utf8.count
            return true
        }
        for block in blocks {
            let head = "\n" + Self.line(block.head) + "\n"
            guard add(head + (block.items.isEmpty ? "" : "\n")) else { return text + note }
            for (index, item) in block.items.enumerated() {
                // The line that says how much is left out always has its room.
                let rest = "\nand \(Prose.count(block.items.count - index, block.noun)) more\n"
                let line = Self.line(item) + "\n"
                guard line.utf8.count + rest.utf8.count <= room else {
                    return text + (rest.utf8.count <= room ? rest : "") + note
                }
                _ = add(line)
            }
        }
        return text
    }

    private static func line(_ text: String) -> String {
        guard text.utf8.count > maxLineLength else { return text }
        var cut = ""
        for character in text {
            guard cut.utf8.count + character.utf8.count <= maxLineLength - 3 else { break }
            cut.append(character)
        }
        // Where a span of code is cut off, the rest of the page must not become code.
        let ticks = cut.utf8.count { $0 == UInt8(ascii: "`") }
        return cut + "…" + (ticks.isMultiple(of: 2) ? "" : "`")
    }

    /// Text that means nothing to Markdown or HTML, on one line.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        // No line keeps more.
        for scalar in String(text.prefix(maxLineLength)).displayed.unicodeScalars {
            switch scalar {
            case "\\", "`", "*", "_", "{", "}", "[", "]", "(", ")", "#", "+", "!", "|", "~", "@", "$":
                escaped += "\\\(scalar)"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "&": escaped += "&amp;"
            case _ where scalar.properties.isWhitespace: escaped += " "
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// A span of code, not within a table.
    static func code(_ text: String) -> String {
        let start = String(text.prefix(maxLineLength)).displayed.unicodeScalars
        return "`" + start.map { $0.properties.isWhitespace ? " " : $0 == "`" ? "'" : String($0) }.joined() + "`"
    }
}
