import Testing

/// Bytes that are no acceptable request, and the status they are answered with.
struct BadRequest: Sendable, CustomTestStringConvertible {
    let status: Int
    let bytes: String

    var testDescription: String { "\(status) for \(bytes.prefix(80).debugDescription)" }

    private static let host = "Host: h\r\n"
    private static let chunked = "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n"

    /// What is no host, or a port that there is none of.
    private static let hosts = [
        "h/", "h/path", "u@h", "u:p@h", "a, b", "a,b", "a b", "h?q", "h#f", "h:x", "h:65536", "h:-1", "h:8080:1", ":80",
        "[::1", "[]", "[::1]x", "[h]", "<h>", "h\\", "\"h\"", "hé",
        "[:]", "[....]", "h%zz", "h%2",
    ]

    static let all = some + hosts.map { BadRequest(status: 400, bytes: "GET / HTTP/1.1\r\nHost: \($0)\r\n\r\n") }

    private static let some: [BadRequest] = [
        BadRequest(status: 400, bytes: "GET / HTTP/1.1\r\n\r\n"),
        BadRequest(status: 400, bytes: "\u{16}\u{3}\u{1}\u{2}\0\u{1}"),
        BadRequest(status: 400, bytes: "GET / HTTP/1.1\r\n\(host)\(host)\r\n"),
        BadRequest(status: 400, bytes: "GET / HTTP/1.1\n\(host)\n"),
        BadRequest(status: 400, bytes: "GET /\r\n\(host)\r\n"),
        BadRequest(status: 400, bytes: "GET  / HTTP/1.1\r\n\(host)\r\n"),
        BadRequest(status: 400, bytes: "G(T / HTTP/1.1\r\n\(host)\r\n"),
        BadRequest(status: 400, bytes: "GET / HTTP/1.1 \r\n\(host)\r\n"),
        BadRequest(status: 400, bytes: "GET / http/1.1\r\n\(host)\r\n"),
        BadRequest(status: 400, bytes: "GET / HTTP/1.x\r\n\(host)\r\n"),
        BadRequest(status: 400, bytes: "GET /a\u{7f} HTTP/1.1\r\n\(host)\r\n"),
        BadRequest(status: 400, bytes: "GET / HTTP/1.1\r\n\(host)Name : v\r\n\r\n"),
        BadRequest(status: 400, bytes: "GET / HTTP/1.1\r\n\(host) folded\r\n\r\n"),
        BadRequest(status: 400, bytes: "GET / HTTP/1.1\r\n\(host): v\r\n\r\n"),
        BadRequest(status: 400, bytes: "GET / HTTP/1.1\r\n\(host)Name\r\n\r\n"),
        BadRequest(status: 400, bytes: "GET / HTTP/1.1\r\n\(host)Name: a\0b\r\n\r\n"),
        BadRequest(status: 400, bytes: "GET / HTTP/1.1\r\n\(host)Name: a\rb\r\n\r\n"),
        BadRequest(status: 400, bytes: "POST / HTTP/1.1\r\n\(host)Content-Length: \r\n\r\n"),
        BadRequest(status: 400, bytes: "POST / HTTP/1.1\r\n\(host)Content-Length: -1\r\n\r\n"),
        BadRequest(status: 400, bytes: "POST / HTTP/1.1\r\n\(host)Content-Length: +1\r\n\r\n"),
        BadRequest(status: 400, bytes: "POST / HTTP/1.1\r\n\(host)Content-Length: 1, 1\r\n\r\n"),
        BadRequest(status: 400, bytes: "POST / HTTP/1.1\r\n\(host)Content-Length: 1\r\nContent-Length: 2\r\n\r\n"),
        BadRequest(
            status: 400, bytes: "POST / HTTP/1.1\r\n\(host)Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"),
        BadRequest(status: 400, bytes: "POST / HTTP/1.0\r\n\(host)Transfer-Encoding: chunked\r\n\r\n"),
        BadRequest(status: 400, bytes: "\(chunked)\r\n"),
        BadRequest(status: 400, bytes: "\(chunked)x\r\n"),
        BadRequest(status: 400, bytes: "\(chunked)1\r\nabc"),
        BadRequest(status: 400, bytes: "\(chunked)1\na\n"),
        BadRequest(status: 400, bytes: "GET /#f HTTP/1.1\r\n\(host)\r\n"),
        BadRequest(status: 400, bytes: "\(chunked)0\r\nTrailer\r\n\r\n"),
        BadRequest(status: 400, bytes: "\(chunked)0\r\nA: b\r\n folded\r\n\r\n"),
        BadRequest(status: 400, bytes: "\(chunked)0\r\n: b\r\n\r\n"),
        BadRequest(status: 400, bytes: "GET index.html HTTP/1.1\r\n\(host)\r\n"),
        BadRequest(status: 400, bytes: "GET * HTTP/1.1\r\n\(host)\r\n"),
        BadRequest(status: 400, bytes: "CONNECT h:80 HTTP/1.1\r\n\(host)\r\n"),
        BadRequest(status: 400, bytes: "GET ftp://h/ HTTP/1.1\r\n\(host)\r\n"),
        BadRequest(status: 400, bytes: "GET http://u@h/ HTTP/1.1\r\n\(host)\r\n"),
        BadRequest(status: 400, bytes: "GET http:///a HTTP/1.1\r\n\(host)\r\n"),
        BadRequest(status: 413, bytes: "POST / HTTP/1.1\r\n\(host)Content-Length: 1001\r\n\r\n"),
        BadRequest(status: 413, bytes: "POST / HTTP/1.1\r\n\(host)Content-Length: 99999999999999999999999\r\n\r\n"),
        BadRequest(
            status: 413, bytes: "POST / HTTP/1.1\r\n\(host)Expect: 100-continue\r\nContent-Length: 1001\r\n\r\n"),
        BadRequest(status: 413, bytes: "\(chunked)3e9\r\n"),
        BadRequest(status: 413, bytes: "\(chunked)1\r\na\r\n3e8\r\n"),
        BadRequest(status: 413, bytes: "\(chunked)00000000000000001\r\n"),
        BadRequest(status: 414, bytes: "GET /\(String(repeating: "a", count: 3_000))"),
        BadRequest(status: 417, bytes: "POST / HTTP/1.1\r\n\(host)Expect: magic\r\n\r\n"),
        BadRequest(status: 431, bytes: "GET / HTTP/1.1\r\n\(host)A: \(String(repeating: "a", count: 3_000))"),
        BadRequest(status: 431, bytes: "GET / HTTP/1.1\r\n\(host)A: \(String(repeating: "a", count: 2_000))\r\n\r\n"),
        BadRequest(status: 431, bytes: "GET / HTTP/1.1\r\n\(host)\(String(repeating: "A: b\r\n", count: 20))\r\n"),
        BadRequest(status: 431, bytes: "\(chunked)1;\(String(repeating: "x", count: 2_001))"),
        BadRequest(status: 501, bytes: "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: gzip, chunked\r\n\r\n"),
        BadRequest(
            status: 501,
            bytes: "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n"),
        BadRequest(status: 505, bytes: "GET / HTTP/2.0\r\n\(host)\r\n"),
        BadRequest(status: 505, bytes: "GET / HTTP/0.9\r\n\(host)\r\n"),
    ]
}
