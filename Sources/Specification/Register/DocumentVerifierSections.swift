/// Finds the sections of one file of a document, by the rules of `documents.yaml`.
struct DocumentVerifierSections {
    struct Section: Equatable {
        /// Where it begins, counted from 1.
        var line: Int
        var text: String
    }

    /// A heading, or a line that is only an anchor.
    private struct Start {
        var line: Int
        var level: Int
        var title: String
        var anchors: [String]
    }

    private static let deepest = 7

    private let lines: [Substring]
    private var starts: [Start] = []
    /// The start of each section that can be cited, by its anchor.
    private var indexOfAnchor: [String: Int] = [:]

    /// `named` are the sections without an anchor of their own that this language has.
    init(_ bytes: [UInt8], named: [RegisterDocument.NamedSection], language: String) {
        let text = String(decoding: bytes, as: UTF8.self)
        lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        findStarts()
        for (index, start) in starts.enumerated() {
            for anchor in start.anchors where indexOfAnchor[anchor] == nil { indexOfAnchor[anchor] = index }
        }
        for section in named {
            guard indexOfAnchor[section.anchor] == nil, let heading = section.headings[language] else { continue }
            indexOfAnchor[section.anchor] = index(of: heading, under: section.under)
        }
    }

    /// nil where there is no such section.
    func section(_ anchor: String?) -> Section? {
        guard let anchor else { return Section(line: 1, text: lines.joined(separator: "\n")) }
        guard let index = indexOfAnchor[anchor] else { return nil }
        let citable = Set(indexOfAnchor.values)
        let end = starts.indices.dropFirst(index + 1)
            .first { starts[$0].level <= starts[index].level || citable.contains($0) }
        let range = starts[index].line..<(end.map { starts[$0].line } ?? lines.count)
        return Section(line: starts[index].line + 1, text: lines[range].joined(separator: "\n"))
    }

    // MARK: - Reading

    private mutating func findStarts() {
        var fence: Character?
        // Anchors on lines of their own belong to the heading that follows, if only blank lines lie between.
        var pending: Start?
        for (number, line) in lines.enumerated() {
            let content = line.drop(while: \.isWhitespace)
            if let open = fence {
                if content.hasPrefix(String(repeating: open, count: 3)) { fence = nil }
                continue
            }
            if content.hasPrefix("```") || content.hasPrefix("~~~") {
                fence = content.first
                continue
            }
            let anchors =
                Self.anchors(in: line, between: "<a name=\"", and: "\"")
                + Self.anchors(in: line, between: "<a id=\"", and: "\"")
            if let level = Self.level(of: line) {
                let own = Self.anchors(in: line, between: "{#", and: "}") + anchors
                starts.append(
                    Start(
                        line: pending?.line ?? number, level: level, title: Self.title(of: line),
                        anchors: (pending?.anchors ?? []) + own))
                pending = nil
            } else if !anchors.isEmpty {
                pending = Start(
                    line: pending?.line ?? number, level: Self.deepest, title: "",
                    anchors: (pending?.anchors ?? []) + anchors)
            } else if !content.isEmpty, let anchor = pending {
                starts.append(anchor)
                pending = nil
            }
        }
        if let pending { starts.append(pending) }
    }

    private func index(of heading: String, under parent: String?) -> Int? {
        var candidates = starts.indices
        if let parent {
            guard let first = indexOfAnchor[parent] else { return nil }
            let inside = starts.indices.dropFirst(first + 1)
            let end = inside.first { starts[$0].level <= starts[first].level } ?? starts.endIndex
            candidates = (first + 1)..<end
        }
        return candidates.first { starts[$0].title == heading }
    }

    /// The number of `#` of a heading; nil for any other line.
    private static func level(of line: Substring) -> Int? {
        let content = line.drop { $0 == " " }
        guard content.startIndex <= line.index(line.startIndex, offsetBy: 3, limitedBy: line.endIndex) ?? line.endIndex
        else { return nil }
        let level = content.prefix { $0 == "#" }.count
        let rest = content.dropFirst(level)
        guard (1...6).contains(level), rest.first?.isWhitespace ?? true else { return nil }
        return level
    }

    /// The text of a heading without its marks and anchors.
    private static func title(of line: Substring) -> String {
        var title = line.drop { $0 == " " }.drop { $0 == "#" }
        for mark in ["{#", "<a "] {
            if let range = title.firstRange(of: mark) { title = title[..<range.lowerBound] }
        }
        title = title.drop(while: \.isWhitespace)
        while let last = title.last, last.isWhitespace || last == "#" { title.removeLast() }
        return String(title)
    }

    private static func anchors(in line: Substring, between opening: String, and closing: String) -> [String] {
        var anchors: [String] = []
        var rest = line
        while let start = rest.firstRange(of: opening) {
            rest = rest[start.upperBound...]
            guard let end = rest.firstRange(of: closing) else { break }
            anchors.append(String(rest[..<end.lowerBound]))
            rest = rest[end.upperBound...]
        }
        return anchors
    }
}
