/// The fields of a form or a query, in their order.
struct FormText: Sendable {
    var fields: [(name: String, value: String)] = []

    init(_ text: String = "") {
        fields = text.split(separator: "&").map { field in
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decode(parts[0]), parts.count > 1 ? Self.decode(parts[1]) : "")
        }
    }

    init(_ body: [UInt8]?) {
        self.init(String(decoding: body ?? [], as: UTF8.self))
    }

    subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    mutating func add(_ name: String, _ value: String?) {
        if let value { fields.append((name, value)) }
    }

    /// Everything but the unreserved characters encoded, with upper-case digits.
    var text: String { fields.map { "\(Self.encode($0.name))=\(Self.encode($0.value))" }.joined(separator: "&") }

    /// As HTML forms are encoded: blanks are pluses.
    var plusText: String { text.replacing("%20", with: "+") }

    static func encode(_ text: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                String(decoding: [byte], as: UTF8.self)
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }

    static func decode(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
