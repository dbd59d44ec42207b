package import Evidence

/// What a run came to.
package struct RunResult: Sendable {
    /// In the order of the cases.
    package var verdicts: [Verdict]
    package var figures: RunFigures
    /// Why not every case was run, where the port could not be had any more, or nothing came of any case.
    package var stop: String?
    /// How many cases were not run because no instance of the kind they need was ever made.
    package var unopened = 0
    /// What became of the cases that failed when they were run again, round by round.
    package var retries: [Verdict] = []
}
