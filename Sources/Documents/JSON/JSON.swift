package import Timing

/// A JSON value.
///
/// Integers of 64 bits stay integers, and objects keep the order of their keys.
///
/// Equality is of what was written: objects with the same members in another order are not equal, nor are 1 and 1.0.
/// ``sortedByKey`` makes the first kind comparable.
package indirect enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case string(String)
    case array([JSON])
    case object(JSONObject)

    package static func count(_ number: Int) -> JSON { .int(Int64(number)) }

    package static func strings(_ texts: some Collection<String>) -> JSON { .array(texts.map(JSON.string)) }

    /// An object of these members, in their order.
    package static func members(_ members: [(String, JSON)]) -> JSON {
        .object(JSONObject(members.map { JSONObject.Member(key: $0, value: $1) }))
    }

    /// An object of texts, in the order of their names.
    package static func texts(_ texts: [String: String]) -> JSON {
        .members(texts.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
    }

    package var isNull: Bool { self == .null }

    package var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// Whoever wrote the document chose it.
    package var int: ForeignInteger? {
        if case .int(let value) = self { ForeignInteger(value) } else { nil }
    }

    /// A number of either kind.
    package var double: Double? {
        switch self {
        case .double(let value): value
        case .int(let value): Double(value)
        default: nil
        }
    }

    package var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    package var array: [JSON]? {
        if case .array(let value) = self { value } else { nil }
    }

    package var object: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// The member of an object; nil for every other value.
    package subscript(key: String) -> JSON? { object?[key] }

    /// The same value with the keys of all objects in it in order of their UTF-8 bytes.
    package var sortedByKey: JSON {
        switch self {
        case .array(let items):
            .array(items.map(\.sortedByKey))
        case .object(let object):
            .members(
                object.members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
                    .map { ($0.key, $0.value.sortedByKey) })
        default:
            self
        }
    }

    /// What kind of value this is, with its article, for "expected a string, found ...".
    package var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .int, .double: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// The members of a JSON object, in order.
package struct JSONObject: Sendable, Hashable {
    package struct Member: Sendable, Hashable {
        package var key: String
        package var value: JSON

        package init(key: String, value: JSON) {
            self.key = key
            self.value = value
        }

        /// Whether the key has these very bytes: texts that Unicode takes for the same are different keys.
        func isNamed(_ name: String) -> Bool { key == name && key.utf8.elementsEqual(name.utf8) }
    }

    package var members: [Member]

    package init(_ members: [Member] = []) {
        self.members = members
    }

    package var keys: [String] { members.map(\.key) }

    /// The first member of that name.
    ///
    /// Writing to it replaces the member in place, appends a new one, or removes it (nil).
    package subscript(key: String) -> JSON? {
        get { members.first { $0.isNamed(key) }?.value }
        set {
            let index = members.firstIndex { $0.isNamed(key) }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(key: key, value: value))
            case (nil, nil): break
            }
        }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, JSON)...) {
        members = elements.map { Member(key: $0, value: $1) }
    }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
    package init(dictionaryLiteral elements: (String, JSON)...) {
        self = .members(elements)
    }

    package init(arrayLiteral elements: JSON...) { self = .array(elements) }
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int64) { self = .int(value) }
    package init(floatLiteral value: Double) { self = .double(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(nilLiteral: ()) { self = .null }
}
