/// A place in a document: line and column, both counted from 1, columns in characters.
package struct Mark: Sendable, Hashable, Comparable, CustomStringConvertible {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    package var description: String { "\(line):\(column)" }

    package static func < (left: Mark, right: Mark) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }

    /// The place of the byte at `offset`; what is not UTF-8 counts as one character a byte.
    init(offset: Int, in bytes: borrowing [UInt8]) {
        self.init(line: 1, column: 1)
        for index in 0..<min(offset, bytes.count) {
            if bytes[index] == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if bytes[index] & 0xC0 != 0x80 {
                column += 1
            }
        }
    }
}
