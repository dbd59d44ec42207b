/// Finds what libyaml reads although YAML 1.2 forbids it, by where the parts of a document are.
///
/// Tabs before a value on its line, comments without a blank before them, lines of a list or a mapping in brackets, or of
/// a quoted text, that are not further to the right than what it belongs to, a dash that is a text in brackets, and blank
/// lines before a text that are longer than its indentation.
struct YAMLForm {
    private let bytes: [UInt8]
    /// Where the lines begin, as libyaml counts them.
    private let starts: [Int32]
    /// The lines with a tab, a number sign or a character beyond ASCII.
    ///
    /// In the others, which are nearly all, a column is a byte, and only the places of the parts can be wrong.
    private let special: [Bool]
    /// The line that was looked at last.
    private var number = 0
    private var line: [Unicode.Scalar] = []
    /// How many blanks and tabs the line begins with.
    private var indent = 0
    /// Of the open lists and mappings: whether it is in brackets, and the column its lines must be right of.
    private var open: [(isFlow: Bool, column: Int)] = []
    private var last = Mark(line: 1, column: 1)

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts: [Int32] = [0]
        var special = [false]
        // Each byte of each file passes by here: without optimization an iterator takes several times as long.
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte > 0x23 && byte < 0x80 || byte == 0x20 { continue }
            if byte == 0x23 || byte == 0x09 || byte >= 0x80 { special[special.count - 1] = true }
            if Self.endsLine(bytes, at: index - 1) {
                starts.append(Int32(index))
                special.append(false)
            }
        }
        self.starts = starts
        self.special = special
    }

    private func isSpecial(_ line: Int) -> Bool { special.indices.contains(line - 1) && special[line - 1] }

    mutating func check(_ event: YAMLEvents.Event, _ place: YAMLEvents.Place) throws(YAMLError) {
        switch event {
        case .streamStart, .streamEnd, .documentStart, .documentEnd, .alias: return
        case .sequenceEnd, .mappingEnd:
            guard let ended = open.popLast(), ended.isFlow else { return }
            try checkIndent(place.start, rightOf: ended.column)
            try checkComment(after: place.end)
            last = place.end
        case .sequenceStart, .mappingStart:
            try checkStart(place.start)
            open.append((place.isFlow, place.isFlow ? open.last?.column ?? 0 : place.start.column))
            if place.isFlow { last = place.end }
        case .scalar:
            guard place.start < place.end else { return }
            try checkStart(place.start)
            let first = character(at: place.start)
            switch first {
            case "|", ">": try checkBlock(from: place.start)
            case "\"", "'": try checkQuoted(from: place.start.line, to: place.end.line)
            case "-"
            where open.last?.isFlow == true && place.end == Mark(line: place.start.line, column: place.start.column + 1):
                throw YAMLError("a single dash is no text in brackets", at: place.start)
            default: break
            }
            if first != "|" && first != ">" { try checkComment(after: place.end) }
            last = place.end
        }
    }

    /// Before a value on its line are blanks and what says that it is one: a dash, a colon, a comma, a bracket.
    private mutating func checkStart(_ start: Mark) throws(YAMLError) {
        if let outer = open.last, outer.isFlow { try checkIndent(start, rightOf: outer.column) }
        guard isSpecial(start.line) else { return }
        look(at: start.line)
        let before = line.prefix(start.column - 1).dropFirst(last.line == start.line ? last.column - 1 : 0)
        guard let index = before.firstIndex(where: { $0 == "\t" || $0 == "#" }) else { return }
        throw YAMLError(
            before[index] == "#" ? Self.comment : "a tab where YAML has spaces",
            at: Mark(line: start.line, column: index + 1))
    }

    private mutating func checkIndent(_ mark: Mark, rightOf column: Int) throws(YAMLError) {
        guard mark.column <= column else { return }
        look(at: mark.line)
        guard mark.column - 1 <= indent else { return }
        throw YAMLError("a line within brackets must be further to the right than what they belong to", at: mark)
    }

    /// Tabs do not count.
    private mutating func checkQuoted(from first: Int, to end: Int) throws(YAMLError) {
        guard first < end else { return }
        // What ends a line for libyaml alone is a character of the text.
        for number in first + 1...end where [0x0A, 0x0D].contains(bytes[Int(starts[number - 1]) - 1]) {
            look(at: number)
            let blanks = line.prefix { $0 == " " }.count
            guard blanks < open.last?.column ?? 0, blanks < line.count, !Self.isBlank(line) else { continue }
            throw YAMLError(
                "a line of a quoted text must be further to the right than what it belongs to",
                at: Mark(line: number, column: blanks + 1))
        }
    }

    /// What is behind the sign of a text in lines of its own, and the blank lines that it begins with.
    private mutating func checkBlock(from start: Mark) throws(YAMLError) {
        look(at: start.line)
        let signs = line.dropFirst(start.column).prefix { "+-0123456789".unicodeScalars.contains($0) }
        let end = start.column + 1 + signs.count
        try checkComment(after: Mark(line: start.line, column: end))
        guard signs.allSatisfy({ $0 == "+" || $0 == "-" }) else { return }
        var maxBlanks = 0
        var number = start.line + 1
        while number <= starts.count {
            look(at: number)
            let blanks = line.prefix { $0 == " " }.count
            if !Self.isBlank(line.dropFirst(blanks)) {
                guard blanks >= open.last?.column ?? 0, maxBlanks > blanks else { return }
                throw YAMLError(
                    "the blank lines before a text are longer than its indentation",
                    at: Mark(line: number, column: blanks + 1))
            }
            maxBlanks = max(maxBlanks, blanks)
            number += 1
        }
    }

    private static func isBlank(_ line: some Sequence<Unicode.Scalar>) -> Bool {
        line.allSatisfy { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r" }
    }

    private mutating func checkComment(after mark: Mark) throws(YAMLError) {
        guard isSpecial(mark.line) else { return }
        look(at: mark.line)
        let rest = line.dropFirst(mark.column - 1)
        let sign = rest.first == "," ? rest.dropFirst().first : rest.first
        if sign == "#" { throw YAMLError(Self.comment, at: mark) }
    }

    private static let comment = "a comment begins after a blank"

    private mutating func character(at mark: Mark) -> Unicode.Scalar? {
        guard isSpecial(mark.line) else {
            let index = (mark.line <= starts.count ? Int(starts[mark.line - 1]) : bytes.count) + mark.column - 1
            return index < bytes.count ? Unicode.Scalar(bytes[index]) : nil
        }
        look(at: mark.line)
        return line.dropFirst(mark.column - 1).first
    }

    private mutating func look(at number: Int) {
        guard number != self.number else { return }
        self.number = number
        let start = number <= starts.count ? Int(starts[number - 1]) : bytes.count
        let end = number < starts.count ? Int(starts[number]) : bytes.count
        line = Array(String(decoding: bytes[start..<end], as: UTF8.self).unicodeScalars)
        indent = line.prefix { $0 == " " || $0 == "\t" }.count
    }

    /// Line feed and return end a line; a return before a line feed does not end another.
    private static func endsLine(_ bytes: [UInt8], at index: Int) -> Bool {
        switch bytes[index] {
        case 0x0A: true
        case 0x0D: index + 1 == bytes.count || bytes[index + 1] != 0x0A
        default: false
        }
    }
}
