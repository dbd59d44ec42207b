package import AccessEnablerAPI

/// What `getMetadata:` may ask.
package struct APIMetadata: Sendable, Hashable {
    /// A key of the dictionary.
    package struct Key: Sendable, Hashable {
        package var symbol: String
        package var meaning: String
        package var cites: [String]
    }

    package struct Opcode: Sendable, Hashable {
        package enum Kind: String, Sendable, Hashable, CaseIterable {
            /// A string, never encrypted.
            case fixed = "static"
            /// Objects of a JSON payload, perhaps encrypted.
            case user
        }

        package var symbol: String
        package var kind: Kind
        /// The keys beside the opcode's own.
        package var keys: [String]
        package var meaning: String
        package var cites: [String]
    }

    /// A name of user metadata.
    package struct UserName: Sendable, Hashable {
        package var name: String
        package var type: APIType
        package var element: APIType?
        package var basis: Statement.Basis
        package var meaning: String
        package var cites: [String]
    }

    package var keys: [Key]
    package var opcodes: [Opcode]
    package var user: [UserName]

    package init(keys: [Key] = [], opcodes: [Opcode] = [], user: [UserName] = []) {
        self.keys = keys
        self.opcodes = opcodes
        self.user = user
    }
}

/// A key of the dictionaries of `setOptions:` and of the filtered `getAuthentication:`.
package struct APIOption: Sendable, Hashable {
    package var key: String
    package var type: APIType
    package var element: APIType?
    package var versions: VersionRange
    package var platforms: Set<Platform>
    package var meaning: String
    package var cites: [String]
    package var note: String?
}

/// A property of an MVPD object.
package struct APIProperty: Sendable, Hashable {
    package var name: String
    package var printed: String
    package var type: APIType
    package var values: [String]
    package var isNil: APIPermission
    package var isEmpty: APIPermission
    package var versions: VersionRange
    package var meaning: String
    package var cites: [String]
}
