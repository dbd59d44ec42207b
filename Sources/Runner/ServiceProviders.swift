package import Backend
import Evidence
import Specification

/// The service providers that a run goes against.
package enum ServiceProviders: Sendable {
    /// Arranged for each case, and everything they are asked is recorded.
    case simulated(Backend)
    /// Somewhere else: nothing about them can be arranged, and nothing they are asked is seen.
    case elsewhere(RemoteProviders)

    var backend: Backend? {
        if case .simulated(let backend) = self { backend } else { nil }
    }

    var baseURLs: [String] {
        switch self {
        case .simulated(let backend): backend.baseURLs
        case .elsewhere(let remote): remote.baseURLs
        }
    }

    /// What somebody said that names of cases stand for.
    var given: [String: String] {
        switch self {
        case .simulated: [:]
        case .elsewhere(let remote): remote.given
        }
    }
}

/// Service providers that somebody else runs.
package struct RemoteProviders: Sendable {
    /// In the order in which cases name them, `sp1` first.
    package var baseURLs: [String]
    /// By name: an MVPD of the cases, `requestor`, `software-statement`, `user`, `password`.
    package var given: [String: String]

    package init(baseURLs: [String], given: [String: String]) {
        self.baseURLs = baseURLs
        self.given = given
    }
}
