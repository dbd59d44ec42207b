internal import Documents

extension Latency {
    /// Reads `20ms` or `uniform(5ms, 20ms)`; nil for anything else.
    package init?(_ text: String) {
        guard text.hasPrefix("uniform("), text.hasSuffix(")") else {
            guard let delay = Self.duration(text) else { return nil }
            self = .fixed(delay)
            return
        }
        let ends = text.dropFirst("uniform(".count).dropLast().split(separator: ",").map { part in
            Self.duration(String(part.drop { $0 == " " }))
        }
        guard ends.count == 2, let low = ends[0], let high = ends[1], low <= high else { return nil }
        self = .uniform(low, high)
    }

    private static func duration(_ text: String) -> Duration? {
        try? DurationText.parse(text, allowNegative: false)
    }
}
