internal import Encodings
internal import XML

/// Why the list of a configuration cannot be cut.
struct NarrowingError: Error {
    let message: String
}

/// Takes MVPDs out of a configuration, and changes no other byte of it.
///
/// Which provider lists what is what the contracts of the merge are about, and real providers often list the same.
enum ConfigurationNarrowing {
    /// The document without the MVPDs that are not `listed`.
    static func narrowed(_ bytes: [UInt8], to listed: Set<ExactText>) throws(NarrowingError) -> [UInt8] {
        let ids = try ids(in: bytes)
        guard !ids.allSatisfy({ listed.contains(ExactText($0)) }) else { return bytes }
        let entries = entries(in: bytes)
        guard entries.count == ids.count else {
            throw NarrowingError(message: "\(ids.count) MVPDs were read and \(entries.count) entries found")
        }
        var narrowed: [UInt8] = []
        var position = 0
        for (entry, id) in zip(entries, ids) where !listed.contains(ExactText(id)) {
            narrowed += bytes[position..<entry.lowerBound]
            position = entry.upperBound
        }
        narrowed += bytes[position...]
        // What is handed on must be what was meant.
        let kept = ids.filter { listed.contains(ExactText($0)) }
        guard try self.ids(in: narrowed).elementsEqual(kept, by: { $0.isExactly($1) }) else {
            throw NarrowingError(message: "the entries are not where they seem to be")
        }
        return narrowed
    }

    private static func ids(in bytes: [UInt8]) throws(NarrowingError) -> [String] {
        do throws(XMLError) {
            return try ConfigurationDocument.read(bytes).mvpds.map(\.id)
        } catch {
            throw NarrowingError(message: "\(error)")
        }
    }

    /// Where each `mvpd` element starts and ends, whatever its prefix.
    private static func entries(in bytes: [UInt8]) -> [Range<Int>] {
        var entries: [Range<Int>] = []
        var start: Int?
        var position = 0
        while let open = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
            let rest = bytes[open...]
            let close: Int?
            if rest.starts(with: "<!--".utf8) {
                close = bytes.end(of: "-->", from: open)
            } else if rest.starts(with: "<![CDATA[".utf8) {
                close = bytes.end(of: "]]>", from: open)
            } else {
                close = bytes.endOfTag(from: open)
            }
            guard let close else { break }
            let isEnd = rest.dropFirst().first == UInt8(ascii: "/")
            let tag = bytes[(open + (isEnd ? 2 : 1))..<close]
            if tag.elementName.elementsEqual("mvpd".utf8) {
                let isEmpty = !isEnd && tag.dropLast().last == UInt8(ascii: "/")
                if !isEnd { start = start ?? open }
                if isEnd || isEmpty, let first = start.take() { entries.append(first..<close) }
            }
            position = close
        }
        return entries
    }
}

extension [UInt8] {
    /// Behind the first `text` from there on.
    fileprivate func end(of text: String, from start: Int) -> Int? {
        self[start...].firstRange(of: text.utf8)?.upperBound
    }

    /// Behind the `>` of the tag that starts there; one in a quoted value ends nothing.
    fileprivate func endOfTag(from start: Int) -> Int? {
        var quote: UInt8?
        for index in start..<count {
            let byte = self[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return index + 1
            }
        }
        return nil
    }
}

extension ArraySlice<UInt8> {
    /// The name in a tag, without its prefix.
    fileprivate var elementName: ArraySlice<UInt8> {
        let name = prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
        return name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
    }
}
