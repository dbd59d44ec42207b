internal import CKernel
internal import Glibc

/// Wakes one ``EventLoop`` or ``SocketWatch``, from any thread, without waiting.
package final class Waker: Sendable {
    private let descriptor: FileDescriptor

    init() throws(SystemError) {
        let raw = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        guard raw >= 0 else { throw .last("make an event loop's waker") }
        descriptor = FileDescriptor(owning: raw)
    }

    /// For the loop, which watches it.
    var raw: Int32 { descriptor.raw }

    /// Makes the loop call its `woken` soon, or ends the wait; calls before that count as one.
    package func wake() {
        // Never read: edge-triggered, each write is a change of its own, and the counter cannot fill in a lifetime.
        _ = eventfd_write(descriptor.raw, 1)
    }
}
