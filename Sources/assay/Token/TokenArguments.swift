import Timing
import Tokens

extension TokenKind: ArgumentWord {}

/// The time at which a token must be valid.
struct TokenMoment: ArgumentValue, Hashable {
    /// Nil: any time will do.
    var time: WallTime?

    /// `now`, `any`, milliseconds since 1970, or a date as tokens or ISO 8601 write it.
    init(argument: String) throws(InvalidValue) {
        switch argument {
        case "now": time = .now()
        case "any": time = nil
        default:
            guard let time = Self.time(argument) else {
                throw InvalidValue(
                    message: "expected now, any, milliseconds since 1970 or a date such as 2026-01-01T00:00:00Z, "
                        + "found '\(argument)'")
            }
            self.time = time
        }
    }

    private static func time(_ text: String) -> WallTime? {
        if let milliseconds = Int64(text), milliseconds >= 0 { return WallTime(milliseconds: milliseconds) }
        let date = TokenDate(text, form: .issue) ?? TokenDate(text, form: .expiry)
        return date?.instant() ?? WallTime(iso8601: text)
    }
}

extension WallTime {
    /// Of `2026-01-01T00:00:00Z` or `2026-01-01T02:00:00.5+02:00`.
    init?(iso8601 text: String) {
        // The form of issue times but for a few characters.
        var iso = text.replacing("T", with: " ")
        if iso.hasSuffix("Z") { iso = iso.dropLast() + "+0000" }
        guard let sign = iso.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return nil }
        let parts = iso[..<sign].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let zone = iso[sign...].replacing(":", with: "")
        guard let date = TokenDate("\(parts[0]) \(zone)", form: .issue),
            let fraction = parts.count < 2 ? 0 : Double("0.\(parts[1])"), fraction < 1
        else { return nil }
        self = date.instant() + .milliseconds(Int64((fraction * 1_000).rounded()))
    }
}

/// The life spans a media token may have: `7m`, or `5m..7m`.
struct LifetimeRange: ArgumentValue, Hashable {
    var milliseconds: ClosedRange<Int64>

    init(argument: String) throws(InvalidValue) {
        let ends = argument.replacing("..", with: "\u{0}").split(separator: "\u{0}", omittingEmptySubsequences: false)
        var bounds: [Int64] = []
        for end in ends {
            bounds.append(try Duration(argument: String(end)).wholeMilliseconds)
        }
        guard (1...2).contains(bounds.count), let first = bounds.first, let last = bounds.last, first <= last else {
            throw InvalidValue(message: "expected a duration such as 7m, or two such as 5m..7m, found '\(argument)'")
        }
        milliseconds = first...last
    }
}

extension LifetimeRange? {
    /// In milliseconds, as the validator takes it.
    var bounds: ClosedRange<Int64>? { self?.milliseconds }
}
