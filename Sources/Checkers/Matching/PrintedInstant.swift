import AccessEnablerAPI
internal import Timing

/// An instant as ports may print it; the documents name no form.
///
/// Year, month and day, then hours, minutes and seconds, with any signs between them, then an offset from UTC such as
/// `+0200`, `Z` or none; or day, name of the month and year, as RFC 1123 has it; or seconds or milliseconds since 1970.
///
/// What is not of the years from 2000 to 2999 is no instant: -1 and 0 stand for none, and small numbers for the time that is left.
struct PrintedInstant: Sendable, Hashable {
    let time: WallTime

    init?(_ value: Value) {
        switch value {
        case .int(let number): self.init(sinceEpoch: ForeignInteger(number))
        case .double(let number) where number.magnitude < 1e15: self.init(sinceEpoch: ForeignInteger(Int64(number)))
        case .string(let text): self.init(text)
        default: return nil
        }
        guard Self.milliseconds.contains(time.milliseconds) else { return nil }
    }

    /// Of the years from 2000 to 2999, in any offset.
    private static let milliseconds: Range<Int64> = 946_598_400_000..<32_503_766_400_000

    private init(milliseconds: Int64) {
        time = WallTime(milliseconds: milliseconds)
    }

    /// Seconds, or milliseconds where seconds would be thousands of years away.
    private init(sinceEpoch number: ForeignInteger) {
        let seconds: Int64? = number.within(-100_000_000_000...100_000_000_000)
        time = seconds.map { WallTime(milliseconds: $0 * 1_000) } ?? number.date
    }

    private init?(_ text: String) {
        if let number = ForeignInteger(text) {
            self.init(sinceEpoch: number)
            return
        }
        var parts = text.split { !$0.isASCII || !$0.isNumber }
        if let month = Self.month(named: text), parts.count >= 5, parts[1].count == 4 {
            parts.replaceSubrange(0...1, with: [parts[1], Substring(String(month)), parts[0]])
        }
        guard parts.count >= 6, parts[0].count == 4, parts[1...5].allSatisfy({ $0.count <= 2 }) else { return nil }
        let numbers = parts.prefix(6).compactMap { Int64($0) }
        guard numbers.count == 6, numbers[3] < 24, numbers[4] < 60, numbers[5] <= 60,
            let days = WallTime.dayNumber(year: numbers[0], month: numbers[1], day: numbers[2])
        else { return nil }
        let time = numbers[3] * 3_600 + numbers[4] * 60 + numbers[5]
        self.init(milliseconds: (days * 86_400 + time - Self.offset(text[parts[5].endIndex...])) * 1_000)
    }

    /// Of `Fri, 18 Mar 2011 00:29:34 GMT`.
    private static func month(named text: String) -> Int? {
        WallTime.months.firstIndex { text.contains($0) }.map { $0 + 1 }
    }

    /// Seconds east of UTC: four digits after the last sign, with or without a colon.
    private static func offset(_ text: Substring) -> Int64 {
        guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return 0 }
        let digits = text[text.index(after: sign)...].filter { $0 != ":" }
        guard digits.count == 4, let number = Int64(digits) else { return 0 }
        return (number / 100 * 3_600 + number % 100 * 60) * (text[sign] == "-" ? -1 : 1)
    }
}
