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

    /// In the Gregorian calendar, which also counts what was before it.
    package var date: Date {
        let (days, rest) = Self.floored(milliseconds, by: 86_400_000)
        let (year, month, day) = Self.civil(days)
        let second = Int(rest / 1_000)
        return Date(
            year: year, month: month, day: day, hour: second / 3_600, minute: second / 60 % 60, second: second % 60)
    }

    /// `2025-11-21 06:48:23 UTC`.
    package var text: String {
        let date = date
        let day = "\(date.year)-\(Self.padded(date.month))-\(Self.padded(date.day))"
        return day + " \(Self.padded(date.hour)):\(Self.padded(date.minute)):\(Self.padded(date.second)) UTC"
    }

    /// `Fri, 21 Nov 2025 06:48:23 GMT`, as HTTP has it (RFC 9110, 5.6.7).
    package var httpDate: String {
        let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let parts = text.split(separator: " ")
        let weekday = Self.floored(Self.floored(milliseconds, by: 86_400_000).quotient, by: 7).rest
        return
            "\(days[Int(weekday)]), \(parts[0].suffix(2)) \(Self.months[date.month - 1]) \(date.year) "
            + "\(parts[1]) GMT"
    }

    package static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Reads what ``httpDate`` writes; nil for anything else, the two older forms among it.
    package init?(httpDate text: some StringProtocol) {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = Int64(parts[1]),
            let month = Self.months.firstIndex(where: { $0 == parts[2] }), let year = Int64(parts[3]),
            (1970...9999).contains(year), let days = Self.dayNumber(year: year, month: Int64(month + 1), day: day)
        else { return nil }
        let clock = parts[4].split(separator: ":").compactMap { Int($0) }
        guard clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]), (0...60).contains(clock[2])
        else { return nil }
        let seconds = Int64(clock[0] * 3_600 + clock[1] * 60 + clock[2])
        self.init(milliseconds: (days * 86_400 + seconds) * 1_000)
    }

    private static func padded(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    /// Days since 1970-01-01 in the Gregorian calendar, counted in eras of 400 years that begin in March.
    ///
    /// Nil for a day that it does not have, such as the 31st of February.
    package static func dayNumber(year: Int64, month: Int64, day: Int64) -> Int64? {
        guard month >= 1, month <= 12, day >= 1, day <= days(in: month, of: year) else { return nil }
        let (era, yearOfEra) = floored(month <= 2 ? year - 1 : year, by: 400)
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func days(in month: Int64, of year: Int64) -> Int64 {
        if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
        return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
    }

    /// A division that rounds down, for what was before 1970.
    package static func floored(_ number: Int64, by divisor: Int64) -> (quotient: Int64, rest: Int64) {
        let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }

    /// The date of a day counted from 1970-01-01: years of 400-year eras that begin in March.
    private static func civil(_ days: Int64) -> (year: Int, month: Int, day: Int) {
        let (era, rest) = floored(days + 719_468, by: 146_097)
        let dayOfEra = Int(rest)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + Int(era) * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
