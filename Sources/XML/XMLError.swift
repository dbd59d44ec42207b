/// Why a document was refused: the first thing that makes it unreadable.
package struct XMLError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: Sendable, Hashable {
        case empty
        case tooLarge
        case tooDeep
        case tooManyAttributes
        case tooManyElements
        case tooManyReferences
        case doctype
        case encoding
        case forbiddenByte
        case malformed
        case schema
    }

    package var code: Code
    /// One sentence in lower case, without the position.
    package var message: String
    package var position: XMLPosition

    package var description: String { "\(position): \(message)" }
}

/// A place in a document: line and column from 1, the column counted in bytes.
package struct XMLPosition: Sendable, Hashable, Comparable, CustomStringConvertible {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    package static let start = XMLPosition(line: 1, column: 1)

    package var description: String { "\(line):\(column)" }

    package static func < (left: XMLPosition, right: XMLPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }

    /// The place of the byte at the offset; of the end, when the offset is beyond it.
    package init(of offset: Int, in bytes: [UInt8]) {
        self = unsafe bytes.withUnsafeBufferPointer { unsafe XMLPosition(of: offset, in: $0) }
    }

    /// Not generic: whoever sends bad tokens has it called for each, and elsewhere it would not be specialized.
    package init(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        self = .start
        for index in 0..<max(0, min(offset, bytes.count)) {
            if unsafe bytes[index] == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else {
                column += 1
            }
        }
    }
}
