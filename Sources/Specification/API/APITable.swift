package import AccessEnablerAPI

/// The whole documented API, as data.
package struct APITable: Sendable {
    package var operations: [APIOperation] = []
    package var callbacks: [APICallback] = []
    package var statuses: [APIStatus] = []
    package var errorCodes: [APIErrorCode] = []
    package var levels: [APIAdvancedStatus.Level] = []
    /// The keys of the dictionary of `status:`.
    package var statusKeys: [APIAdvancedStatus.Key] = []
    package var advancedStatuses: [APIAdvancedStatus] = []
    /// Error ids of other SDKs, which never appear here; a trailing `XX` stands for two digits.
    package var foreignStatuses: [String] = []
    package var tracking: [APITrackingLayout] = []
    package var valueSets: [APIValueSet] = []
    /// The opcodes of `getMetadata:`.
    package var metadataOpcodes: [String] = []
    package var mvpdProperties: [APIProperty] = []

    package func operation(_ name: String) -> APIOperation? {
        operations.first { $0.name == name }
    }

    /// The operation that a call belongs to, in whatever version.
    package func operation(of call: Selector) -> APIOperation? {
        operations.first { $0.calls.contains { $0.selector == call } }
    }

    /// The call as that version on that platform has it; nil where it has none.
    package func call(_ selector: Selector, on platform: Platform, _ version: SDKVersion) -> APICall? {
        operations.lazy.flatMap(\.calls).first {
            $0.selector == selector && $0.platforms.contains(platform) && $0.versions.contains(version)
        }
    }

    /// Every call, in the order of the tables; a selector may be here twice for different versions.
    package var calls: [APICall] { operations.flatMap(\.calls) }

    package func callback(_ selector: Selector) -> APICallback? {
        callbacks.first { $0.selector == selector }
    }

    package func status(_ value: Int64) -> APIStatus? {
        statuses.first { Int64($0.value) == value }
    }

    package func advancedStatus(_ id: String) -> APIAdvancedStatus? {
        advancedStatuses.first { $0.matches(id) }
    }

    /// The layout of a tracking event, by its symbol or another name in print.
    package func trackingLayout(_ event: String) -> APITrackingLayout? {
        tracking.first { $0.matches(event) }
    }

    package func values(of set: String, on platform: Platform) -> [String] {
        valueSets.first { $0.name == set && $0.platforms.contains(platform) }?.values ?? []
    }
}
