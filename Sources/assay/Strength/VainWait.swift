import Evidence

/// A step that waited in vain, and whether that was all that was known of it.
struct VainWait: Sendable {
    /// The number of the observation that says so.
    let number: Int
    /// Whether the port had nothing left to do that the step could have waited for.
    let isIdle: Bool

    /// nil where no step waited in vain.
    init?(in observations: [Observation]) {
        let end = observations.lastIndex { observation in
            if case .stepFailed(_, let failure) = observation.event { failure.kind == .timedOut } else { false }
        }
        guard let end else { return nil }
        number = observations[end].sequence
        isIdle = Idleness(observations[..<end]).isProved(for: Idleness.minTime, by: [.barrier, .ping])
    }
}
