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
    /// For people.
    case text
    /// A line of JSON a second, for programs.
    case json
}

/// A time by the wall clock: seconds since 1970, or `2026-11-23T20:15:00Z`.
struct StartTime: ArgumentValue, Hashable {
    var time: WallTime

    init(argument: String) throws(InvalidValue) {
        guard let milliseconds = Self.seconds(argument) ?? Self.instant(argument) else {
            throw InvalidValue(
                message: "expected seconds since 1970 or a time such as 2026-11-23T20:15:00Z, found '\(argument)'")
        }
        time = WallTime(milliseconds: milliseconds)
    }

    private static func seconds(_ text: String) -> Int64? {
        guard let seconds = Double(text), (0..<253_402_300_800).contains(seconds) else { return nil }
        return Int64((seconds * 1_000).rounded())
    }

    private static func instant(_ text: String) -> Int64? {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].hasSuffix("Z") else { return nil }
        let day = parts[0].split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
        let clock = parts[1].dropLast().split(separator: ":", omittingEmptySubsequences: false)
        guard day.count == 3, let year = day[0], let month = day[1], let date = day[2], clock.count == 3,
            let hour = Int64(clock[0]), let minute = Int64(clock[1]), let second = Double(clock[2]),
            (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(date),
            (0...23).contains(hour), (0...59).contains(minute), (0..<61).contains(second)
        else { return nil }
        let days = WallTime.dayNumber(year: year, month: month, day: date)
        return ((days * 24 + hour) * 60 + minute) * 60_000 + Int64((second * 1_000).rounded())
    }
}

/// A duration that may be less than nothing: `-1.5ms`.
struct SignedDuration: ArgumentValue, Hashable {
    var duration: Duration

    init(_ duration: Duration) {
        self.duration = duration
    }

    init(argument: String) throws(InvalidValue) {
        do throws(DurationText.Problem) {
            duration = try DurationText.parse(argument, allowNegative: true)
        } catch {
            throw InvalidValue(message: error.description)
        }
    }
}
