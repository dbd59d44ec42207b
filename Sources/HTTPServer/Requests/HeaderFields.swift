/// The header fields of a message, in the order they came; names are compared without regard to case.
///
/// Keeps the bytes of the message head and makes a string only of what is asked for.
package struct HeaderFields: Sendable {
    package struct Field: Sendable, Hashable {
        package var name: String
        package var value: String
    }

    /// Where a field's name and value are in the bytes.
    struct Position: Sendable {
        var name: Range<UInt32>
        var value: Range<UInt32>
    }

    /// Of a message that was read: its whole head, with the empty line.
    let bytes: [UInt8]
    private let positions: [Position]

    init(bytes: [UInt8], positions: [Position]) {
        self.bytes = bytes
        self.positions = positions
    }

    package init(_ fields: [(name: String, value: String)] = []) {
        var bytes: [UInt8] = []
        var positions: [Position] = []
        for (name, value) in fields {
            let start = UInt32(bytes.count)
            bytes += name.utf8
            let middle = UInt32(bytes.count)
            bytes += value.utf8
            positions.append(Position(name: start..<middle, value: middle..<UInt32(bytes.count)))
        }
        self.init(bytes: bytes, positions: positions)
    }

    /// The bytes of the whole head.
    package var byteCount: Int { bytes.count }

    /// The value of the first field with that name.
    package subscript(name: String) -> String? {
        for position in positions where isNamed(position, name) { return text(position.value) }
        return nil
    }

    /// Every field as it came.
    package var fields: [Field] {
        positions.map { Field(name: text($0.name), value: text($0.value)) }
    }

    private func text(_ range: Range<UInt32>) -> String {
        String(decoding: bytes[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self)
    }

    private func isNamed(_ position: Position, _ name: String) -> Bool {
        bytes.hasLowercased(name, in: Int(position.name.lowerBound)..<Int(position.name.upperBound))
    }
}

extension [UInt8] {
    /// Whether the bytes of `range` spell `word` when case is ignored in ASCII letters.
    func hasLowercased(_ word: String, in range: Range<Int>) -> Bool {
        guard range.count == word.utf8.count else { return false }
        var index = range.lowerBound
        for letter in word.utf8 {
            guard self[index].asciiLowercased == letter.asciiLowercased else { return false }
            index += 1
        }
        return true
    }
}

extension UInt8 {
    var asciiLowercased: UInt8 {
        self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self
    }
}
