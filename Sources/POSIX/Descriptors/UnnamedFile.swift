internal import CKernel
internal import Glibc
internal import Synchronization

/// Bytes in a file without a name, which the kernel sends without copying them; they never change.
///
/// The file is one of the temporary folder's, which file systems send from with 5 to 7 % less work than from a file that is
/// in memory only; where there can be none it is such a one. It is gone with this object or the process. Each holds a descriptor, so there are only so many at a time.
package final class UnnamedFile: Sendable {
    private static let maxOpen = 128
    private static let open = Atomic(0)

    fileprivate let descriptor: FileDescriptor

    package static let temporaryFolder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"

    /// Nil where the system has no room for another one.
    package init?(_ bytes: [UInt8], in folder: String = temporaryFolder) {
        guard Self.open.add(1, ordering: .relaxed).newValue <= Self.maxOpen else {
            Self.open.subtract(1, ordering: .relaxed)
            return nil
        }
        // Subtle: not in its place yet, for with that set the count would go down again in `deinit`.
        let file = unsafe Self.filled(kernel_unnamed_file(folder), bytes) ?? Self.filled(kernel_memory_file(), bytes)
        guard let file else {
            Self.open.subtract(1, ordering: .relaxed)
            return nil
        }
        descriptor = FileDescriptor(owning: file)
    }

    /// The new file, with the bytes in it; nil, and gone, where there is none or no room.
    private static func filled(_ new: Int32, _ bytes: [UInt8]) -> Int32? {
        var file = FileDescriptor(owning: new)
        return new >= 0 && writeAll(bytes, to: new) == 0 ? file.release() : nil
    }

    deinit {
        Self.open.subtract(1, ordering: .relaxed)
    }
}

extension FileDescriptor {
    /// Sends what the file has from `start` up to `end`.
    ///
    /// A peer that is gone raises SIGPIPE, unless that signal is blocked on this thread.
    package borrowing func send(_ file: UnnamedFile, from start: Int, to end: Int) -> Transferred {
        while true {
            let count = kernel_send_file(raw, file.descriptor.raw, start, end - start)
            if count >= 0 || errno != EINTR { return Transferred(count: count) }
        }
    }
}
