extension JSON {
    /// The value on one line, without spaces and without a line end.
    package var compact: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }

    /// The same as text.
    package var text: String { String(decoding: compact, as: UTF8.self) }

    /// The value with a line for each member and item, indented by two spaces, ending with a line end.
    ///
    /// An array of numbers stands on one line.
    package var pretty: [UInt8] {
        var bytes: [UInt8] = []
        writePretty(into: &bytes, indent: 0)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    private func writePretty(into bytes: inout [UInt8], indent: Int) {
        switch self {
        case .array(let items) where !items.allSatisfy(\.isNumber):
            Self.lines(items, "[", "]", into: &bytes, indent: indent) { item, bytes in
                item.writePretty(into: &bytes, indent: indent + 1)
            }
        case .object(let object) where !object.members.isEmpty:
            Self.lines(object.members, "{", "}", into: &bytes, indent: indent) { member, bytes in
                bytes += JSON.string(member.key).compact
                bytes += ": ".utf8
                member.value.writePretty(into: &bytes, indent: indent + 1)
            }
        default:
            bytes += compact
        }
    }

    private var isNumber: Bool {
        switch self {
        case .int, .double: true
        default: false
        }
    }

    private static func lines<Item>(
        _ items: [Item], _ open: String, _ close: String, into bytes: inout [UInt8], indent: Int,
        write: (Item, inout [UInt8]) -> Void
    ) {
        bytes += open.utf8
        for (index, item) in items.enumerated() {
            bytes += (index == 0 ? "\n" : ",\n").utf8
            bytes += repeatElement(UInt8(ascii: " "), count: 2 * (indent + 1))
            write(item, &bytes)
        }
        bytes.append(UInt8(ascii: "\n"))
        bytes += repeatElement(UInt8(ascii: " "), count: 2 * indent)
        bytes += close.utf8
    }
}
