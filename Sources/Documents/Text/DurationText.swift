/// The text form of a duration in files and arguments.
///
/// It is a decimal number and a unit, such as `250ms` or `1.5h`, or several from the largest unit on, as in `2m30s`.
package enum DurationText {
    /// Why a text is no duration, in words that follow the text's place.
    package struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        package var description: String
    }

    private static let units: [(name: String, nanoseconds: Int64)] = [
        ("ms", 1_000_000), ("s", 1_000_000_000), ("m", 60_000_000_000), ("h", 3_600_000_000_000),
        ("d", 86_400_000_000_000),
    ]

    /// Reads `text` exactly, to the nanosecond.
    ///
    /// A number without a unit is a mistake, since nobody can know which.
    package static func parse(_ text: String, allowNegative: Bool = false) throws(Problem) -> Duration {
        let isNegative = text.hasPrefix("-")
        guard !isNegative || allowNegative else {
            throw Problem(description: "a duration cannot be negative here, found '\(text)'")
        }
        var rest = text.utf8.dropFirst(isNegative ? 1 : 0)
        var (sum, last) = (Int64(0), Int64.max)
        repeat {
            let (time, unit) = try first(of: &rest, in: text)
            let (longer, overflow) = sum.addingReportingOverflow(time)
            guard unit < last, !overflow else {
                throw Problem(description: "expected a duration such as 2m30s, found '\(text)'")
            }
            (sum, last) = (longer, unit)
        } while !rest.isEmpty
        return .nanoseconds(isNegative ? -sum : sum)
    }

    /// Takes a number with its unit off, both in nanoseconds.
    private static func first(
        of rest: inout Substring.UTF8View, in text: String
    ) throws(Problem) -> (time: Int64, unit: Int64) {
        let number = rest.prefix { isDigit($0) || $0 == UInt8(ascii: ".") }
        let parts = number.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }) else {
            throw Problem(description: "expected a duration such as 250ms, found '\(text)'")
        }
        let name = String(decoding: rest[number.endIndex...].prefix { !isDigit($0) }, as: UTF8.self)
        guard !name.isEmpty else {
            // Small numbers are meant as seconds.
            let unit = rest.count <= 2 ? "s" : "ms"
            throw Problem(description: "a duration needs a unit (ms, s, m, h or d); did you mean '\(text)\(unit)'?")
        }
        guard let unit = units.first(where: { $0.name == name }) else {
            throw Problem(description: "unknown unit '\(name)' of a duration; the units are ms, s, m, h and d")
        }
        guard let nanoseconds = nanoseconds(parts, unit: unit.nanoseconds) else {
            throw Problem(description: "the duration '\(text)' is too long or too finely divided")
        }
        rest = rest.dropFirst(number.count + name.utf8.count)
        return (nanoseconds, unit.nanoseconds)
    }

    private static func nanoseconds(_ parts: [Substring.UTF8View.SubSequence], unit: Int64) -> Int64? {
        guard let whole = Int64(Substring(parts[0])) else { return nil }
        let (product, overflow) = whole.multipliedReportingOverflow(by: unit)
        guard !overflow else { return nil }
        guard parts.count == 2 else { return product }
        var fraction: Int64 = 0
        var place = unit
        for digit in parts[1] {
            guard place % 10 == 0 else {
                guard digit == UInt8(ascii: "0") else { return nil }
                continue
            }
            place /= 10
            fraction += place * Int64(digit - UInt8(ascii: "0"))
        }
        let (sum, overflows) = product.addingReportingOverflow(fraction)
        return overflows ? nil : sum
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
