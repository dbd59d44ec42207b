internal import Timing

/// How far the time of day was from the monotonic clock at one moment.
struct DayTime {
    /// A clock that is only steered drifts by less than this in any case; one that was set jumps by more.
    private static let steering: Int64 = 500

    private let distance = Self.distance

    /// Whether somebody set the machine's clock since.
    var hasJumped: Bool { abs(Self.distance - distance) > Self.steering }

    /// In milliseconds.
    private static var distance: Int64 { WallTime.now().milliseconds - MonotonicTime.now().nanoseconds / 1_000_000 }
}
