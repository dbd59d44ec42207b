internal import Foundation

/// A document made to be expensive for whoever reads it.
struct HostileDocument {
    var name: String
    var pieces: [Piece]

    /// Some bytes, so many times; written without being held as a whole.
    struct Piece {
        var bytes: [UInt8]
        var count: Int
    }

    init(_ name: String, _ pieces: Piece...) {
        self.name = name
        self.pieces = pieces
    }

    func write(to url: URL, after prefix: String) throws {
        guard FileManager.default.createFile(atPath: url.path, contents: Data(prefix.utf8)) else {
            throw CocoaError(.fileWriteUnknown)
        }
        let file = try FileHandle(forWritingTo: url)
        try file.seekToEnd()
        for piece in pieces {
            let atOnce = max(1, min(piece.count, 1_048_576 / max(1, piece.bytes.count)))
            let block = Data([[UInt8]](repeating: piece.bytes, count: atOnce).joined())
            for _ in 0..<(piece.count / atOnce) { try file.write(contentsOf: block) }
            for _ in 0..<(piece.count % atOnce) { try file.write(contentsOf: piece.bytes) }
        }
        try file.close()
    }

    private static func text(_ text: String, times count: Int = 1) -> Piece {
        Piece(bytes: Array(text.utf8), count: count)
    }

    private static func wide(_ text: String, mark: [UInt8]) -> Piece {
        Piece(bytes: mark + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }, count: 1)
    }

    private static let laughs = (1...30).map { "<!ENTITY a\($0) \"&a\($0 - 1);&a\($0 - 1);\">" }.joined()

    /// What feasible attacks on readers of XML are made of, with `root` as the element.
    static func all(root: String) -> [HostileDocument] {
        let (start, end) = ("<\(root)>", "</\(root)>")
        return [
            HostileDocument(
                "billion laughs",
                text("<!DOCTYPE \(root) [<!ENTITY a0 \"ha\">\(laughs)]>\(start)&a30;\(end)")),
            HostileDocument(
                "quadratic entity expansion", text("<!DOCTYPE \(root) [<!ENTITY a \""), text("x", times: 50_000),
                text("\">]>\(start)"), text("&a;", times: 20_000), text(end)),
            HostileDocument(
                "external entity",
                text("<!DOCTYPE \(root) [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>\(start)&a;\(end)")),
            HostileDocument(
                "external parameter entity",
                text("<!DOCTYPE \(root) [<!ENTITY % a SYSTEM \"http://127.0.0.1:1/\"> %a;]>\(start)\(end)")),
            HostileDocument(
                "external document type", text("<!DOCTYPE \(root) SYSTEM \"http://127.0.0.1:1/a.dtd\">\(start)\(end)")),
            HostileDocument("undefined entities", text(start), text("&a;", times: 20_000), text(end)),
            HostileDocument(
                "5,000 attributes", text("<\(root)"), numbered(0..<5_000), text("/>")),
            HostileDocument("200,000 attributes", text("<\(root)"), numbered(0..<200_000), text("/>")),
            HostileDocument("10,000 name spaces", text("<\(root)"), numbered(0..<10_000, "xmlns:"), text("/>")),
            HostileDocument(
                "an attribute of 4 MB", text("<\(root) a=\""), text("x", times: 4_000_000), text("\"/>")),
            HostileDocument(
                "100,000 deep", text(start), text("<a>", times: 100_000), text("</a>", times: 100_000), text(end)),
            HostileDocument("1,000,000 elements", text(start), text("<a/>", times: 1_000_000), text(end)),
            HostileDocument("a name of 4 MB", text("<"), text("a", times: 4_000_000), text("/>")),
            HostileDocument("4 MB of character references", text(start), text("&#65;", times: 800_000), text(end)),
            HostileDocument("a comment of 4 MB", text("<!--"), text("x", times: 4_000_000), text("-->\(start)\(end)")),
            HostileDocument("a comment without end", text("\(start)<!--"), text("- ", times: 2_000_000)),
            HostileDocument("a CDATA section without end", text("\(start)<![CDATA["), text("]] ", times: 1_300_000)),
            HostileDocument("an instruction without end", text("\(start)<?a"), text(" ?", times: 2_000_000)),
            HostileDocument("4 MB of <", text("<", times: 4_000_000)),
            HostileDocument("truncated UTF-8", text(start), Piece(bytes: [0xE2, 0x82], count: 1)),
            HostileDocument("bytes that are no UTF-8", text(start), Piece(bytes: [0xC0, 0x80], count: 1), text(end)),
            HostileDocument("UTF-16 with a mark", wide("\(start)\(end)", mark: [0xFF, 0xFE])),
            HostileDocument("UTF-16 without a mark", wide("\(start)\(end)", mark: [])),
            HostileDocument("UTF-16 declared", text("<?xml version=\"1.0\" encoding=\"UTF-16\"?>\(start)\(end)")),
            HostileDocument("UTF-7 declared", text("<?xml version=\"1.0\" encoding=\"UTF-7\"?>\(start)\(end)")),
            HostileDocument(
                "ISO-8859-1 declared", text("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\(start)\(end)")),
            HostileDocument("an embedded NUL", text(start), Piece(bytes: [0], count: 1), text(end)),
            HostileDocument("100 MB of NULs", Piece(bytes: [0], count: 100 * 1_048_576)),
            HostileDocument("100 MB of spaces", text(" ", times: 100 * 1_048_576)),
            HostileDocument("nothing"),
        ]
    }

    private static func numbered(_ numbers: Range<Int>, _ prefix: String = "") -> Piece {
        text(numbers.map { " \(prefix)a\($0)='u'" }.joined())
    }
}
