package import AccessEnablerAPI

/// The array that comes with a tracking event.
package struct APITrackingLayout: Sendable, Hashable {
    package struct Element: Sendable, Hashable {
        /// When the element has a meaning.
        package enum Condition: String, Sendable, Hashable, CaseIterable {
            case always, success, failure
        }

        package enum Kind: Sendable, Hashable {
            /// A boolean, 0 or 1, or their names in any case.
            case boolean
            case mvpdID
            /// An MD5 hash, in hexadecimal digits or Base64.
            case guid
            case text
            /// A value of the set of that name.
            case set(String)
        }

        package var index: Int
        package var name: String
        package var kind: Kind
        package var when: Condition
        /// Whether null, or for an ID the empty string, may stand here although the element has a meaning.
        package var isNil: APIPermission
        package var versions: VersionRange
        package var cites: [String]
    }

    package var symbol: String
    /// Other names of the event in print.
    package var spellings: [String]
    package var cites: [String]
    /// The operations that may lead to the event.
    package var triggers: Set<String>
    /// By index, without gaps.
    package var elements: [Element]

    package func matches(_ event: String) -> Bool {
        event == symbol || spellings.contains(event)
    }

    /// The elements that the array of that version has.
    package func elements(in version: SDKVersion) -> [Element] {
        elements.filter { $0.versions.contains(version) }
    }
}

/// The values of an element of a tracking array.
package struct APIValueSet: Sendable, Hashable {
    package var name: String
    package var values: [String]
    package var platforms: Set<Platform>
}
