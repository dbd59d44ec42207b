/// That more came than somebody could keep up with: a result, with the rate that was sustained.
package struct Overload: Sendable, Hashable {
    /// Who had no more to give.
    package enum Party: String, Sendable, Hashable, CaseIterable {
        case port
        case generator
        case backend
        case machine
        /// That of concurrent iterations, where the service providers took nearly all of their time.
        case limit
    }

    /// Iterations a second that were due, and that were completed, without the baseline's: from the end of the warm-up to
    /// the last arrival.
    package var offered: Double
    package var sustained: Double
    /// How it showed, in sentences without their full stops.
    package var signs: [String]
    /// Who was saturated first, and what shows it.
    package var saturated: Party
    package var evidence: String

    package init(offered: Double, sustained: Double, signs: [String], saturated: Party, evidence: String) {
        (self.offered, self.sustained, self.signs) = (offered, sustained, signs)
        (self.saturated, self.evidence) = (saturated, evidence)
    }
}
