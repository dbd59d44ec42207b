package import AccessEnabler
package import AccessEnablerAPI
internal import PortWrapping

/// A port that is wrong in a known way, so that the suite can show that it notices.
package struct Mutant: Sendable, Identifiable {
    package enum Kind: Sendable, Hashable {
        /// Does nothing that could be right.
        case degenerate
        /// Ends its process; to be run as a process of its own.
        case crashing
        /// The reference with one rule broken.
        case oneRule
    }

    /// What contracts call it in `kills`, and the command line as `mutant:ID`.
    package let id: String
    /// What it does wrong, in one sentence without a full stop.
    package let title: String
    /// The statements it breaks; empty for ports that break nearly all.
    package let cites: [String]
    /// The rules of every trace that it breaks and that no statement stands for, such as `no-crosstalk`.
    package private(set) var checks: [String] = []
    /// In how many of its sessions it errs: 1 in all, 0.01 in one of a hundred.
    package private(set) var rate = 1.0
    /// The mutant that it is when it errs, where that is another.
    package private(set) var original: String?
    package let kind: Kind
    /// Makes the port over a network that the caller keeps; one that is no reference speaks to nobody.
    package let make: @Sendable (any Network, Wire) -> any Port

    /// Makes the port over a network of its own.
    ///
    /// Throws where the HTTP client cannot be started.
    package func port(over wire: Wire = .sdk) throws(PortError) -> any Port {
        make(try CurlNetwork(), wire)
    }

    /// The reference, changed by what `mutate` puts around each session.
    static func mutant(
        _ id: String, _ title: String, _ cites: [String], checks: [String] = [],
        _ mutate: @escaping @Sendable (Stage, inout Mutation) -> Void
    ) -> Mutant {
        Mutant(id: id, title: title, cites: cites, checks: checks, kind: .oneRule) {
            WrappedPort(id: id, network: $0, wire: $1, limits: .ofMutants, mutate: mutate)
        }
    }
}

extension Mutant {
    /// All of them: degenerate ports first, then mutants by subject.
    package static let all: [Mutant] = [
        degenerate, calls, merge, configuration, queue, checks, authentication, selection, navigation, completion,
        statuses,
        options, authorization, preauthorization, logout, storage, metadata, tracking, reports, devices, filters,
        secondScreen, platform, picker, releases, applications, isolation, lateness, data, leftovers, late,
        characters, chance,
    ].flatMap(\.self)

    package static func named(_ id: String) -> Mutant? {
        all.first { $0.id == id }
    }
}

extension TimeLimits {
    /// No mutant pauses by itself for longer than half a second, so that one which is silent for a second is not waiting
    /// for anything that would have come (``Idleness`` in the evidence).
    fileprivate static let ofMutants: TimeLimits = {
        var limits = TimeLimits.underTest
        limits.configurationGrace = .milliseconds(400)
        return limits
    }()
}
