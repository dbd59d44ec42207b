internal import Documents
internal import Timing

extension Latency: CustomStringConvertible {
    /// Reads what ``description`` writes: `20ms`, `uniform(5ms, 20ms)`, `each(5ms, 10ms)` for one after the other,
    /// `exponential(5ms)` with this mean, or `lognormal(5ms, 50ms)` with this median and this 99th percentile.
    package init?(_ text: String) {
        guard let open = text.firstIndex(of: "(") else {
            guard let delay = try? DurationText.parse(text) else { return nil }
            self = .fixed(delay)
            return
        }
        guard text.hasSuffix(")") else { return nil }
        let parts = text[text.index(after: open)...].dropLast().split(
            separator: ",", omittingEmptySubsequences: false)
        let delays = parts.compactMap { part in try? DurationText.parse(String(part.drop { $0 == " " })) }
        guard delays.count == parts.count else { return nil }
        switch text[..<open] {
        case "uniform" where delays.count == 2 && delays[0] <= delays[1]: self = .uniform(delays[0], delays[1])
        case "each": self = .each(delays)
        case "exponential" where delays.count == 1: self = .exponential(delays[0])
        case "lognormal" where delays.count == 2 && .zero < delays[0] && delays[0] <= delays[1]:
            self = .lognormal(median: delays[0], p99: delays[1])
        default: return nil
        }
    }

    /// What keeps a text from being a latency, in words; nil when nothing does.
    package static func problem(of text: String) -> String? {
        guard Latency(text) == nil else { return nil }
        return "'\(text)' is no latency; write 20ms, uniform(5ms, 20ms), each(5ms, 10ms), exponential(5ms) or "
            + "lognormal(5ms, 50ms) for the median and the p99"
    }

    package var description: String {
        switch self {
        case .fixed(let delay): Self.text(delay)
        case .uniform(let low, let high): "uniform(\(Self.text(low)), \(Self.text(high)))"
        case .exponential(let mean): "exponential(\(Self.text(mean)))"
        case .lognormal(let median, let p99): "lognormal(\(Self.text(median)), \(Self.text(p99)))"
        case .each(let delays): "each(\(delays.map(Self.text).joined(separator: ", ")))"
        }
    }

    private static func text(_ duration: Duration) -> String {
        let exact = duration.milliseconds
        return exact == exact.rounded() ? "\(Int(exact))ms" : "\(exact)ms"
    }
}
