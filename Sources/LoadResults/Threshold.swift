import Documents
import Timing

/// A condition on the figures of a run: `completion.p99 < 50ms`, `overhead[16].p99 < 5ms` for fan-outs to 16 providers,
/// `violations == 0`, `conclusive >= 90%`.
package struct Threshold: Sendable, Hashable, CustomStringConvertible {
    package enum Comparison: String, Sendable, Hashable, CaseIterable {
        case less = "<"
        case lessOrEqual = "<="
        case equal = "=="
        case greaterOrEqual = ">="
        case greater = ">"

        func holds(_ left: Double, _ right: Double) -> Bool {
            switch self {
            case .less: left < right
            case .lessOrEqual: left <= right
            case .equal: left == right
            case .greaterOrEqual: left >= right
            case .greater: left > right
            }
        }
    }

    /// What of a distribution of times is compared.
    package enum Statistic: Sendable, Hashable {
        /// From 0 to 100.
        case percentile(Double)
        case maximum
        case mean
    }

    package enum Quantity: Sendable, Hashable {
        /// Of all iterations, or of those to so many service providers.
        case time(Phase, Statistic, providers: Int?)
        case figure(Figure)
    }

    /// What is a single number.
    package enum Figure: String, Sendable, Hashable, CaseIterable {
        /// Findings of the verification.
        case violations
        /// The share of contested MVPDs whose provider the evidence decides.
        case conclusive
        /// The share of iterations that did not come to their end.
        case errors
        /// Arrivals that found too many iterations under way.
        case dropped
        /// Iterations completed in a second, without the baseline's.
        case rate
        /// Iterations completed.
        case iterations

        /// Whether it is written in percent.
        var isShare: Bool { self == .conclusive || self == .errors }
    }

    package var quantity: Quantity
    package var comparison: Comparison
    /// Nanoseconds, a share from 0 to 1, or a number.
    package var bound: Double
    /// How many times the earlier run's value the bound is: `overhead.p99 <= earlier * 1.1`; nil where it is by itself.
    package var factor: Double?
    package var text: String

    package var description: String { text }

    package var isOnTimes: Bool { if case .time = quantity { true } else { false } }

    /// - Parameter bound: what it is held against.
    func holds(_ value: Double, against bound: Double) -> Bool { comparison.holds(value, bound) }
}

extension Threshold {
    /// Why a text is none, in words that follow its place.
    package struct Problem: Error, CustomStringConvertible {
        package var description: String
    }

    package init(_ text: String) throws(Problem) {
        let words = text.split(separator: " ").map(String.init)
        let isRelative = words.count == 5 && words[2] == "earlier" && words[3] == "*"
        guard words.count == 3 || isRelative else {
            throw Problem(
                description:
                    "expected a threshold such as 'completion.p99 < 50ms' or 'overhead.p99 <= earlier * 1.1', "
                    + "found '\(text)'")
        }
        guard let comparison = Comparison(rawValue: words[1]) else {
            throw Problem(description: "unknown comparison '\(words[1])'; expected <, <=, ==, >= or >")
        }
        self.comparison = comparison
        self.text = text
        quantity = try Self.quantity(words[0])
        guard isRelative else {
            bound = try Self.bound(words[2], of: quantity)
            return
        }
        bound = 0
        guard let factor = Double(words[4]), factor > 0, factor.isFinite else {
            throw Problem(description: "expected a number such as 1.1 after 'earlier *', found '\(words[4])'")
        }
        self.factor = factor
    }

    private static func quantity(_ text: String) throws(Problem) -> Quantity {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if parts.count == 1, let figure = Figure(rawValue: parts[0]) { return .figure(figure) }
        let (name, providers) = try scale(of: parts[0])
        guard let phase = Phase(rawValue: name) else {
            let names = Phase.allCases.map(\.rawValue) + Figure.allCases.map(\.rawValue)
            let hint = suggestion(for: name, among: names)
            throw Problem(
                description: "unknown quantity '\(name)'"
                    + (hint.isEmpty ? "; expected one of \(names.joined(separator: ", "))" : hint))
        }
        guard parts.count == 2 else {
            throw Problem(description: "'\(text)' has many values; name a statistic, such as '\(text).p99'")
        }
        switch parts[1] {
        case "max": return .time(phase, .maximum, providers: providers)
        case "mean": return .time(phase, .mean, providers: providers)
        default:
            guard parts[1].hasPrefix("p"), let percentile = Double(parts[1].dropFirst()), 0 < percentile,
                percentile < 100
            else {
                throw Problem(
                    description: "unknown statistic '\(parts[1])'; expected p50, p99.9 and so on, max or mean")
            }
            return .time(phase, .percentile(percentile), providers: providers)
        }
    }

    /// `overhead[16]` as `overhead` and 16.
    private static func scale(of text: String) throws(Problem) -> (String, Int?) {
        guard let open = text.firstIndex(of: "[") else { return (text, nil) }
        let number = text[text.index(after: open)...]
        guard number.hasSuffix("]"), let providers = Int(number.dropLast()), providers > 0 else {
            throw Problem(
                description: "expected a number of service providers such as \(text[..<open])[16], found '\(text)'")
        }
        return (String(text[..<open]), providers)
    }

    private static func bound(_ text: String, of quantity: Quantity) throws(Problem) -> Double {
        switch quantity {
        case .time:
            do throws(DurationText.Problem) {
                return try DurationText.parse(text).nanoseconds
            } catch {
                throw Problem(description: error.description)
            }
        case .figure(let figure) where figure.isShare:
            guard text.hasSuffix("%"), let number = Double(text.dropLast()), (0...100).contains(number) else {
                throw Problem(description: "expected a share such as 90%, found '\(text)'")
            }
            return number / 100
        case .figure:
            guard let number = Double(text), number >= 0 else {
                throw Problem(description: "expected a number, found '\(text)'")
            }
            return number
        }
    }
}
