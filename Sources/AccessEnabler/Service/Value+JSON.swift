internal import AccessEnablerAPI
internal import Documents
internal import Encodings

extension Value {
    init(_ document: JSON) {
        self =
            switch document {
            case .null: .null
            case .bool(let flag): .bool(flag)
            case .int(let number): .int(number)
            case .double(let number): .double(number)
            case .string(let text): .string(text)
            case .array(let items): .array(items.map(Value.init))
            case .object(let object):
                .object(Members(object.members.map { (key: $0.key, value: Value($0.value)) }))
            }
    }

    /// Keys in order, so that equal values give equal bytes; raw bytes as Base64.
    var json: JSON {
        switch self {
        case .null: .null
        case .bool(let flag): .bool(flag)
        case .int(let number): .int(number)
        case .double(let number): .double(number)
        case .string(let text), .reference(let text): .string(text)
        case .bytes(let bytes): .string(Base64.encode(bytes))
        case .array(let items): .array(items.map(\.json))
        case .object(let members):
            .members(members.map { ($0.key, $0.value.json) })
        }
    }

    /// Text as it is, everything else as JSON; nil for null.
    var plainText: String? {
        switch self {
        case .null: nil
        case .string(let text): text
        default: json.text
        }
    }

    /// The key-value pairs of a `withData:` call as the service takes them (AE-AUTHN-016, AE-CHKZ-002).
    static func genericData(_ data: Value.Members?) -> String? {
        data.flatMap { Value.object($0).plainText }
    }
}
