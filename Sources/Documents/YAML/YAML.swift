internal import CYAML

/// Reads the strict part of YAML 1.2 (core schema) that the project's files are written in.
///
/// Anchors, aliases, tags, merge keys, duplicate or complex keys, directives other than `%YAML 1.2` and
/// more than one document are mistakes. So is what libyaml reads although YAML 1.2 forbids it (``YAMLForm``).
package enum YAML {
    /// Reads one document, and stops at the first mistake: after it, libyaml knows no structure to go on with.
    ///
    /// `file` only names the document in the error.
    package static func read(_ bytes: [UInt8], file: String, maximumBytes: Int = 4 << 20) throws(Diagnostic) -> Node {
        guard bytes.count <= maximumBytes else {
            throw Diagnostic(
                file: file, mark: nil, message: "\(bytes.count) bytes; a document has at most \(maximumBytes)")
        }
        if let mark = byteOrderMark(in: bytes) {
            throw Diagnostic(
                file: file, mark: Mark(offset: mark, in: bytes),
                message: mark == 0
                    ? "a byte order mark before the first line; leave it out"
                    : "a byte order mark, which nobody sees; leave it out, or write \\uFEFF between double quotes")
        }
        if let (offset, name) = separator(in: bytes) {
            throw Diagnostic(
                file: file, mark: Mark(offset: offset, in: bytes),
                message:
                    "U+\(name), which ends a line only to some; leave it out, or write \\u\(name) between double quotes"
            )
        }
        do throws(YAMLError) {
            // libyaml reads from the buffer while the closure runs, and not after.
            return try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(YAMLError) in
                let parser = unsafe YAMLEvents(reading: buffer)
                var composer = YAMLComposer(events: parser, form: YAMLForm(bytes))
                return try composer.document()
            }
        } catch {
            let mark =
                switch error.place {
                case .mark(let mark): mark
                case .offset(let offset): Mark(offset: offset, in: bytes)
                }
            throw Diagnostic(file: file, mark: mark, message: error.message)
        }
    }

    /// Where the first U+FEFF begins, which libyaml skips wherever a line begins.
    private static func byteOrderMark(in bytes: [UInt8]) -> Int? {
        // As for the ends of lines, no iterator: each byte of each file passes by here.
        var index = 0
        while index + 2 < bytes.count {
            if bytes[index] == 0xEF, bytes[index + 1] == 0xBB, bytes[index + 2] == 0xBF { return index }
            index += 1
        }
        return nil
    }

    /// Where the first sign is that libyaml ends lines and comments at, and YAML 1.2 does not.
    private static func separator(in bytes: [UInt8]) -> (Int, String)? {
        var index = 0
        while index + 1 < bytes.count {
            if bytes[index] == 0xC2, bytes[index + 1] == 0x85 { return (index, "0085") }
            if bytes[index] == 0xE2, index + 2 < bytes.count, bytes[index + 1] == 0x80 {
                if bytes[index + 2] == 0xA8 { return (index, "2028") }
                if bytes[index + 2] == 0xA9 { return (index, "2029") }
            }
            index += 1
        }
        return nil
    }
}

/// What is wrong with a document, before the file's name is known.
struct YAMLError: Error {
    enum Place {
        case mark(Mark)
        case offset(Int)
    }

    var place: Place
    var message: String

    init(_ message: String, at mark: Mark) {
        place = .mark(mark)
        self.message = message
    }

    init(_ message: String, atOffset offset: Int) {
        place = .offset(offset)
        self.message = message
    }
}
