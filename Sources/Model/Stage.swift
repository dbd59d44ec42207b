package import AccessEnablerAPI

/// What is the same for all scenarios of a search.
package struct Stage: Sendable, Hashable {
    /// Whether logins end on a second screen.
    package var isTelevision: Bool
    /// The protocol that the port speaks with the service providers.
    package var wire: Wire

    package init(isTelevision: Bool = false, wire: Wire = .sdk) {
        self.isTelevision = isTelevision
        self.wire = wire
    }
}
