internal import Glibc
internal import Synchronization

/// That the machine ran out of resources for this process, told wherever a system call says so.
///
/// What happens meanwhile says nothing about anybody else.
package enum Shortage {
    private static let count = Atomic(0)
    private static let last = Mutex("")

    /// How often it has happened; two equal readings have none between them.
    package static var occurrences: Int { count.load(ordering: .relaxed) }

    /// A sentence without a subject, such as `had no more descriptors: accept a connection`.
    package static var reason: String { last.withLock { $0 } }

    /// Takes note of an error of the system, if it is one of these.
    package static func note(_ code: Int32, _ operation: String) {
        let what: String
        switch code {
        case EMFILE, ENFILE: what = "descriptors"
        case ENOMEM, ENOBUFS: what = "memory"
        case EAGAIN: what = "threads or processes"
        case EADDRNOTAVAIL: what = "ports"
        case ENOSPC: what = "room"
        default: return
        }
        last.withLock { $0 = "had no more \(what): \(operation)" }
        count.wrappingAdd(1, ordering: .relaxed)
    }

    /// Looks for itself, after an error that does not say what it came of.
    package static func look(_ operation: String) {
        let copy = dup(STDIN_FILENO)
        if copy >= 0 { close(copy) } else { note(errno, operation) }
    }
}
