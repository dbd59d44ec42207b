extension Fault {
    /// What replies have at the most that contracts slow down: configurations of a few MVPDs.
    private static let bytes = 2_048

    /// The most that the fault keeps a reply from whoever asked; nil where there is no end to it.
    package var maxDelay: Duration? {
        switch self {
        case .stall: nil
        case .slow(let count, let pause): pause * ((Self.bytes + count - 1) / count)
        case .refuse, .resetAfterHeaders, .truncate, .status, .refusal, .htmlPage, .malformedXML, .wrongContentType,
            .redirectLoop, .duplicateResponse, .wrongRequestor, .foreignDevice:
            .zero
        }
    }
}

extension Latency {
    /// The most that a reply may take.
    package var maxDelay: Duration {
        switch self {
        case .fixed(let delay): delay
        case .uniform(_, let high): high
        case .each(let delays): delays.max() ?? .zero
        case .exponential(let mean): mean * 20
        case .lognormal(_, let p99): p99 * 10
        }
    }
}
