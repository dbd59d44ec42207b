/// How a case is repeated whose verdict hangs on evidence that can be false.
package struct RepetitionPlan: Sendable, Hashable {
    /// How often, at the most; 0 for never.
    package var trials: Int
    /// How long after each reply the port is left alone before round trips are taken for evidence.
    ///
    /// Longer than in the first session, so that a port which is merely slow has the time it needs.
    package var pause: Duration

    package init(trials: Int = 50, pause: Duration = .milliseconds(80)) {
        self.trials = trials
        self.pause = pause
    }

    /// The least time that makes evidence of round trips.
    static let minPause = Duration.milliseconds(20)
}
