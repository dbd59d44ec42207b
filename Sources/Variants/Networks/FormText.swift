import Encodings

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

    private static func encode(_ text: String) -> String { PercentEncoding.encode(text) }

    private static func decode(_ text: Substring) -> String { PercentEncoding.decode(String(text), plusIsSpace: true) }
}
