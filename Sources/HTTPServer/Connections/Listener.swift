internal import POSIX

/// One of the server's listening sockets.
final class Listener {
    let endpoint: Int
    /// Whether its connections are plain although others speak TLS.
    let isPlain: Bool
    let number: Int32
    let port: UInt16
    var socket: FileDescriptor

    init(_ address: SocketAddress, endpoint: Int, isPlain: Bool = false) throws(SystemError) {
        socket = try .listening(on: address)
        // The connections inherit both.
        socket.disableDelay()
        socket.disablePacing()
        number = socket.raw
        port = socket.localPort
        self.endpoint = endpoint
        self.isPlain = isPlain
    }
}
