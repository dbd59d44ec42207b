import Documents

/// The keys that one kind of mapping in `Specs` may have.
///
/// The published schemas and the readers both follow these, so that an editor and the tool agree.
package protocol RegisterKey: CaseIterable, Hashable, RawRepresentable, Sendable where RawValue == String {
    /// The keys that may be left out.
    static var optionalKeys: Set<Self> { get }
}

extension RegisterKey {
    package static var optionalKeys: Set<Self> { [] }
}

/// The values of one mapping, by key; a missing key that is needed has been reported.
struct RegisterFields<Key: RegisterKey> {
    private var values: [Key: NodeReader] = [:]

    fileprivate init(_ mapping: MappingReader) {
        for key in Key.allCases {
            let name = key.rawValue
            values[key] = Key.optionalKeys.contains(key) ? mapping.optional(name) : mapping.required(name)
        }
    }

    subscript(key: Key) -> NodeReader? { values[key] }

    func string(_ key: Key) -> String? { values[key]?.text() }
}

extension NodeReader {
    /// Reads a mapping with the keys of one kind; every other key is a mistake.
    func fields<Key: RegisterKey, Value>(_ keys: Key.Type, _ body: (RegisterFields<Key>) -> Value?) -> Value? {
        mapping { body(RegisterFields<Key>($0)) }
    }
}
