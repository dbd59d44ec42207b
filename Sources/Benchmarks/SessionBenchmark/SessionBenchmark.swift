import Timing

/// Measures what must be quick, each beside what bounds it from below.
@main struct SessionBenchmark {
    static func main() async throws {
        try await measure()
    }
}

/// Rounds are interleaved and medians taken, so that a machine that is busy for a moment does not decide.
nonisolated func measure() async throws {
    let sessions = try GatedSessions(specs: "Specs")
    var alone: [Double] = []
    var baselines: [Double] = []
    var rates: [Double] = []
    var failures = 0
    for _ in 0..<5 {
        let single = try await sessions.run(rounds: 5, jobs: 1)
        alone.append(single.millisecondsPerSession)
        let baseline = try await GatedSessions.baseline(requests: single.requests)
        baselines.append(baseline.milliseconds / Double(single.sessions))
        let many = try await sessions.run(rounds: 50, jobs: 64)
        rates.append(many.sessionsPerSecond)
        failures += single.failures + many.failures
    }
    let (session, baseline, rate) = (median(alone), median(baselines), median(rates))
    print("gated session of three providers, every binding probed, judged (medians of 5)")
    print("  alone              \(rounded(session)) ms")
    print("  its requests alone \(rounded(baseline)) ms, one after another, by the same client")
    print("  ratio              \(rounded(session / baseline))")
    print("  64 at once         \(Int(rate)) sessions/s")
    print("  not passed         \(failures)")
}

private func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
}

private func rounded(_ value: Double) -> Double {
    (value * 100).rounded() / 100
}
