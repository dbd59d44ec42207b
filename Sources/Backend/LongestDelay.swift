/// The most that a fault or a latency keeps a reply from whoever asked.
package enum LongestDelay {
    /// What replies have at the most that contracts slow down: configurations of a few MVPDs.
    private static let bytes = 2_048

    /// Nil where there is no end to it; nothing where the text is neither a fault nor a latency, or breaks the reply at once.
    package static func of(_ text: String) -> Duration? {
        if let fault = Fault(text) {
            return switch fault {
            case .stall: nil
            case .slow(let count, let pause): pause * ((bytes + count - 1) / count)
            default: .zero
            }
        }
        return switch Latency(text) {
        case nil: .zero
        case .fixed(let delay): delay
        case .uniform(_, let most): most
        case .each(let delays): delays.max() ?? .zero
        case .exponential(let mean): mean * 20
        case .lognormal(_, let p99): p99 * 10
        }
    }
}
