internal import CKernel
internal import Glibc

// TCP over IPv4. No call here raises SIGPIPE.

extension FileDescriptor {
    /// A socket that listens and does not block; the error of a failure names the address.
    package static func listening(on address: SocketAddress) throws(SystemError) -> FileDescriptor {
        let operation = "listen on \(address)"
        let socket = try make(operation, flags: Int32(SOCK_NONBLOCK.rawValue))
        socket.set(SO_REUSEADDR, in: SOL_SOCKET)
        let bound = unsafe address.withSocketAddress { unsafe bind(socket.raw, $0, $1) }
        guard let bound else { throw SystemError("\(operation), which is no IPv4 address", code: EINVAL) }
        guard bound == 0, listen(socket.raw, 4_096) == 0 else { throw .last(operation) }
        return socket
    }

    /// A socket connected to `address`; waits until the peer has answered, then blocks in reading and writing.
    package static func connected(to address: SocketAddress) throws(SystemError) -> FileDescriptor {
        try connect(to: address, flags: 0)
    }

    /// A socket that does not block and is on its way to `address`; writable once it has arrived or failed
    /// (``pendingError``).
    package static func connecting(to address: SocketAddress) throws(SystemError) -> FileDescriptor {
        try connect(to: address, flags: Int32(SOCK_NONBLOCK.rawValue))
    }

    private static func connect(to address: SocketAddress, flags: Int32) throws(SystemError) -> FileDescriptor {
        let operation = "connect to \(address)"
        let socket = try make(operation, flags: flags)
        let connected = unsafe address.withSocketAddress { unsafe Glibc.connect(socket.raw, $0, $1) }
        guard let connected else { throw SystemError(operation, code: EINVAL) }
        guard connected == 0 || flags != 0 && errno == EINPROGRESS else { throw .last(operation) }
        socket.disableDelay()
        return socket
    }

    /// What became of this socket without anybody's asking, and nobody has been told yet; nil for nothing.
    package var pendingError: Int32? {
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        let outcome = unsafe getsockopt(raw, SOL_SOCKET, SO_ERROR, &code, &length)
        if outcome != 0 { return errno }
        return code == 0 ? nil : code
    }

    private static func make(_ operation: String, flags: Int32) throws(SystemError) -> FileDescriptor {
        let raw = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | flags, 0)
        guard raw >= 0 else { throw .last(operation) }
        return FileDescriptor(owning: raw)
    }

    /// The port this socket is bound to.
    package var localPort: UInt16 {
        unsafe UInt16(bigEndian: endpoint(getsockname)?.sin_port ?? 0)
    }

    /// The IPv4 address of the other end, such as `192.0.2.1`; empty where there is none.
    package var peerHost: String {
        guard let address = unsafe endpoint(getpeername) else { return "" }
        let number = UInt32(bigEndian: address.sin_addr.s_addr)
        return "\(number >> 24).\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)"
    }

    /// What the system says that one end is.
    private func endpoint(
        _ ask: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> sockaddr_in? {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let outcome = unsafe withUnsafeMutableBytes(of: &address) { bytes in
            guard let start = bytes.baseAddress else { return Int32(-1) }
            return unsafe ask(raw, start.assumingMemoryBound(to: sockaddr.self), &length)
        }
        return outcome == 0 ? address : nil
    }

    /// What an attempt to take a waiting connection came to.
    package enum Accepted: Sendable, Hashable {
        /// A connection that does not block, to be owned by the caller.
        case connection(Int32)
        case noneWaiting
        /// This process or the system has no descriptors left; the connection waits.
        case noDescriptors
    }

    /// Takes the next waiting connection of a listening socket.
    package func accept() -> Accepted {
        while true {
            let raw = kernel_accept(self.raw)
            if raw >= 0 { return .connection(raw) }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EMFILE, ENFILE, ENOBUFS, ENOMEM:
                Shortage.note(errno, "accept a connection")
                return .noDescriptors
            default: return .noneWaiting
            }
        }
    }

    /// Reads what is there of a connection into `buffer`, as `read(into:)` does, but sooner.
    package func receive(into buffer: inout [UInt8]) -> Transferred {
        unsafe buffer.withUnsafeMutableBytes { buffer in
            Transferred { unsafe recv(raw, buffer.baseAddress, buffer.count, 0) }
        }
    }

    /// Asks for the oldest congestion control, which lets bytes leave when they are written; newer ones pace them.
    ///
    /// Connections inherit it from the socket that listens.
    package func disablePacing() {
        let name = Array("reno".utf8)
        _ = unsafe setsockopt(raw, Int32(IPPROTO_TCP), TCP_CONGESTION, name, socklen_t(name.count))
    }

    /// Small writes leave at once (TCP_NODELAY).
    package func disableDelay() {
        set(TCP_NODELAY, in: Int32(IPPROTO_TCP))
    }

    /// How many bytes of this connection the peer's kernel has not acknowledged; nil when that cannot be told.
    package var unacknowledgedBytes: Int? {
        let bytes = kernel_unacknowledged(raw)
        return bytes < 0 ? nil : Int(bytes)
    }

    /// Ends our half: the peer sees the end of the stream after the bytes written so far.
    package func shutDownWriting() {
        _ = shutdown(raw, Int32(SHUT_WR))
    }

    /// Ends both halves, and whatever waits in reading or writing; the descriptor stays ours.
    package func shutDown() {
        _ = shutdown(raw, Int32(SHUT_RDWR))
    }

    /// Closes so that the peer sees a reset; bytes not yet acknowledged are lost.
    package mutating func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        _ = unsafe setsockopt(raw, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    /// A read that waits longer fails with `EAGAIN`, that is `blocked`.
    package func setReceiveTimeout(seconds: Int = 0, milliseconds: Int = 0) {
        var time = timeval(tv_sec: seconds + milliseconds / 1_000, tv_usec: milliseconds % 1_000 * 1_000)
        _ = unsafe setsockopt(raw, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    private func set(_ option: Int32, in level: Int32) {
        var value: Int32 = 1
        _ = unsafe setsockopt(raw, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Writes `first` from `start`, then `second` up to `secondEnd`, with one system call.
    ///
    /// `start` counts through both, so that a caller continues where an earlier call ended.
    package func send(_ first: [UInt8], _ second: [UInt8], secondEnd: Int, from start: Int) -> Transferred {
        unsafe first.withUnsafeBytes { first in
            unsafe second.withUnsafeBytes { second in
                let skipped = max(0, start - first.count)
                let head = unsafe UnsafeRawBufferPointer(rebasing: first[min(start, first.count)...])
                let body = unsafe UnsafeRawBufferPointer(rebasing: second[skipped..<secondEnd])
                if unsafe body.isEmpty { return unsafe send(head) }
                if unsafe head.isEmpty { return unsafe send(body) }
                return unsafe send(head, body)
            }
        }
    }

    /// Writes as many of the bytes as there is room for.
    package func send(_ bytes: UnsafeRawBufferPointer) -> Transferred {
        Transferred { unsafe Glibc.send(raw, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
    }

    private func send(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Transferred {
        let vectors: InlineArray<2, iovec> = unsafe [
            iovec(iov_base: UnsafeMutableRawPointer(mutating: first.baseAddress), iov_len: first.count),
            iovec(iov_base: UnsafeMutableRawPointer(mutating: second.baseAddress), iov_len: second.count),
        ]
        var message = unsafe msghdr()
        return unsafe vectors.span.withUnsafeBufferPointer { vectors in
            unsafe message.msg_iov = UnsafeMutablePointer(mutating: vectors.baseAddress)
            unsafe message.msg_iovlen = vectors.count
            return Transferred { unsafe sendmsg(raw, &message, Int32(MSG_NOSIGNAL)) }
        }
    }
}
