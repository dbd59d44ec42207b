extension JSON {
    /// What a reader accepts.
    package struct Limits: Sendable, Hashable {
        package var maximumBytes: Int
        package var maximumDepth: Int
        package var allowsDuplicateKeys: Bool

        package init(maximumBytes: Int = 64 << 20, maximumDepth: Int = 128, allowsDuplicateKeys: Bool = false) {
            self.maximumBytes = maximumBytes
            self.maximumDepth = maximumDepth
            self.allowsDuplicateKeys = allowsDuplicateKeys
        }
    }

    /// Reads one value of RFC 8259, and nothing after it but white space.
    ///
    /// Stricter than the RFC asks: invalid UTF-8, lone surrogates, integers that do not fit 64 bits and numbers
    /// beyond a double's range are mistakes. `file` only names the document in the error, and `firstLine` is the
    /// number of its first line, for documents of one line each.
    package static func parse(
        _ bytes: [UInt8], file: String = "JSON", firstLine: Int = 1, limits: Limits = Limits()
    ) throws(Diagnostic) -> JSON {
        var parser = JSONParser(bytes: bytes, limits: limits)
        do throws(JSONError) {
            return try parser.document()
        } catch {
            var mark = Mark(offset: error.offset, in: bytes)
            mark.line += firstLine - 1
            throw Diagnostic(file: file, mark: mark, message: error.message)
        }
    }

    package static func parse(_ text: String, file: String = "JSON") throws(Diagnostic) -> JSON {
        try parse(Array(text.utf8), file: file)
    }
}
