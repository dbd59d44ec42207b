import Documents
package import LoadResults
internal import POSIX

extension ProcessUsage {
    /// Of the process with that identifier, or of this one; blocks.
    ///
    /// Nil where the system does not tell.
    package static func read(_ process: Int32? = nil) -> ProcessUsage? {
        let folder = "/proc/\(process.map(String.init) ?? "self")"
        guard let fields = processFields(in: folder), fields.count > 21, let user = Int64(fields[11]),
            let system = Int64(fields[12]),
            let threads = Int(fields[17]), let pages = Int(fields[21])
        else { return nil }
        let descriptors = (try? Folder.descriptors(folder + "/fd")) ?? 0
        // A processor's time of children that have ended is their parent's.
        let ended = (Int64(fields[13]) ?? 0) + (Int64(fields[14]) ?? 0)
        return ProcessUsage(
            processorTime: clockTick * (user + system + (process == nil ? 0 : ended)),
            residentBytes: pages * pageBytes, threads: threads, descriptors: descriptors)
    }
}

extension ProcessUsage {
    /// Of the processes that lead these groups and of all others in the groups; nil where there are none.
    ///
    /// What is started for a run leads a group of its own, and what it starts is in that.
    package static func read(groups: [Int32]) -> ProcessUsage? {
        guard !groups.isEmpty, let names = try? Folder.names(in: "/proc") else { return nil }
        var sum: ProcessUsage?
        for process in names.compactMap({ Int32($0) }) {
            guard groups.contains(process) || group(of: process).map(groups.contains) == true,
                let use = read(process)
            else { continue }
            sum = sum.map { $0.adding(use) } ?? use
        }
        return sum
    }

    private static func group(of process: Int32) -> Int32? {
        processFields(in: "/proc/\(process)").flatMap { $0.count > 2 ? Int32($0[2]) : nil }
    }

    private func adding(_ other: ProcessUsage) -> ProcessUsage {
        ProcessUsage(
            processorTime: processorTime + other.processorTime, residentBytes: residentBytes + other.residentBytes,
            threads: threads + other.threads, descriptors: descriptors + other.descriptors)
    }
}

/// What the whole machine did so far, from `/proc/stat`.
package struct MachineUsage: Sendable {
    package var busy: Duration
    package var idle: Duration
    /// Of the busy time: what a hypervisor gave to others.
    package var stolen = Duration.zero
    package var processors: Int
    /// How many threads want a processor now, this one not counted.
    package var runnable = 0
    /// Memory that is left to whoever asks for it, in bytes.
    package var freeMemory: Int?

    package static func read() -> MachineUsage? {
        guard let bytes = try? File.read("/proc/stat") else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard let fields = lines.first?.split(separator: " ").dropFirst().compactMap({ Int64($0) }), fields.count > 7
        else { return nil }
        let idle = fields[3] + fields[4]
        let all = fields.prefix(8).reduce(0, +)
        let running = lines.first { $0.hasPrefix("procs_running ") }?.split(separator: " ").last.flatMap { Int($0) }
        return MachineUsage(
            busy: clockTick * (all - idle), idle: clockTick * idle, stolen: clockTick * fields[7],
            processors: lines.count { $0.hasPrefix("cpu") } - 1,
            runnable: max(0, (running ?? 1) - 1), freeMemory: memory())
    }

    private static func memory() -> Int? {
        guard let bytes = try? File.read("/proc/meminfo") else { return nil }
        let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            .first { $0.hasPrefix("MemAvailable:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1_024 }
    }

    package static func - (later: MachineUsage, earlier: MachineUsage) -> MachineUsage {
        MachineUsage(
            busy: later.busy - earlier.busy, idle: later.idle - earlier.idle,
            stolen: later.stolen - earlier.stolen, processors: later.processors)
    }

    /// From 0 to 1.
    package var share: Double { share(of: busy) }

    /// From 0 to 1.
    package var stolenShare: Double { share(of: stolen) }

    /// What the kernel counts as idle may decrease.
    private func share(of time: Duration) -> Double {
        let all = busy + idle
        return all > .zero ? min(1, max(0, time / all)) : 0
    }
}
