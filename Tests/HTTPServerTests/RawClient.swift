import POSIX

/// A client that sends the bytes it is given and shows the bytes it gets.
struct RawClient: ~Copyable {
    private(set) var socket: FileDescriptor
    private var received: [UInt8] = []
    /// How the stream ended, once it has.
    private(set) var end: Transferred?

    /// A read that has to wait longer than this is a failed test, not a slow one.
    init(_ server: SocketAddress) throws {
        socket = try .connected(to: server)
        socket.setReceiveTimeout(seconds: 20)
    }

    func send(_ text: String) {
        send(Array(text.utf8))
    }

    func send(_ bytes: [UInt8]) {
        var position = 0
        while position < bytes.count {
            guard case .bytes(let count) = socket.send(bytes, [], secondEnd: 0, from: position) else { return }
            position += count
        }
    }

    func endSending() {
        socket.shutDownWriting()
    }

    mutating func close() {
        socket.close()
    }

    mutating func reset() {
        socket.reset()
    }

    /// The next `count` bytes, or fewer when the stream ends before.
    mutating func receive(_ count: Int) -> String {
        String(decoding: receiveBytes(count), as: UTF8.self)
    }

    mutating func receiveBytes(_ count: Int) -> [UInt8] {
        while received.count < count, receiveMore() {}
        let bytes = Array(received.prefix(count))
        received.removeFirst(bytes.count)
        return bytes
    }

    /// Everything until the stream ends.
    mutating func receiveAll() -> String {
        while receiveMore() {}
        defer { received = [] }
        return String(decoding: received, as: UTF8.self)
    }

    /// The head of the next response, with its empty line.
    mutating func receiveHead() -> String {
        var searched = 0
        while true {
            if received.count >= searched + 4 {
                for index in searched..<received.count - 3
                where received[index..<index + 4].elementsEqual([13, 10, 13, 10]) {
                    return receive(index + 4)
                }
                searched = received.count - 3
            }
            guard receiveMore() else { return receive(received.count) }
        }
    }

    /// The next response, read as its Content-Length says.
    mutating func receiveResponse() -> (head: String, body: String) {
        let head = receiveHead()
        for line in head.split(separator: "\r\n") where line.hasPrefix("Content-Length: ") {
            return (head, receive(Int(line.dropFirst("Content-Length: ".count)) ?? 0))
        }
        return (head, "")
    }

    /// Whether a byte, or the end, arrives within so many milliseconds.
    mutating func hasBytes(within milliseconds: Int) -> Bool {
        guard received.isEmpty else { return true }
        socket.setReceiveTimeout(milliseconds: milliseconds)
        defer { socket.setReceiveTimeout(seconds: 20) }
        if receiveMore() { return true }
        guard end == .blocked else { return true }
        end = nil
        return false
    }

    private mutating func receiveMore() -> Bool {
        guard end == nil else { return false }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let outcome = socket.read(into: &buffer)
        guard case .bytes(let count) = outcome else {
            end = outcome
            return false
        }
        received += buffer[..<count]
        return true
    }
}
