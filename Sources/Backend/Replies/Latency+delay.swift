internal import Glibc
import Evidence
import ServiceProtocol
internal import Timing

extension Latency {
    /// The delay of the request with this number, counted from 0.
    func delay(request number: Int, random: inout SeededRandom) -> Duration {
        switch self {
        case .fixed(let delay):
            return delay
        case .uniform(let low, let high):
            let span = max(0, (high - low).wholeNanoseconds)
            return low + .nanoseconds(Int64.random(in: 0...span, using: &random))
        case .each(let delays):
            guard let last = delays.last else { return .zero }
            return number < delays.count ? delays[number] : last
        case .exponential(let mean):
            let unit = Double.random(in: 0..<1, using: &random)
            return .nanoseconds(clamping: mean.nanosecondCount * min(20, -log(1 - unit)))
        case .lognormal(let median, let p99):
            let spread = log(p99.nanosecondCount / median.nanosecondCount) / Self.normalP99
            return .nanoseconds(clamping: median.nanosecondCount * exp(spread * min(6, random.normal())))
        }
    }

    /// Of the normal distribution with mean 0 and deviation 1.
    private static let normalP99 = 2.326_347_874_040_841
}

extension Duration {
    fileprivate var nanosecondCount: Double { Double(wholeNanoseconds) }
}

extension SeededRandom {
    /// Of the normal distribution with mean 0 and deviation 1 (Box and Muller).
    fileprivate mutating func normal() -> Double {
        let radius = Double.random(in: 0..<1, using: &self)
        let angle = Double.random(in: 0..<1, using: &self)
        return (-2 * log(1 - radius)).squareRoot() * cos(2 * .pi * angle)
    }
}
