internal import CKernel
internal import Glibc
internal import Synchronization

/// The process groups of programs that were started and have not ended, so that none outlives this process.
package final class LivingGroups: Sendable {
    package static let shared = LivingGroups()

    private let groups = Mutex<Set<Int32>>([])

    func add(_ group: Int32) {
        groups.withLock { _ = $0.insert(group) }
    }

    /// Kills what is left of a group, whose number is still its own: nobody has waited for its first process.
    func end(_ group: Int32) {
        groups.withLock { groups in
            groups.remove(group)
            kill(-group, SIGKILL)
        }
    }

    /// From now on whatever a program of ours leaves behind is a child of this process, even if it has made itself a group
    /// of its own.
    package func adoptOrphans() {
        _ = kernel_adopt_orphans()
    }

    /// Kills every group, and the orphans that were adopted; for the very end of this process.
    package func killAll() {
        for group in groups.withLock({ $0 }) { kill(-group, SIGKILL) }
        // What dies leaves children of its own to us; so many generations are enough for anybody.
        for _ in 0..<16 {
            let children = Self.children
            guard !children.isEmpty else { return }
            for child in children { kill(child, SIGKILL) }
            for child in children { _ = waitpid(child, nil, 0) }
        }
    }

    /// The processes whose parent this one is.
    private static var children: [Int32] {
        guard let stream = unsafe opendir("/proc") else { return [] }
        defer { unsafe closedir(stream) }
        var children: [Int32] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            // The second is the parent.
            if let number = Int32(name), number > 1, let fields = processFields(in: "/proc/\(number)"),
                fields.count > 1, Int32(fields[1]) == getpid()
            {
                children.append(number)
            }
        }
        return children
    }
}
