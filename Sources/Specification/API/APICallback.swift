package import AccessEnablerAPI

/// A method of one of the delegate's protocols.
package struct APICallback: Sendable, Hashable {
    package enum ProtocolName: String, CaseIterable {
        case entitlementDelegate = "EntitlementDelegate"
        case entitlementStatus = "EntitlementStatus"
        case accessEnablerCallback = "AccessEnablerCallback"
    }

    /// The operations that may lead to the callback.
    package struct Triggers: Sendable, Hashable {
        /// In the callback's own list.
        package var printed: [String]
        /// By other sections or sister documents.
        package var completed: [String]
        /// The statements that say when the callback comes.
        package var cites: [String]

        package var all: Set<String> { Set(printed + completed) }
    }

    package var selector: Selector
    package var parameters: [APIParameter]
    package var versions: VersionRange
    package var platforms: Set<Platform>
    /// What it rests on that the callback is of these platforms alone.
    package var platformsBasis = Statement.Basis.seed
    package var triggers: Triggers
    /// Empty where the callback has no error code.
    package var outcomes: [APIOutcome]
    package var cites: [String]
}

/// Error codes that may come with a status.
package struct APIOutcome: Sendable, Hashable {
    package enum Codes: Sendable, Hashable {
        case any
        /// By symbol.
        case these([String])
    }

    /// The symbol of the status; nil where the callback has none.
    package var status: String?
    package var codes: Codes
    /// The operations it is limited to; empty for all.
    package var after: Set<String>
    /// What the codes rest on.
    package var basis = Statement.Basis.seed
    package var cites: [String]
}
