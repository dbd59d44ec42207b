package import Backend
import Synchronization

/// The service providers that a run goes against.
package enum ServiceProviders: Sendable {
    /// Arranged for each case, and everything they are asked is recorded.
    case simulated(Backend)
    /// Somewhere else: nothing about them can be arranged, and nothing they are asked is seen.
    case elsewhere(RemoteProviders)
    /// Somewhere else, with gates before them: what they do cannot be arranged, but when and whether it arrives can, and
    /// everything they are asked is recorded.
    case gated(GatedProviders)

    var backend: Backend? {
        switch self {
        case .simulated(let backend): backend
        case .elsewhere: nil
        case .gated(let gated): gated.backend
        }
    }

    /// The simulator; nil where what there is cannot be told what to do.
    var simulator: Backend? {
        if case .simulated(let backend) = self { backend } else { nil }
    }

    /// What somebody said that names of cases stand for.
    var given: [String: String] {
        switch self {
        case .simulated: [:]
        case .elsewhere(let remote): remote.given
        case .gated(let gated): gated.given
        }
    }

    /// Where a session finds the providers; to be left when it is over.
    func enter() -> ProviderPlace {
        switch self {
        case .simulated(let backend):
            ProviderPlace(baseURLs: backend.baseURLs, endpoints: Array(backend.baseURLs.indices))
        case .elsewhere(let remote): ProviderPlace(baseURLs: remote.baseURLs, endpoints: [])
        case .gated(let gated): gated.enter()
        }
    }

    func leave(_ place: ProviderPlace) {
        if case .gated(let gated) = self { gated.leave(place) }
    }
}

/// The endpoints of one session, in the order of the providers.
package struct ProviderPlace: Sendable {
    var number = 0
    package var baseURLs: [String]
    var endpoints: [Int]
}

/// Service providers that somebody else runs, behind gates: each session has gates of its own, by which its requests are
/// known.
package final class GatedProviders: Sendable {
    package let backend: Backend
    /// By name: `software-statement`, and `user` and `password` for MVPDs that have no login of their own.
    package let given: [String: String]
    private let logins: [String: Login]
    /// How many there are.
    package let providers: Int
    /// The place that was left longest ago first, so that what comes late to a place is nobody's.
    private let free: Mutex<[Int]>

    /// - Parameters:
    ///   - backend: has as many endpoints for each place as there are providers.
    ///   - logins: by MVPD.
    package init(_ backend: Backend, providers: Int, given: [String: String], logins: [String: Login]) {
        self.backend = backend
        self.providers = providers
        self.given = given
        self.logins = logins
        free = Mutex(Array(0..<(backend.baseURLs.count / max(1, providers))))
    }

    /// So many places are never all taken, where so many cases are under way at once.
    package static func places(forJobs jobs: Int) -> Int { max(8, 4 * jobs) }

    package func enter() -> ProviderPlace {
        let number = free.withLock { free in
            precondition(!free.isEmpty, "there are more places than sessions")
            return free.removeFirst()
        }
        let endpoints = (number * providers)..<((number + 1) * providers)
        return ProviderPlace(number: number, baseURLs: Array(backend.baseURLs[endpoints]), endpoints: Array(endpoints))
    }

    package func leave(_ place: ProviderPlace) {
        free.withLock { $0.append(place.number) }
    }

    package func login(at mvpd: String?) -> Login? { mvpd.flatMap { logins[$0] } }
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

extension Scenario {
    /// The same at the endpoints of a place.
    package func at(_ place: ProviderPlace) -> Scenario {
        var there = self
        for index in there.providers.indices { there.providers[index].endpoint = place.endpoints[index] }
        return there
    }
}
