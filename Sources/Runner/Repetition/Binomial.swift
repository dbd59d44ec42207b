/// Sums over the binomial distribution, exact to rounding.
package enum Binomial {
    /// The probability of at least `successes` in `trials`, each with the probability `rate`.
    package static func tail(_ successes: Int, of trials: Int, rate: Double) -> Double {
        guard successes > 0 else { return 1 }
        guard successes <= trials else { return 0 }
        guard rate > 0 else { return 0 }
        guard rate < 1 else { return 1 }
        // Relative to the likeliest term: `rate` to the power of `trials` may be too small for a Double.
        let likeliest = min(trials, Int(Double(trials + 1) * rate))
        var (all, own, term) = (0.0, 0.0, 1.0)
        for count in likeliest...trials {
            all += term
            if count >= successes { own += term }
            term *= Double(trials - count) / Double(count + 1) * rate / (1 - rate)
        }
        term = 1
        for count in (0..<likeliest).reversed() {
            term *= Double(count + 1) / Double(trials - count) * (1 - rate) / rate
            all += term
            if count >= successes { own += term }
        }
        return own / all
    }

    /// The rate that is so high that so few successes, or fewer, would come with the probability `doubt` only.
    static func highestRate(_ successes: Int, of trials: Int, doubt: Double) -> Double {
        guard successes < trials else { return 1 }
        var (low, high) = (0.0, 1.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if head(successes, of: trials, rate: middle) > doubt { low = middle } else { high = middle }
        }
        return high
    }

    /// The probability of at most `successes`: that of at least all others without.
    private static func head(_ successes: Int, of trials: Int, rate: Double) -> Double {
        tail(trials - successes, of: trials, rate: 1 - rate)
    }
}
