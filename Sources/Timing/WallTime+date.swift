extension WallTime {
    /// A date in UTC.
    package struct Date: Sendable, Hashable {
        package var year: Int
        package var month: Int
        package var day: Int
        package var hour: Int
        package var minute: Int
        package var second: Int
    }

    /// In the Gregorian calendar; no earlier than 0000-03-01.
    package var date: Date {
        let seconds = (milliseconds - (milliseconds % 1_000 + 1_000) % 1_000) / 1_000
        let rest = Int((seconds % 86_400 + 86_400) % 86_400)
        let (year, month, day) = Self.civil(Int((seconds - Int64(rest)) / 86_400))
        return Date(
            year: year, month: month, day: day, hour: rest / 3_600, minute: rest / 60 % 60, second: rest % 60)
    }

    /// `2025-11-21 06:48:23 UTC`.
    package var text: String {
        let date = date
        let day = "\(date.year)-\(Self.padded(date.month))-\(Self.padded(date.day))"
        return day + " \(Self.padded(date.hour)):\(Self.padded(date.minute)):\(Self.padded(date.second)) UTC"
    }

    private static func padded(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    /// The date of a day counted from 1970-01-01: years of 400-year eras that begin in March.
    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
