internal import Timing

/// The issue times of media tokens, which alone tell those of one login and resource apart (AE-STO-009).
///
/// Tokens print them to the second. Where the present second is taken, one before all that were given stands in.
struct IssueTimes: Sendable {
    private var given: [String: (first: Int64, last: Int64)] = [:]

    mutating func next(for subject: String, at now: WallTime) -> WallTime {
        let present = now.milliseconds / 1_000
        guard var seconds = given[subject] else {
            given[subject] = (present, present)
            return now
        }
        let isFree = present > seconds.last
        if isFree { seconds.last = present } else { seconds.first -= 1 }
        given[subject] = seconds
        return isFree ? now : WallTime(milliseconds: seconds.first * 1_000)
    }
}
