import Documents
package import LoadResults
import Timing

extension ProcessUsage {
    /// Of the process with that identifier, or of this one; blocks.
    ///
    /// Nil where the system does not tell.
    package static func read(_ process: Int32? = nil) -> ProcessUsage? {
        let folder = "/proc/\(process.map(String.init) ?? "self")"
        guard let bytes = try? File.read(folder + "/stat") else { return nil }
        // The name of the program, in parentheses, may have anything in it.
        let text = String(decoding: bytes, as: UTF8.self)
        guard let name = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: name)...].split(separator: " ")
        guard fields.count > 21, let user = Int64(fields[11]), let system = Int64(fields[12]),
            let threads = Int(fields[17]), let pages = Int(fields[21])
        else { return nil }
        let descriptors = (try? Folder.descriptors(folder + "/fd")) ?? 0
        return ProcessUsage(
            processorTime: .milliseconds((user + system) * 10), residentBytes: pages * 4_096, threads: threads,
            descriptors: descriptors)
    }
}

/// What the whole machine did so far, from `/proc/stat`.
package struct MachineUsage: Sendable {
    package var busy: Duration
    package var idle: Duration
    package var processors: Int

    package static func read() -> MachineUsage? {
        guard let bytes = try? File.read("/proc/stat") else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard let fields = lines.first?.split(separator: " ").dropFirst().compactMap({ Int64($0) }), fields.count > 7
        else { return nil }
        let idle = fields[3] + fields[4]
        let all = fields.prefix(8).reduce(0, +)
        return MachineUsage(
            busy: .milliseconds((all - idle) * 10), idle: .milliseconds(idle * 10),
            processors: lines.count { $0.hasPrefix("cpu") } - 1)
    }

    package static func - (later: MachineUsage, earlier: MachineUsage) -> MachineUsage {
        MachineUsage(
            busy: later.busy - earlier.busy, idle: later.idle - earlier.idle, processors: later.processors)
    }

    /// From 0 to 1.
    package var share: Double {
        let all = busy + idle
        return all > .zero ? busy / all : 0
    }
}
