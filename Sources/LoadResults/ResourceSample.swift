/// What a process takes from the machine, as Linux tells of it.
package struct ProcessUsage: Sendable {
    /// Of all its threads so far, in user and system mode.
    package var processorTime: Duration
    package var residentBytes: Int
    package var threads: Int
    package var descriptors: Int

    package init(processorTime: Duration, residentBytes: Int, threads: Int, descriptors: Int) {
        self.processorTime = processorTime
        self.residentBytes = residentBytes
        self.threads = threads
        self.descriptors = descriptors
    }
}

/// The use of resources at one moment of a run.
package struct ResourceSample: Sendable {
    /// Since the start of the run.
    package var time: Duration
    package var generator: ProcessUsage
    package var backend: ProcessUsage?
    /// How much of the machine has been busy since the sample before, from 0 to 1.
    package var machine: Double

    package init(time: Duration, generator: ProcessUsage, backend: ProcessUsage?, machine: Double) {
        self.time = time
        self.generator = generator
        self.backend = backend
        self.machine = machine
    }
}
