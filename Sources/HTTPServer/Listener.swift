internal import POSIX

/// One of the server's listening sockets.
final class Listener {
    let endpoint: Int
    let number: Int32
    let port: UInt16
    var socket: FileDescriptor

    init(_ address: SocketAddress, endpoint: Int) throws(SystemError) {
        socket = try .listening(on: address)
        // The connections inherit both.
        socket.disableDelay()
        socket.disablePacing()
        number = socket.raw
        port = socket.localPort
        self.endpoint = endpoint
    }
}
