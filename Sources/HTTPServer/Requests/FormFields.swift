import Encodings

/// The pairs of a query or of a body of type `application/x-www-form-urlencoded`, in the order they came.
///
/// Nothing is refused: a pair without `=` has an empty value, and a `%` that begins no escape stands for itself,
/// because clients in the field send such bodies (clientless REST API, POST with an unparsable form body).
package struct FormFields: Sendable, Hashable {
    package struct Field: Sendable, Hashable {
        package var name: String
        package var value: String
    }

    /// What comes behind so many pairs belongs to the value of the last one.
    package static let maxFields = 65_536

    package var fields: [Field]

    package init(_ fields: [Field] = []) {
        self.fields = fields
    }

    /// Splits at `&`, then at the first `=`, then resolves `+` and percent escapes.
    package init(decoding bytes: some Collection<UInt8>) {
        fields = bytes.split(separator: UInt8(ascii: "&"), maxSplits: Self.maxFields - 1).map { pair in
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return Field(
                name: PercentEncoding.decode(Array(parts[0]), plusIsSpace: true),
                value: parts.count > 1 ? PercentEncoding.decode(Array(parts[1]), plusIsSpace: true) : "")
        }
    }

    /// The first value of that name; names keep their case.
    package subscript(name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    /// All values of that name.
    package func all(_ name: String) -> [String] {
        fields.filter { $0.name == name }.map(\.value)
    }
}
