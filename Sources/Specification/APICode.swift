package import AccessEnablerAPI

/// A status of `setRequestorComplete:` and `setAuthenticationStatus:errorCode:`.
package struct APIStatus: Sendable, Hashable {
    package var symbol: String
    package var value: Int
    package var meaning: String
    package var cites: [String]
}

/// An error code, by its symbol.
package struct APIErrorCode: Sendable, Hashable {
    package var symbol: String
    /// The values known from any document.
    package var texts: [String]
    /// Whether capitals count.
    package var isExact: Bool
    /// Whether the API reference names the symbol.
    package var isDocumented: Bool
    package var meaning: String
    package var cites: [String]
    package var note: String?

    /// Whether a port's value stands for this code: by one of its texts, or by the symbol.
    package func matches(_ text: String) -> Bool {
        if text == symbol { return true }
        if isExact { return texts.contains(text) }
        let letters = text.lowercased()
        return texts.contains { $0.lowercased() == letters }
    }
}

/// A value of IntegrityCheckType.
package struct APIIntegrityCheck: Sendable, Hashable {
    package enum Clearing: String, Sendable, Hashable, CaseIterable {
        case never
        case onFailure = "on-failure"
        case always
    }

    package var symbol: String
    package var clears: Clearing
    package var meaning: String
    package var cites: [String]
}

/// An address that the documents name.
package struct APIAddress: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case redirect
        /// Every application has another.
        case example
        case serviceProvider = "service-provider"
    }

    package var name: String
    package var value: String
    package var kind: Kind
    package var platforms: Set<Platform>
    package var versions: VersionRange
    package var meaning: String
    package var cites: [String]
    package var note: String?
}
