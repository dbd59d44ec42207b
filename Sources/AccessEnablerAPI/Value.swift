internal import Encodings

/// A value that crosses the boundary between an application and AccessEnabler.
///
/// This is what Objective-C's property lists and numbers can say, plus references to objects that only the other side
/// can hold, such as a view controller. The adapter protocol writes each kind as JSON (section 6).
public indirect enum Value: Sendable {
    /// Objective-C's nil; a key or an argument that is absent is something else (P-76).
    case null
    /// YES or NO; never equal to a number.
    case bool(Bool)
    /// A whole number; a Boolean is none, and 1 does not equal 1.0.
    case int(Int64)
    /// A floating-point number, also an infinite one or NaN (P-71). As always, NaN does not equal itself.
    case double(Double)
    /// Text; also the symbol of a constant whose number is not public, such as `METADATA_USER_META`.
    case string(String)
    /// NSData.
    case bytes([UInt8])
    /// Items in their order, each of any kind.
    case array([Value])
    /// A dictionary; the order of its members is not kept.
    case object(Members)
    /// An object of the port, known by a name that is unique in the session.
    case reference(String)
}

extension Value {
    /// The text; nil for a value of another kind, which is not converted.
    public var stringValue: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The whole number; nil for a value of another kind, a floating-point number too.
    public var intValue: Int64? {
        if case .int(let number) = self { number } else { nil }
    }

    /// The Boolean; nil for a value of another kind, 0 and 1 too.
    public var boolValue: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    /// The items; nil for a value of another kind.
    public var arrayValue: [Value]? {
        if case .array(let items) = self { items } else { nil }
    }

    /// The members; nil for a value of another kind.
    public var objectValue: Members? {
        if case .object(let members) = self { members } else { nil }
    }

    /// Whether it is ``null``; an empty text, array or dictionary is not.
    public var isNull: Bool {
        self == .null
    }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Lets `"News"` stand for ``string(_:)``.
    public init(stringLiteral text: String) { self = .string(text) }
    /// Lets `true` and `false` stand for ``bool(_:)``.
    public init(booleanLiteral flag: Bool) { self = .bool(flag) }
    /// Lets `3` stand for ``int(_:)``; a number with a fraction is written as ``double(_:)``.
    public init(integerLiteral number: Int64) { self = .int(number) }
    /// Lets `nil` stand for ``null``.
    public init(nilLiteral: ()) { self = .null }
    /// Lets `["News", 3]` stand for ``array(_:)``.
    public init(arrayLiteral items: Value...) { self = .array(items) }
    /// Lets `["ID": "Cablevision"]` stand for ``object(_:)``; of two members with the same name the last one counts.
    public init(dictionaryLiteral members: (String, Value)...) {
        self = .object(Members(members.map { (key: $0, value: $1) }))
    }
}

/// Texts are compared by their bytes, as Objective-C does.
extension Value: Hashable {
    /// Whether both are of the same kind and say the same: 1, 1.0 and true are three values.
    public static func == (left: Value, right: Value) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.int(let left), .int(let right)): left == right
        case (.double(let left), .double(let right)): left == right
        case (.string(let left), .string(let right)), (.reference(let left), .reference(let right)):
            left.isExactly(right)
        case (.bytes(let left), .bytes(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }
}

extension MVPD {
    /// A dictionary with the documented property names (AE-MVPD-001); `boardingStatus` is null where there is none.
    public var value: Value {
        // In the order of the names, which takes least time: some lists are of thousands.
        [
            "ID": .string(id), "boardingStatus": boardingStatus.map { .string($0.rawValue) } ?? .null,
            "displayName": .string(displayName), "enablePlatformServices": .bool(enablePlatformServices),
            "logoURL": .string(logoURL),
        ]
    }

    /// Reads the dictionary of ``value``; nil where `ID` is no text, or `boardingStatus` is neither a text nor null.
    ///
    /// - Parameter value: other properties that are missing or of another type are read as empty texts and as false.
    public init?(_ value: Value) {
        guard let members = value.objectValue, let id = members["ID"]?.stringValue else { return nil }
        let boarding: BoardingStatus?
        switch members["boardingStatus"] ?? .null {
        case .null: boarding = nil
        case .string(let text): boarding = BoardingStatus(rawValue: text)
        default: return nil
        }
        self.init(
            id: id, displayName: members["displayName"]?.stringValue ?? "",
            logoURL: members["logoURL"]?.stringValue ?? "",
            enablePlatformServices: members["enablePlatformServices"]?.boolValue ?? false, boardingStatus: boarding)
    }
}

extension Value {
    /// All texts in the value, at any depth; keys are texts, too.
    package var texts: [String] {
        switch self {
        case .string(let text): [text]
        case .array(let items): items.flatMap(\.texts)
        case .object(let members): members.keys + members.values.flatMap(\.texts)
        default: []
        }
    }
}
