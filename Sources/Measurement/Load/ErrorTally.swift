/// A way in which visits ended badly.
package struct ErrorTally: Sendable, Hashable {
    /// `connect`, `timeout`, `http-503`, `violation`.
    package var code: String
    package var count: Int
    /// From the beginning of the run.
    package var first: Duration
    package var last: Duration
    /// What one of them said.
    package var sample: String

    package init(code: String, count: Int, first: Duration, last: Duration, sample: String) {
        self.code = code
        self.count = count
        self.first = first
        self.last = last
        self.sample = sample
    }
}
