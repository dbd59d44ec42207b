internal import Documents
internal import Timing

extension Latency: CustomStringConvertible {
    /// Reads what ``description`` writes: `20ms`, `uniform(5ms, 20ms)`, or `each(5ms, 10ms)` for one after the other.
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
        default: return nil
        }
    }

    /// What keeps a text from being a latency, in words; nil when nothing does.
    package static func problem(of text: String) -> String? {
        Latency(text) == nil ? "'\(text)' is no latency; write 20ms, uniform(5ms, 20ms) or each(5ms, 10ms)" : nil
    }

    package var description: String {
        switch self {
        case .fixed(let delay): Self.text(delay)
        case .uniform(let low, let high): "uniform(\(Self.text(low)), \(Self.text(high)))"
        case .each(let delays): "each(\(delays.map(Self.text).joined(separator: ", ")))"
        }
    }

    private static func text(_ duration: Duration) -> String {
        let exact = duration.milliseconds
        return exact == exact.rounded() ? "\(Int(exact))ms" : "\(exact)ms"
    }
}
