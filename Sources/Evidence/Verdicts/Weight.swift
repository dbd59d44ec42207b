/// What breaking a statement counts for.
package struct Weight: Sendable, Hashable {
    package var profile: Profile
    /// MUST fails a case, SHOULD is a warning, and MAY fails nobody.
    package var level: Level

    package init(_ profile: Profile, _ level: Level) {
        self.profile = profile
        self.level = level
    }

    /// What breaking either of two counts for: no more than each of them bears.
    package func limited(by other: Weight) -> Weight {
        Weight(
            [profile, other.profile].contains(.extensions) ? .extensions : .core,
            Level.allCases.last { $0 == level || $0 == other.level } ?? level)
    }

    /// The least that all of them bear; nil for none.
    package static func least(of weights: some Sequence<Weight>) -> Weight? {
        weights.reduce(nil as Weight?) { least, weight in least?.limited(by: weight) ?? weight }
    }
}
