import Testing

@testable import Transport

@Suite struct PlainRequestTests {
    private let url = "http://127.0.0.1:8080/a"

    @Test(arguments: [
        "TE", "Host", "Expect", "upgrade", "Trailer", "Connection", "CONTENT-LENGTH", "Transfer-Encoding",
    ])
    func aHeaderOfTheConnectionIsLibcurls(name: String) {
        #expect(PlainRequest(HTTPRequest(url: url, headers: [(name, "x")])) == nil)
        #expect(PlainRequest(HTTPRequest(url: url, headers: [("X\(name.dropFirst())", "x")])) != nil)
        #expect(PlainRequest(HTTPRequest(url: url, headers: [("\(name)s", "x")])) != nil)
    }

    @Test(arguments: [
        HTTPRequest(method: "HEAD", url: "http://127.0.0.1/"), HTTPRequest(method: "CONNECT", url: "http://127.0.0.1/"),
        HTTPRequest(url: "http://127.0.0.1/", followRedirects: true),
        HTTPRequest(url: "http://127.0.0.1/", usesOwnConnection: true),
        HTTPRequest(url: "http://127.0.0.1/", headers: [("X", " ")]), HTTPRequest(url: "https://127.0.0.1/"),
        HTTPRequest(url: "http://localhost/"), HTTPRequest(url: "http://127.0.0.1:80/"),
        HTTPRequest(url: "http://127.0.0.1:0/"), HTTPRequest(url: "http://127.0.0.1:65536/"),
        HTTPRequest(url: "http://127.0.0.1:/"), HTTPRequest(url: "http://127.0.0.256/"),
        HTTPRequest(url: "http://127.0.0.01/"), HTTPRequest(url: "http://127.0.0/"),
        HTTPRequest(url: "http://127.0.0.1?a"), HTTPRequest(url: "http://127.0.0.1/ü"),
        HTTPRequest(url: "http://127.0.0.1.example/"), HTTPRequest(url: "http://127.0.0.1:8x/"),
    ])
    func whatNeedsMoreThanAConnectionIsLibcurls(request: HTTPRequest) {
        #expect(PlainRequest(request) == nil)
    }

    @Test func theHeadIsWrittenInOnePiece() throws {
        let request = HTTPRequest(
            method: "POST", url: url, headers: [("X", "1"), ("Accept", "text/xml"), ("Y", "")], body: [1, 2])
        let plain = try #require(PlainRequest(request))
        #expect(
            String(decoding: plain.head, as: UTF8.self)
                == "POST /a HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nX: 1\r\nAccept: text/xml\r\nY:\r\nContent-Length: 2\r\n\r\n"
        )
        #expect(plain.body == [1, 2])
        #expect(plain.target.host == "127.0.0.1")
        #expect(plain.target.port == 8080)
    }
}
