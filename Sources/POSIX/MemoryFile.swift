internal import CKernel
internal import Glibc
internal import Synchronization

/// Bytes in a file that is in memory only, which the kernel sends without copying them; they never change.
///
/// Each holds a descriptor, so there are only so many at a time.
package final class MemoryFile: Sendable {
    private static let most = 128
    private static let open = Atomic(0)

    fileprivate let descriptor: FileDescriptor

    /// Nil where the system has no room for another one.
    package init?(_ bytes: [UInt8]) {
        guard Self.open.add(1, ordering: .relaxed).newValue <= Self.most else {
            Self.open.subtract(1, ordering: .relaxed)
            return nil
        }
        // Subtle: not in its place yet, for with that set the count would go down again in `deinit`.
        let file = FileDescriptor(owning: kernel_memory_file())
        guard file.raw >= 0, file.write(all: bytes) else {
            Self.open.subtract(1, ordering: .relaxed)
            return nil
        }
        descriptor = file
    }

    deinit {
        Self.open.subtract(1, ordering: .relaxed)
    }
}

extension FileDescriptor {
    fileprivate borrowing func write(all bytes: [UInt8]) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.write(raw, $0.baseAddress?.advanced(by: written), bytes.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }

    /// Sends what the file has from `start` up to `end`.
    ///
    /// A peer that is gone raises SIGPIPE, unless that signal is blocked on this thread.
    package borrowing func send(_ file: MemoryFile, from start: Int, to end: Int) -> Transferred {
        while true {
            let count = kernel_send_file(raw, file.descriptor.raw, start, end - start)
            if count >= 0 || errno != EINTR { return Transferred(count: count) }
        }
    }
}
