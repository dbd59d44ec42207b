internal import Timing

/// How long a process has not answered the pings by which it is watched.
struct Heartbeat: Sendable {
    /// An answer may take so long without any of it being lost.
    private static let free = Duration.milliseconds(100)

    private var lost = Duration.zero
    private var asked: MonotonicTime?

    mutating func ask(at time: MonotonicTime) {
        asked = time
    }

    mutating func answer(at time: MonotonicTime) {
        lost = total(at: time)
        asked = nil
    }

    /// With the ping that is on its way.
    func total(at time: MonotonicTime) -> Duration {
        guard let asked, time - asked > Self.free else { return lost }
        return lost + (time - asked - Self.free)
    }
}
