/// Which documents a port is held against.
package enum Profile: String, Sendable, Hashable, CaseIterable {
    /// The API documentation of iOS and tvOS.
    case core
    /// What only sister documents ask for.
    case extensions
}

/// The profiles that decide how a process ends; every run judges all of them.
package enum ProfileChoice: String, Sendable, Hashable, CaseIterable {
    case core, extensions, all

    package var profiles: [Profile] {
        switch self {
        case .core: [.core]
        case .extensions: [.extensions]
        case .all: Profile.allCases
        }
    }
}
