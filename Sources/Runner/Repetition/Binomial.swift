/// Sums over the binomial distribution, exact to rounding.
package enum Binomial {
    /// The probability of at least `successes` in `trials`, each with the probability `rate`.
    package static func tail(_ successes: Int, of trials: Int, rate: Double) -> Double {
        guard successes > 0 else { return 1 }
        guard successes <= trials else { return 0 }
        guard rate > 0 else { return 0 }
        guard rate < 1 else { return 1 }
        // From the last term down: for rates that matter none of them is too small for a Double.
        var term = power(rate, trials)
        var sum = term
        var count = trials
        while count > successes {
            term *= Double(count) / Double(trials - count + 1) * (1 - rate) / rate
            sum += term
            count -= 1
        }
        return min(1, sum)
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

    /// The probability of at most `successes`; from the first term up, which is too small for a Double only where all are.
    private static func head(_ successes: Int, of trials: Int, rate: Double) -> Double {
        var term = power(1 - rate, trials)
        var sum = term
        for count in 0..<successes {
            term *= Double(trials - count) / Double(count + 1) * rate / (1 - rate)
            sum += term
        }
        return sum
    }

    private static func power(_ base: Double, _ exponent: Int) -> Double {
        var result = 1.0
        for _ in 0..<exponent { result *= base }
        return result
    }
}
