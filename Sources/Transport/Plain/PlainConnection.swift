internal import POSIX
internal import Timing

/// A connection without TLS, and the exchange it is in.
///
/// Belongs to the loop's thread.
final class PlainConnection {
    let target: PlainTarget
    var socket: FileDescriptor
    /// Whether the other end has answered.
    var isConnected = false
    /// Whether an exchange went over it before the one it is in.
    var isUsed = false
    /// Nil while it waits for its next exchange.
    var transfer: PlainTransfer?
    /// When its last exchange ended.
    var idleSince = MonotonicTime(nanoseconds: 0)

    init(_ target: PlainTarget, _ socket: consuming FileDescriptor, _ transfer: PlainTransfer) {
        self.target = target
        self.socket = socket
        self.transfer = transfer
    }

    /// Sends what the kernel has room for.
    func send() -> Transferred {
        guard let transfer else { return .blocked }
        let request = transfer.request
        let outcome = socket.send(
            request.head, request.body, secondEnd: request.body.count, from: transfer.sent)
        if case .bytes(let count) = outcome { self.transfer?.noteSent(count) }
        return outcome
    }
}
