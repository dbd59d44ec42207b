internal import Documents

/// Text for terminals: broken between words, in columns of characters.
package enum Prose {
    /// Lines of at most `width` characters, each after the first indented; a longer word has a line of its own.
    ///
    /// None begins with what a CI system takes for a command to itself (`::warning::`, `##[error]`).
    package static func wrapped(_ text: String, width: Int, indent: Int = 0) -> String {
        let words = printable(text).split(whereSeparator: \.isWhitespace).map { word in
            (word.hasPrefix("::") || word.hasPrefix("##[") ? "\\" : "") + word
        }
        return folded(words, indent: indent, width: width)
    }

    /// The text without what could make a terminal do something else than show it; line ends stay.
    package static func printable(_ text: String) -> String {
        text.displayed
    }

    /// The same on one line; ports choose the names of members, too.
    static func oneLine(_ text: String) -> String {
        printable(String(text.map { $0.isNewline ? "⏎" : $0 }))
    }

    /// The pieces in lines of that width; no piece is broken.
    package static func folded(_ pieces: [String], indent: Int, width: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = ""
        for piece in pieces {
            if line.isEmpty {
                line = piece
            } else if line.count + 1 + piece.count <= width {
                line += " " + piece
            } else {
                lines.append(line)
                line = margin + piece
            }
        }
        lines.append(line)
        return lines.joined(separator: "\n")
    }

    /// A label and what is said of it from `column` on; a label that is too long has a line of its own.
    package static func entry(_ label: String, _ text: String, column: Int, width: Int = 80) -> String {
        let margin = String(repeating: " ", count: column)
        let start = "  " + label
        let body = wrapped(text, width: width - column)
            .split(separator: "\n").map { margin + $0 }.joined(separator: "\n")
        guard start.count < column else { return start + "\n" + body }
        return padded(start, to: column) + body.dropFirst(column)
    }

    package static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    package static func rightAligned(_ text: String, to width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    /// At most `width` characters; what is cut off is marked.
    package static func cut(_ text: String, to width: Int) -> String {
        text.count <= width ? text : text.prefix(width - 1) + "…"
    }

    /// At most `width` characters; what is left out in the middle is marked, and whole words where they are short.
    package static func foldedInTheMiddle(_ text: String, to width: Int) -> String {
        guard text.count > width else { return text }
        let (head, tail) = (text.prefix((width - 3 + 1) / 2), text.suffix((width - 3) / 2))
        let (start, end) = (head.lastIndex(of: " "), tail.firstIndex(of: " "))
        let isShort = { (word: Substring) in word.count < 12 }
        let kept = start.flatMap { isShort(head[$0...]) ? head[..<$0] : nil } ?? head
        let rest = end.flatMap { isShort(tail[...$0]) ? tail[$0...].dropFirst() : nil } ?? tail
        return "\(kept) … \(rest)"
    }

    /// Lines of exactly `width` characters, broken anywhere.
    package static func chopped(_ text: String, width: Int) -> String {
        var lines: [String] = []
        var start = text.startIndex
        while let end = text.index(start, offsetBy: width, limitedBy: text.endIndex), end < text.endIndex {
            lines.append(String(text[start..<end]))
            start = end
        }
        return (lines + [String(text[start...])]).joined(separator: "\n")
    }

    /// Every line behind a margin of so many spaces; empty lines stay empty.
    package static func indented(_ text: String, by count: Int) -> String {
        let margin = String(repeating: " ", count: count)
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : margin + $0 }.joined(separator: "\n")
    }

    /// With a capital letter.
    static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    /// `1 case`, `2 cases`.
    package static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(number == 1 ? noun : plural(noun))"
    }

    /// The plural of an English noun that has a regular one.
    private static func plural(_ noun: String) -> String {
        if ["s", "x", "ch", "sh"].contains(where: noun.hasSuffix) { return noun + "es" }
        guard noun.hasSuffix("y"), let before = noun.dropLast().last, !"aeiou".contains(before) else {
            return noun + "s"
        }
        return noun.dropLast() + "ies"
    }
}
