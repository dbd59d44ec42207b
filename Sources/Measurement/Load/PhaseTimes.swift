/// How long one phase of the visits took, in nanoseconds.
package struct PhaseTimes: Sendable, Hashable {
    /// `completion`, `first-merge`, `authentication`, `authorization`, `media-token`.
    package var name: String
    /// From when the visit was due: what a user feels.
    package var response: Histogram
    /// From the call that began it: what the implementation and those it asks took.
    package var service: Histogram
    /// From the call to the last byte that had to be waited for: what no implementation could beat; empty where
    /// nobody knows it.
    package var limit: Histogram
    /// From that last byte to the end.
    package var overhead: Histogram

    package init(
        name: String, response: Histogram = .init(), service: Histogram = .init(), limit: Histogram = .init(),
        overhead: Histogram = .init()
    ) {
        self.name = name
        self.response = response
        self.service = service
        self.limit = limit
        self.overhead = overhead
    }
}
