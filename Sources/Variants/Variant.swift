package import AccessEnabler
package import AccessEnablerAPI
internal import PortWrapping

/// A port that is right, and different from the reference where the documents leave a choice.
///
/// The suite must not fail it.
package struct Variant: Sendable, Identifiable {
    /// What the command line calls it as `variant:ID`.
    package let id: String
    /// What it does otherwise, in one sentence without a full stop.
    package let title: String
    /// Why the documents allow it, in one sentence without a full stop.
    package let reason: String
    /// The statements and ambiguities that leave the choice; empty where the documents are silent.
    package let grounds: [String]
    /// Whether it leaves out what only sister documents have, so that it is right in the profile `core` alone.
    package let isCoreOnly: Bool
    /// Whether the whole catalogue takes a minute or more with it, because it waits where the reference does not.
    package let isSlow: Bool
    private let traits: Traits

    /// In what it differs.
    struct Traits: Sendable {
        var limits: @Sendable (inout TimeLimits) -> Void = { _ in }
        /// The features of the adapter that it does without.
        var lacks: Set<PortFeature> = []
        var mutate: @Sendable (Stage, inout Mutation) -> Void = { _, _ in }

        func within(_ outer: Traits) -> Traits {
            Traits(
                limits: { [self] limits in
                    self.limits(&limits)
                    outer.limits(&limits)
                }, lacks: lacks.union(outer.lacks),
                mutate: { [self] stage, mutation in
                    var inside = Mutation()
                    self.mutate(stage, &inside)
                    var outside = Mutation()
                    outer.mutate(stage, &outside)
                    mutation = inside.within(outside)
                })
        }
    }

    private init(
        _ id: String, _ title: String, _ reason: String, _ grounds: [String], isCoreOnly: Bool, isSlow: Bool,
        _ traits: Traits
    ) {
        self.id = id
        self.title = title
        self.reason = reason
        self.grounds = grounds
        self.isCoreOnly = isCoreOnly
        self.isSlow = isSlow
        self.traits = traits
    }

    init(
        _ id: String, _ title: String, because reason: String, _ grounds: [String] = [], isCoreOnly: Bool = false,
        isSlow: Bool = false,
        _ mutate: @escaping @Sendable (Stage, inout Mutation) -> Void
    ) {
        self.init(id, title, reason, grounds, isCoreOnly: isCoreOnly, isSlow: isSlow, Traits(mutate: mutate))
    }

    /// One that waits otherwise, or shows the suite less.
    init(
        _ id: String, _ title: String, because reason: String, _ grounds: [String] = [], isSlow: Bool = false,
        lacks: Set<PortFeature> = [], limits: @escaping @Sendable (inout TimeLimits) -> Void = { _ in }
    ) {
        self.init(
            id, title, reason, grounds, isCoreOnly: false, isSlow: isSlow, Traits(limits: limits, lacks: lacks))
    }

    /// Makes the port over a network that the caller keeps, with a folder for storages that are to outlive it.
    package func port(over network: any Network, storage: String? = nil) -> any Port {
        var limits = TimeLimits.underTest
        traits.limits(&limits)
        return WrappedPort(
            id: id, network: network, storage: storage, limits: limits, lacks: traits.lacks, mutate: traits.mutate)
    }

    /// Both at once: this one is nearer to the reference.
    package func and(_ other: Variant) -> Variant {
        Variant(
            "\(id)+\(other.id)", "\(title); \(other.title)", "\(reason); \(other.reason)",
            grounds + other.grounds.filter { !grounds.contains($0) }, isCoreOnly: isCoreOnly || other.isCoreOnly,
            isSlow: isSlow || other.isSlow, traits.within(other.traits))
    }
}

extension Variant {
    /// All of them, by subject.
    package static let all: [Variant] = [
        connections, repetition, options, protocols, pace, sequence, configuration, login, readings, reports,
        metadata, authorization, adapters,
    ].flatMap(\.self)

    /// The variant of that ID, or of several with `+` between; nil where there is none.
    package static func named(_ id: String, among all: [Variant] = Variant.all) -> Variant? {
        var combined: Variant?
        for part in id.split(separator: "+", omittingEmptySubsequences: false) {
            guard let next = all.first(where: { $0.id == part }) else { return nil }
            combined = combined?.and(next) ?? next
        }
        return combined
    }
}
