/// A text as who decodes it sees it: escapes of URLs, XML and JSON are the bytes that they stand for, also where one is in
/// another, and each byte knows its place in the text.
struct DecodedText {
    private(set) var bytes: [UInt8]
    private let original: [UInt8]
    /// Where each byte begins in the original, and behind them its end; empty where nothing is escaped.
    private var starts: [Int] = []
    /// How often each byte was decoded.
    private var depths: [UInt8] = []
    private static let maxDepth: UInt8 = 4

    init(_ text: String) {
        original = Array(text.utf8)
        bytes = original
        guard bytes.contains(where: Self.beginsEscape) else { return }
        starts = Array(0...bytes.count)
        depths = Array(repeating: 0, count: bytes.count)
        while depths.max() ?? 0 < Self.maxDepth, decodeOnce() {}
    }

    var count: Int { bytes.count }

    /// Zero beyond the text.
    subscript(position: Int) -> UInt8 { bytes.indices.contains(position) ? bytes[position] : 0 }

    func depth(at position: Int) -> UInt8 { depths.indices.contains(position) ? depths[position] : 0 }

    func text(of range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// What the original has there, with its escapes.
    func original(of range: Range<Int>) -> ArraySlice<UInt8> {
        starts.isEmpty ? original[range] : original[starts[range.lowerBound]..<starts[range.upperBound]]
    }

    private mutating func decodeOnce() -> Bool {
        var (decoded, places, layers): ([UInt8], [Int], [UInt8]) = ([], [], [])
        var position = 0
        while position < bytes.count {
            let escape = Self.beginsEscape(bytes[position]) ? escape(at: position) : nil
            let end = position + (escape?.length ?? 1)
            decoded.append(escape?.byte ?? bytes[position])
            places.append(starts[position])
            layers.append((depths[position..<end].max() ?? 0) + (escape == nil ? 0 : 1))
            position = end
        }
        defer { (bytes, starts, depths) = (decoded, places + starts.suffix(1), layers) }
        return decoded.count < bytes.count
    }

    private static func beginsEscape(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "%") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "\\")
    }

    private func escape(at position: Int) -> (byte: UInt8, length: Int)? {
        let next = self[position + 1]
        switch bytes[position] {
        case UInt8(ascii: "%"): return number(at: position + 1, digits: 2).map { ($0, 3) }
        case UInt8(ascii: "\\"):
            if next == UInt8(ascii: "u") {
                return number(at: position + 2, digits: 4).flatMap { $0 < 0x80 ? ($0, 6) : nil }
            }
            return Self.inJSON[next].map { ($0, 2) }
        default:
            let name = bytes[(position + 1)...].prefix(6).prefix { $0 != UInt8(ascii: ";") }
            guard self[name.endIndex] == UInt8(ascii: ";") else { return nil }
            let text = String(decoding: name, as: UTF8.self)
            let number = text.hasPrefix("#x") ? UInt8(text.dropFirst(2), radix: 16) : UInt8(text.dropFirst())
            guard let byte = text.hasPrefix("#") ? number : Self.inXML[text], byte < 0x80 else { return nil }
            return (byte, name.count + 2)
        }
    }

    /// A number of so many hexadecimal digits that fits a byte.
    private func number(at position: Int, digits: Int) -> UInt8? {
        let text = bytes[min(position, bytes.count)...].prefix(digits)
        guard text.count == digits, text.allSatisfy(\.isHexDigit) else { return nil }
        return UInt8(String(decoding: text, as: UTF8.self), radix: 16)
    }

    private static let inJSON: [UInt8: UInt8] = [
        UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
        UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "'"): UInt8(ascii: "'"),
        UInt8(ascii: "n"): UInt8(ascii: "\n"), UInt8(ascii: "r"): UInt8(ascii: "\r"),
        UInt8(ascii: "t"): UInt8(ascii: "\t"),
    ]

    private static let inXML: [String: UInt8] = [
        "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"), "amp": UInt8(ascii: "&"), "quot": UInt8(ascii: "\""),
        "apos": UInt8(ascii: "'"),
    ]
}
