package import AccessEnablerAPI

/// Something an application asks of AccessEnabler, by one of several overloads.
package struct APIOperation: Sendable, Hashable {
    package var name: String
    /// Closed: nothing else ever follows from the operation.
    package var callbacks: [APITrigger]
    package var calls: [APICall]

    /// The callbacks that may follow, on that platform and in that version.
    package func callbacks(on platform: Platform, _ version: SDKVersion) -> Set<Selector> {
        Set(callbacks.filter { $0.platforms.contains(platform) && $0.versions.contains(version) }.map(\.callback))
    }
}

/// One overload of an operation.
package struct APICall: Sendable, Hashable {
    package var selector: Selector
    /// Makes an AccessEnabler, rather than asking one.
    package var isConstructor: Bool
    package var arguments: [APIParameter]
    package var versions: VersionRange
    package var platforms: Set<Platform>
}

/// A callback that an operation may lead to.
package struct APITrigger: Sendable, Hashable {
    package var callback: Selector
    package var platforms: Set<Platform>
    package var versions: VersionRange
    /// The statements that say that it comes but once for each call; empty where none does.
    package var once: [String] = []
}
