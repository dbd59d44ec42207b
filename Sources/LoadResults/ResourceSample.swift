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
    /// Of all processes of the implementation together, and how many there are; nil where it has none of its own.
    package var port: ProcessUsage?
    package var portProcesses = 0
    /// How much of the machine has been busy since the sample before, from 0 to 1.
    package var machine: Double
    /// How much of it a hypervisor gave to others since then, from 0 to 1.
    package var stolen = 0.0
    /// How many threads of the whole machine wanted a processor.
    package var runnable = 0
    /// Memory that is left to whoever asks for it, in bytes; nil where the system does not tell.
    package var freeMemory: Int?
    /// The longest that a thread which only sleeps was kept waiting since the sample before.
    package var stall = Duration.zero

    package init(time: Duration, generator: ProcessUsage, backend: ProcessUsage?, machine: Double) {
        self.time = time
        self.generator = generator
        self.backend = backend
        self.machine = machine
    }
}
