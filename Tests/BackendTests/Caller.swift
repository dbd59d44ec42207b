import POSIX

/// A client with one connection, which shows what it gets byte by byte.
final class Caller {
    private let socket: FileDescriptor
    private let host: String
    private var received: [UInt8] = []
    /// How the stream ended, once it has.
    private(set) var end: Transferred?

    /// A read that has to wait for half a minute is a failed test, not a slow one.
    init(_ baseURL: String) throws {
        host = String(baseURL.dropFirst("http://".count))
        let parts = host.split(separator: ":")
        socket = try .connected(to: SocketAddress(host: String(parts[0]), port: UInt16(parts[1]) ?? 0))
        socket.setReceiveTimeout(seconds: 30)
    }

    func send(
        _ method: String, _ target: String, headers: [(String, String)] = [], form: [(String, String)] = [],
        body: String = ""
    ) {
        let body = form.isEmpty ? body : form.map { "\($0)=\(encode($1))" }.joined(separator: "&")
        var text = "\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        if method == "POST" || method == "PUT" || !body.isEmpty { text += "Content-Length: \(body.utf8.count)\r\n" }
        sendRaw(text + "\r\n" + body)
    }

    /// Sends these very bytes.
    func sendRaw(_ text: String) {
        let bytes = Array(text.utf8)
        var position = 0
        while position < bytes.count, case .bytes(let count) = socket.send(bytes, [], secondEnd: 0, from: position) {
            position += count
        }
    }

    func get(_ target: String, headers: [(String, String)] = []) -> Response {
        send("GET", target, headers: headers)
        return receive()
    }

    func post(
        _ target: String, headers: [(String, String)] = [], form: [(String, String)] = [], body: String = ""
    ) -> Response {
        send("POST", target, headers: headers, form: form, body: body)
        return receive()
    }

    /// The next response; a broken one has what came of it.
    func receive() -> Response {
        var response = receiveHeadAlone()
        while received.count < response.length, receiveMore() {}
        let body = received.prefix(response.length)
        received.removeFirst(body.count)
        response.body = Array(body)
        return response
    }

    /// The next response to a HEAD: it has a length, but no body.
    func receiveHeadAlone() -> Response {
        var response = Response()
        let head = receiveHead().split(separator: "\r\n")
        guard let first = head.first else { return response }
        response.status = Int(first.split(separator: " ")[1]) ?? 0
        for line in head.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            let value = String(parts[1].drop { $0 == " " })
            response.headers[parts[0].lowercased()] = value
            if parts[0].lowercased() == "set-cookie" { response.cookies.append(value) }
        }
        response.length = Int(response.headers["content-length"] ?? "") ?? 0
        return response
    }

    /// Whether nothing more comes before the stream ends.
    func receivesNothing() -> Bool {
        while receiveMore() {}
        return received.isEmpty
    }

    private func receiveHead() -> String {
        while true {
            if let end = received.indices.dropLast(3).first(where: { received[$0...].starts(with: [13, 10, 13, 10]) }) {
                defer { received.removeFirst(end + 4) }
                return String(decoding: received[..<end], as: UTF8.self)
            }
            guard receiveMore() else { return "" }
        }
    }

    private func receiveMore() -> Bool {
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

/// A response, or as much of it as came.
struct Response {
    /// Zero when none came.
    var status = 0
    /// By name in lower case.
    var headers: [String: String] = [:]
    /// The values of Set-Cookie.
    var cookies: [String] = []
    /// What Content-Length says.
    var length = 0
    var body: [UInt8] = []

    var text: String { String(decoding: body, as: UTF8.self) }
    var location: String { headers["location"] ?? "" }
}

/// Percent-encodes everything but letters and digits.
func encode(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
        let character = Character(UnicodeScalar(byte))
        if byte < 128, character.isLetter || character.isNumber {
            encoded.append(character)
        } else {
            encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
    }
    return encoded
}
