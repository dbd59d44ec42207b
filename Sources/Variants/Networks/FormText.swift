import Encodings

/// The fields of a form or a query, in their order.
struct FormText: Sendable {
    var fields: [(name: String, value: String)] = []

    init(_ text: String = "") {
        fields = text.split(separator: "&").map { field in
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let decoded = parts.map { PercentEncoding.decode(String($0), plusIsSpace: true) }
            return (decoded[0], decoded.count > 1 ? decoded[1] : "")
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
    var text: String {
        fields.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
    }

    /// As HTML forms are encoded: blanks are pluses.
    var plusText: String { text.replacing("%20", with: "+") }
}
