/// What fan-outs to one number of providers took, in nanoseconds.
package struct ScaleStep: Sendable, Hashable {
    /// How many providers were asked.
    package var providers: Int
    /// From the call to the first merge.
    package var firstMerge = Histogram()
    /// From the call to the end of configuration.
    package var completion = Histogram()
    /// From the call to the last byte of the slowest provider.
    package var limit = Histogram()
    /// From that last byte to the end of configuration.
    package var overhead = Histogram()
    /// Completion less what the slowest provider itself took: late requests are in it.
    package var added = Histogram()
    /// Completion of raw fan-outs without an implementation, measured beside it: the floor.
    package var floor = Histogram()
    /// What those added to what the slowest provider took.
    package var floorAdded = Histogram()
    /// The mean durations of what completion is made of, in their order: from the call to the last request, the
    /// providers, the network, the merge, the callback.
    package var parts: [Part] = []
    /// Opened for one fan-out, in the mean; nil where nobody counted.
    package var connections: Double?

    package struct Part: Sendable, Hashable {
        package var name: String
        /// Mean, in nanoseconds.
        package var mean: Double

        package init(name: String, mean: Double) {
            self.name = name
            self.mean = mean
        }
    }

    package init(providers: Int) {
        self.providers = providers
    }
}

extension LoadReport {
    /// How the median of something grows with the number of providers, in nanoseconds; nil with fewer than two
    /// numbers of providers at which it was measured.
    package func fit(_ what: KeyPath<ScaleStep, Histogram>, at percentile: Double = 50) -> Fit? {
        Fit(scale.map { ($0.providers, $0[keyPath: what]) }, at: percentile)
    }
}
