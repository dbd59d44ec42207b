/// One reason to believe the figures of a run, or not to.
package struct ValidityCheck: Sendable, Hashable {
    package enum Grade: String, Sendable, Hashable, CaseIterable {
        case good
        /// The figures stand, and the reader should know.
        case doubtful
        /// The run is invalid.
        case bad
    }

    /// `schedule lag`.
    package var name: String
    package var grade: Grade
    /// What was seen, and what would be good: `p99 0.4 ms; at most 1 ms`.
    package var detail: String

    package init(name: String, grade: Grade, detail: String) {
        self.name = name
        self.grade = grade
        self.detail = detail
    }
}
