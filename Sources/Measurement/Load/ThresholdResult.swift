/// A threshold of the profile, and whether it was met.
package struct ThresholdResult: Sendable, Hashable {
    /// As the profile has it: `completion.p99 < 50ms`.
    package var text: String
    /// What was measured, with its unit; or why it could not be.
    package var measured: String
    /// nil where there was too little to say.
    package var isMet: Bool?

    package init(text: String, measured: String, isMet: Bool?) {
        self.text = text
        self.measured = measured
        self.isMet = isMet
    }
}
