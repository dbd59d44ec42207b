import Documents
import Glibc

package enum LoadText {
    /// Nanoseconds as milliseconds with three significant digits: `1.23 ms`, `0.0412 ms`, `1230 ms`.
    package static func milliseconds(_ nanoseconds: Double) -> String {
        "\(significant(nanoseconds / 1e6)) ms"
    }

    package static func milliseconds(_ nanoseconds: Int64) -> String { milliseconds(Double(nanoseconds)) }

    /// A share as `93.2%` or `99.97%`; never 0 or 100 for what only rounds to it.
    package static func percent(_ share: Double) -> String {
        for scale in [10.0, 100] {
            let percent = (share * 100 * scale).rounded() / scale
            guard [0, 100].contains(percent), percent != share * 100 else {
                return (Int(exactly: percent).map { "\($0)" } ?? "\(percent)") + "%"
            }
        }
        return share < 0.5 ? "<0.01%" : ">99.99%"
    }

    /// What a threshold was held against.
    package static func value(of result: ThresholdOutcome) -> String {
        if result.lacksSamples {
            guard result.samples > 0 else { return "no values" }
            let enough = result.sufficient.map { "; --duration \(Int($0.components.seconds))s would do" } ?? ""
            return "\(result.samples) of at least \(result.needed) values\(enough)"
        }
        guard let value = result.value else { return "nothing was measured" }
        guard result.threshold.factor != nil else { return text(of: value, result) }
        guard let bound = result.bound else {
            return text(of: value, result) + ", and the earlier run has too few values"
        }
        return "\(text(of: value, result)), held against \(text(of: bound, result))"
    }

    private static func text(of value: Double, _ result: ThresholdOutcome) -> String {
        switch result.threshold.quantity {
        case .time where !value.isFinite: return "beyond any time: iterations failed"
        case .time: return milliseconds(value) + (result.isUntrusted ? ", untrusted" : "")
        case .figure(let figure): return figure.isShare ? percent(value) : significant(value)
        }
    }

    /// Three significant digits, without an exponent.
    package static func significant(_ value: Double) -> String {
        guard value != 0, value.isFinite else { return "0" }
        // Nothing is measured to more, and beyond it a power of ten is no number any more.
        let digits = min(max(0, 2 - Int(log10(abs(value)).rounded(.down))), 15)
        return Decimals.text(value, places: digits)
    }
}
