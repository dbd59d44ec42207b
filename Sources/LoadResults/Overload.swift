/// That more came than somebody could keep up with: a result, with the rate that was sustained.
package struct Overload: Sendable, Hashable {
    /// Who had no more to give.
    package enum Party: String, Sendable, Hashable, CaseIterable {
        case port
        case generator
        case backend
        case machine
    }

    /// Iterations a second that were due, and that came to their end, from the end of the warm-up to the last arrival.
    package var offered: Double
    package var sustained: Double
    /// How it showed, in sentences without their full stops.
    package var signs: [String]
    /// Who was saturated first, and what shows it.
    package var saturated: Party
    package var evidence: String

    package init(offered: Double, sustained: Double, signs: [String], saturated: Party, evidence: String) {
        self.offered = offered
        self.sustained = sustained
        self.signs = signs
        self.saturated = saturated
        self.evidence = evidence
    }
}
