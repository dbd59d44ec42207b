internal import Timing

/// How long a service provider takes to answer, counted from the last byte of the request.
package enum Latency: Sendable, Hashable {
    case fixed(Duration)
    /// Anything from the first to the second, each as likely.
    case uniform(Duration, Duration)
    /// One for each request in turn; the last for all that follow.
    case each([Duration])

    /// The delay of the request with this number, counted from 0.
    func delay(request number: Int, random: inout SplitMix64) -> Duration {
        switch self {
        case .fixed(let delay):
            return delay
        case .uniform(let low, let high):
            let span = max(0, (high - low).wholeNanoseconds)
            return low + .nanoseconds(Int64.random(in: 0...span, using: &random))
        case .each(let delays):
            guard let last = delays.last else { return .zero }
            return number < delays.count ? delays[number] : last
        }
    }
}
