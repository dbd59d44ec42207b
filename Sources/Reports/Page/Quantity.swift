internal import Documents
internal import Glibc
internal import Timing

/// Numbers with their units as people read them.
enum Quantity {
    /// A duration in nanoseconds, to three digits: `850 ns`, `12.3 µs`, `4.56 ms`, `1.2 s`, `3 min 20 s`.
    static func duration(_ nanoseconds: Double) -> String {
        let size = nanoseconds.magnitude
        return switch size {
        case ..<999.5: "\(Decimals.text(nanoseconds, places: 0)) ns"
        case ..<999_500: "\(short(nanoseconds / 1e3)) µs"
        case ..<999_500_000: "\(short(nanoseconds / 1e6)) ms"
        case ..<119_500_000_000: "\(short(nanoseconds / 1e9)) s"
        default: minutes(nanoseconds)
        }
    }

    static func duration(_ nanoseconds: Int64) -> String { duration(Double(nanoseconds)) }

    static func duration(_ duration: Duration) -> String { self.duration(duration.nanoseconds) }

    private static func minutes(_ nanoseconds: Double) -> String {
        let seconds = Int(exactly: (nanoseconds / 1e9).rounded()) ?? .max
        return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds / 60) min \(seconds % 60) s"
    }

    /// As many digits, without zeros at the end.
    static func short(_ number: Double, digits: Int = 3) -> String {
        var places = digits - 1
        var limit = 10.0
        let rounding = 1 - 0.5 * pow(10, -Double(digits))
        while places > 0, number.magnitude >= limit * rounding {
            places -= 1
            limit *= 10
        }
        var text = Decimals.text(number, places: places)
        guard text.contains(".") else { return text }
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return text
    }

    /// `12,345`.
    static func count(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var grouped = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { grouped += "," }
            grouped.append(digit)
        }
        return number < 0 ? "-" + grouped : grouped
    }

    /// A share from 0 to 1: `0 %`, `0.4 %`, `99.97 %`, `100 %`; never 0 or 100 for what only rounds to it.
    static func share(_ share: Double) -> String {
        guard share > 0, share < 1 else { return share <= 0 ? "0 %" : "100 %" }
        let percent = 100 * share
        if percent < 0.005 { return "< 0.01 %" }
        if percent > 99.995 { return "> 99.99 %" }
        return "\(percent > 99 || percent < 1 ? Decimals.text(percent, places: 2) : short(percent)) %"
    }

    static func bytes(_ number: Double) -> String {
        switch number.magnitude {
        case ..<1e3: "\(short(number)) B"
        case ..<1e6: "\(short(number / 1e3)) kB"
        case ..<1e9: "\(short(number / 1e6)) MB"
        default: "\(short(number / 1e9)) GB"
        }
    }

    /// A rate or another number that need not be whole.
    static func number(_ number: Double) -> String {
        number.magnitude < 1_000 ? short(number) : Int(exactly: number.rounded()).map(count) ?? short(number)
    }
}
