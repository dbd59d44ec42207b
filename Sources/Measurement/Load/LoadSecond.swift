/// One second of a run.
package struct LoadSecond: Sendable, Hashable {
    /// Visits that were due, begun, and came to their end in it.
    package var offered = 0
    package var started = 0
    package var completed = 0
    package var dropped = 0
    /// Visits that failed in it, by their code.
    package var errors: [String: Int] = [:]
    /// Under way at its end.
    package var inFlight = 0
    /// From when they were due, of the visits that came to their end in it, in nanoseconds.
    package var response = Histogram()
    package var isWarmUp = false
    package var resources = Resources()

    package init() {}

    /// What was used in the second; nil for what nobody measured.
    package struct Resources: Sendable, Hashable {
        /// Processor seconds a second: 1 is one core.
        package var generatorCPU: Double?
        package var implementationCPU: Double?
        package var backendCPU: Double?
        /// Resident memory of the process that the implementation is in, in bytes.
        package var memory: Int?
        package var descriptors: Int?
        package var threads: Int?

        package init() {}
    }
}
