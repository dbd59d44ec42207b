package import AccessEnablerAPI
import Documents

/// What kind of value an argument or a parameter holds.
package enum APIType: String, Sendable, Hashable, CaseIterable {
    case string
    /// A string that is an address.
    case url
    /// A string that is the ID of an MVPD.
    case mvpdID = "mvpd-id"
    case int
    case bool
    case array
    case dictionary
    /// An MVPD object, by its properties.
    case mvpd
    /// A constant whose number is not public: its name, or a number of the port's own.
    case symbol
    /// An object that only the other side can hold.
    case reference
    case any

    /// Whether a value has this kind; null has only the kind `any`.
    package func admits(_ value: Value) -> Bool {
        switch (self, value) {
        case (.any, _): true
        case (.string, .string), (.url, .string), (.mvpdID, .string): true
        case (.int, .int), (.bool, .bool), (.array, .array): true
        case (.dictionary, .object), (.mvpd, .object): true
        case (.symbol, .string), (.symbol, .int): true
        case (.reference, .reference): true
        default: false
        }
    }
}

/// A table whose entries are the values, or the keys, of a parameter.
package enum APITableName: String, Sendable, Hashable, CaseIterable {
    case statuses
    case trackingEvents = "tracking-events"
    case metadataOpcodes = "metadata-opcodes"
    case advancedStatuses = "advanced-statuses"
}

/// Whether something may be so.
package enum APIPermission: String, Sendable, Hashable, CaseIterable {
    case never, allowed, unspecified
}

/// An argument of a call, or a parameter of a callback.
package struct APIParameter: Sendable, Hashable {
    package var name: String
    package var type: APIType
    /// The kind of the elements of an array.
    package var element: APIType?
    /// Where the values, or the keys of a dictionary, are listed.
    package var table: APITableName?
    /// The values allowed, of the parameter or of an array's elements; empty for all.
    package var values: [String]
    package var isNil: APIPermission
    /// Whether a string may be empty, or the ID of an MVPD.
    package var isEmpty: APIPermission
}

extension NodeReader {
    /// Reads an argument or a parameter.
    func parameter() -> APIParameter? {
        mapping { fields in
            let name = fields.text("name")
            let type = fields.required("type")?.oneOf(APIType.self, what: "type")
            let element = fields.optional("element")?.oneOf(APIType.self, what: "type")
            let isNil = fields.required("nil")?.oneOf(APIPermission.self, what: "permission")
            let isEmpty = fields.optional("empty")?.oneOf(APIPermission.self, what: "permission") ?? .unspecified
            let table = fields.optional("table")?.oneOf(APITableName.self, what: "table")
            let values = fields.optional("values")?.list { $0.string() } ?? []
            fields.passOver("printed", optional: "note")
            guard let name, let type, let isNil else { return nil }
            checkElement(type, element)
            return APIParameter(
                name: name, type: type, element: element, table: table, values: values, isNil: isNil,
                isEmpty: isEmpty)
        }
    }

    /// Arrays, and nothing else, have elements.
    func checkElement(_ type: APIType, _ element: APIType?) {
        if type == .array, element == nil { report("an array needs the kind of its elements") }
        if type != .array, element != nil { report("only an array has elements") }
    }
}
