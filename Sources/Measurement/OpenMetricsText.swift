/// Metrics as OpenMetrics 1.0 text, which Prometheus and similar tools read.
package struct OpenMetricsText {
    package enum Kind: String, Sendable, Hashable {
        case counter
        case gauge
        case summary
        case info
    }

    package struct Label: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    private var lines = ""
    private var families: Set<String> = []
    private var family = ""

    package init() {}

    /// Everything so far, and the end that the format asks for.
    package var text: String { lines + "# EOF\n" }

    /// Begins a family of metrics; its name ends with its unit, where it has one.
    package mutating func begin(_ name: String, _ kind: Kind, unit: String? = nil, help: String) {
        precondition(Self.isName(name) && families.insert(name).inserted, "'\(name)' is no new name of metrics")
        precondition(unit.map { name.hasSuffix("_" + $0) } ?? true, "'\(name)' does not end with its unit")
        family = name
        lines += "# TYPE \(name) \(kind.rawValue)\n"
        if let unit { lines += "# UNIT \(name) \(unit)\n" }
        lines += "# HELP \(name) \(Self.escaped(help))\n"
    }

    /// Adds a number to the family that was begun last; counters have the suffix `_total`.
    package mutating func add(_ value: Double, suffix: String = "", labels: [Label] = []) {
        precondition(!family.isEmpty, "a number belongs to a family")
        lines += family + suffix
        if !labels.isEmpty {
            let pairs = labels.map { label in
                precondition(Self.isName(label.name), "'\(label.name)' is no name of a label")
                return "\(label.name)=\"\(Self.escaped(label.value))\""
            }
            lines += "{" + pairs.joined(separator: ",") + "}"
        }
        lines += " \(Self.number(value))\n"
    }

    /// Adds a histogram of nanoseconds to a summary in seconds: some quantiles, the count and the sum.
    package mutating func add(_ histogram: Histogram, quantiles: [Double], labels: [Label] = []) {
        for quantile in quantiles {
            guard let value = histogram.significantValue(at: 100 * quantile) else { continue }
            add(Double(value) / 1e9, labels: labels + [Label("quantile", Self.number(quantile))])
        }
        add(Double(histogram.count), suffix: "_count", labels: labels)
        add(histogram.mean * Double(histogram.count) / 1e9, suffix: "_sum", labels: labels)
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return value == value.rounded() && value.magnitude < 1e15 ? "\(Int64(value))" : "\(value)"
    }

    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
