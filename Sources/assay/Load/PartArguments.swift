import Documents
import Load
import Timing

extension MachineShare: ArgumentValue {
    init(argument: String) throws(InvalidValue) {
        let numbers = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let number = numbers[0], let count = numbers[1],
            number >= 1, let share = MachineShare(index: number - 1, count: count)
        else { throw InvalidValue(message: "expected a part such as 2/5, found '\(argument)'") }
        self = share
    }
}

/// What is printed while a run goes on.
enum ProgressChoice: String, ArgumentWord {
    case text
    /// A line of JSON a second, for programs.
    case json
}

/// A time by the wall clock: seconds since 1970, or `2026-11-23T20:15:00Z`.
struct StartTime: ArgumentValue, Hashable {
    var time: WallTime

    init(argument: String) throws(InvalidValue) {
        guard let time = Self.seconds(argument) ?? WallTime(iso8601: argument), time.milliseconds >= 0 else {
            throw InvalidValue(
                message: "expected seconds since 1970 or a time such as 2026-11-23T20:15:00Z, found '\(argument)'")
        }
        self.time = time
    }

    private static func seconds(_ text: String) -> WallTime? {
        guard let seconds = Double(text), (0..<253_402_300_800).contains(seconds) else { return nil }
        return WallTime(milliseconds: Int64((seconds * 1_000).rounded()))
    }
}

/// A duration that may be less than nothing: `-1.5ms`.
struct SignedDuration: ArgumentValue, Hashable {
    var duration: Duration

    init(_ duration: Duration) {
        self.duration = duration
    }

    init(argument: String) throws(InvalidValue) {
        duration = try reading { try DurationText.parse(argument, allowNegative: true) }
    }
}
