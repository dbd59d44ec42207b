internal import CKernel
internal import Glibc

/// A number the kernel gave us, owned: it is closed when its owner goes.
package struct FileDescriptor: ~Copyable, Sendable {
    /// Negative once closed.
    package private(set) var raw: Int32

    /// Takes over a descriptor nobody else will close.
    package init(owning raw: Int32) {
        self.raw = raw
    }

    deinit {
        if raw >= 0 { _ = Glibc.close(raw) }
    }

    /// Closes the descriptor now; closing twice does nothing.
    package mutating func close() {
        guard raw >= 0 else { return }
        _ = Glibc.close(raw)
        raw = -1
    }

    /// Gives the descriptor to somebody else to close.
    package mutating func release() -> Int32 {
        exchange(&raw, with: -1)
    }

    /// From now on reading and writing wait until something can be moved.
    package func setBlocking() {
        _ = fcntl(raw, F_SETFL, fcntl(raw, F_GETFL) & ~O_NONBLOCK)
    }

    /// From now on reading and writing answer at once, with `blocked` where they would have waited.
    package func setNonblocking() {
        _ = fcntl(raw, F_SETFL, fcntl(raw, F_GETFL) | O_NONBLOCK)
    }
}

/// What one attempt to move bytes came to.
package enum Transferred: Sendable, Hashable {
    /// How many bytes moved, never none.
    case bytes(Int)
    /// Nothing can move now; the descriptor will become ready.
    case blocked
    /// The other side has ended its half.
    case ended
    /// The connection or pipe is broken, with the value of `errno`.
    case failed(Int32)

    /// The outcome of a read (zero is the end) or write, which is made again where a signal came between.
    init(of call: () -> Int) {
        while true {
            let count = call()
            if count > 0 {
                self = .bytes(count)
            } else if count == 0 {
                self = .ended
            } else {
                let code = errno
                if code == EINTR { continue }
                self = code == EAGAIN || code == EWOULDBLOCK ? .blocked : .failed(code)
            }
            return
        }
    }
}

extension FileDescriptor {
    /// Reads what is there into `buffer`, as much as it has room for.
    package func read(into buffer: inout [UInt8]) -> Transferred {
        unsafe buffer.withUnsafeMutableBytes { buffer in
            Transferred { unsafe Glibc.read(raw, buffer.baseAddress, buffer.count) }
        }
    }

    /// Writes from `bytes`, beginning at `start`, as much as there is room for.
    ///
    /// A pipe nobody reads raises SIGPIPE unless that signal is ignored or blocked on this thread.
    package func write(_ bytes: [UInt8], from start: Int = 0) -> Transferred {
        unsafe bytes.withUnsafeBytes { bytes in
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[start...])
            return Transferred { unsafe Glibc.write(raw, rest.baseAddress, rest.count) }
        }
    }
}

/// Two ends of a pipe, neither of them inherited by children.
package struct Pipe: ~Copyable {
    package var readEnd: FileDescriptor
    package var writeEnd: FileDescriptor

    package init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe kernel_pipe(&ends) == 0 else { throw .last("make a pipe") }
        readEnd = FileDescriptor(owning: ends[0])
        writeEnd = FileDescriptor(owning: ends[1])
    }
}
