package import Evidence
package import Specification

/// The rules by which the runner knows what it waited for and what a case has shown.
///
/// The runner walks and records; what it saw is judged by whoever hands it these.
package struct Judging: Sendable {
    /// Whether an event is meant by a pattern, where names are bound like this.
    package var matches: @Sendable (Pattern, Observation, [String: String]) -> Bool
    /// What is told once more, by sequence number: no step that waits for what comes next means it.
    package var repeated: @Sendable ([Observation]) -> Set<Int>
    /// Concludes from everything the case has seen, in order.
    package var verdict: @Sendable (Case, [Observation], RunHeader) -> Verdict
    /// What is known before anything is run: that a case does not apply or cannot be tested.
    package var exclusion: @Sendable (Case, RunHeader) -> Verdict?

    /// Whether round trips told the truth in a session; nil where it does not show that.
    package var isEvidenceSound: @Sendable (Case, [Observation], RunHeader) -> Bool?

    /// To which provider each MVPD went in a session.
    package var bindings: @Sendable (Case, [Observation], RunHeader) -> [String: String]

    package init(
        matches: @escaping @Sendable (Pattern, Observation, [String: String]) -> Bool,
        repeated: @escaping @Sendable ([Observation]) -> Set<Int>,
        verdict: @escaping @Sendable (Case, [Observation], RunHeader) -> Verdict,
        exclusion: @escaping @Sendable (Case, RunHeader) -> Verdict? = { _, _ in nil },
        isEvidenceSound: @escaping @Sendable (Case, [Observation], RunHeader) -> Bool? = { _, _, _ in nil },
        bindings: @escaping @Sendable (Case, [Observation], RunHeader) -> [String: String] = { _, _, _ in [:] }
    ) {
        self.matches = matches
        self.repeated = repeated
        self.verdict = verdict
        self.exclusion = exclusion
        self.isEvidenceSound = isEvidenceSound
        self.bindings = bindings
    }
}
