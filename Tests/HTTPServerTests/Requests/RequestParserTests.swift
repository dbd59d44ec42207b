import HTTPServer
import Testing

@Suite struct RequestParserTests {
    /// Three requests with every kind of body, one after the other.
    private static let stream = Array(
        """
        \r\nPOST /one?a=b HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello\
        GET /two HTTP/1.0\r\n\r\n\
        \r\n\r\nPUT /three HTTP/1.1\r\nHOST:h\r\nTransfer-Encoding: Chunked\r\n\r\n\
        5;x=y\r\nabcde\r\n0A \r\n0123456789\r\n000\r\nTrailer: t\r\n\r\n
        """.utf8)

    @Test func requestsCutAtAnyTwoPlacesAreTheSame() throws {
        let whole = try read([Self.stream])
        #expect(whole == ["POST /one?a=b hello", "GET /two ", "PUT /three abcde0123456789"])
        for first in 0...Self.stream.count {
            for second in stride(from: first, through: Self.stream.count, by: 7) {
                let pieces = [Self.stream[..<first], Self.stream[first..<second], Self.stream[second...]]
                #expect(try read(pieces.map(Array.init)) == whole, "cut at \(first) and \(second)")
            }
        }
    }

    @Test(arguments: [
        "h", "", "h:", "h:0", "h:65535", "127.0.0.1:8080", "[::1]", "[::1]:80", "a_b.test", "xn--a.test.",
    ])
    func aHostIsANameOrAnAddressAndMayHaveAPort(host: String) throws {
        #expect(try read([Array("GET /a HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8)]) == ["GET /a "])
    }

    @Test(arguments: [("GET", "http://h:80/a"), ("GET", "HTTPS://h?a"), ("OPTIONS", "*"), ("GET", "//a")])
    func aTargetIsAPathAnAddressOrTheAsteriskOfOptions(method: String, target: String) throws {
        #expect(
            try read([Array("\(method) \(target) HTTP/1.1\r\nHost: h\r\n\r\n".utf8)]) == ["\(method) \(target) "])
    }

    @Test func requestsThatArriveByteByByteAreTheSame() throws {
        #expect(try read(Self.stream.map { [$0] }) == read([Self.stream]))
    }

    @Test func aRefusalDoesNotDependOnWhereTheBytesAreCut() {
        for bad in [
            "GET / HTTP/1.1\nHost: h\n\n", "GET / HTTP/2.0\r\n\r\n", "G@T / HTTP/1.1\r\nHost: h\r\n\r\n", "\r \n",
        ] {
            let bytes = Array(bad.utf8)
            var refusals: Set<Refusal> = []
            for cut in 0...bytes.count {
                do throws(Refusal) {
                    _ = try read([Array(bytes[..<cut]), Array(bytes[cut...])])
                    Issue.record("\(bad) was accepted, cut at \(cut)")
                } catch {
                    refusals.insert(error)
                }
            }
            #expect(refusals.count == 1, "\(bad): \(refusals)")
        }
    }

    @Test func noBytesMakeTheParserTrap() {
        var generator = SystemRandomNumberGenerator()
        var limits = Limits()
        limits.headBytes = 300
        limits.bodyBytes = 300
        for _ in 0..<4_000 {
            var bytes = Self.stream
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: bytes[place...].prefix(20), at: place)
                default: bytes[place] = [0, 10, 13, 32, 37, 58, 59, 255].randomElement(using: &generator) ?? 0
                }
            }
            let cut = Int.random(in: 0...bytes.count, using: &generator)
            let whole = outcome([bytes], limits: limits)
            let text = String(decoding: bytes, as: UTF8.self).debugDescription
            #expect(
                outcome([Array(bytes[..<cut]), Array(bytes[cut...])], limits: limits) == whole, "\(text) at \(cut)")
        }
    }

    private func outcome(_ pieces: [[UInt8]], limits: Limits) -> [String] {
        do throws(Refusal) {
            return try read(pieces, limits: limits)
        } catch {
            return ["refused", error.reason]
        }
    }

    /// What the requests in these pieces say.
    private func read(_ pieces: [[UInt8]], limits: Limits = Limits()) throws(Refusal) -> [String] {
        var parser = RequestParser()
        var requests: [String] = []
        for piece in pieces {
            var position = 0
            while let (head, body) = try parser.next(piece, from: &position, to: piece.count, limits: limits) {
                requests.append("\(head.method) \(head.target) \(String(decoding: body, as: UTF8.self))")
            }
        }
        return requests
    }
}
