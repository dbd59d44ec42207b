import Reports
import Timing
import Tokens

/// How many tokens there were, and what became of them.
struct TokenTally {
    private var counts: [TokenResult: Int] = [:]
    private(set) var total = 0

    mutating func take(_ result: TokenResult) {
        counts[result, default: 0] += 1
        total += 1
    }

    var good: Int { counts[.valid] ?? 0 }
    var bad: Int { total - good }

    var summary: String {
        guard bad > 0 else { return "\(Prose.count(total, "token")), all good" }
        let words = counts.filter { $0.key != .valid }.sorted { $0.key < $1.key }.map {
            "\($0.value) \($0.key.rawValue)"
        }
        return "\(Prose.count(total, "token")), \(good) good, \(bad) bad: " + words.joined(separator: ", ")
    }
}

/// A line on the terminal that says how far many tokens have come.
///
/// On standard error, so that it never mixes with what is piped elsewhere; nothing is shown where that is no terminal.
struct TokenProgress {
    private let console: Console
    private let isShown = Console.errorChangesLines
    private var line = ChangingLine()
    private var last: MonotonicTime?

    init(_ console: Console) {
        self.console = console
    }

    mutating func take(_ tally: TokenTally) {
        // The clock is not asked for each of a hundred thousand tokens a second.
        guard isShown, tally.total % 64 == 0 else { return }
        let now = MonotonicTime.now()
        if let last, now - last < .milliseconds(100) { return }
        last = now
        line.show(Self.text(tally), console.errorOut)
    }

    static func text(_ tally: TokenTally) -> String {
        "\(Prose.count(tally.total, "token")), \(tally.bad) bad"
    }

    /// Takes the line away, so that something else can be shown.
    mutating func clear() {
        line.clear(console.errorOut)
    }
}
