import Testing

@testable import Transport

struct ReplyReaderTests {
    /// What a reader makes of bytes that come in these pieces, and of the end after them where the peer ends.
    private struct Outcome: Equatable {
        var status: Int?
        var headers: [String] = []
        var body = ""
        var isReusable = false
        var error: TransportError.Code?
        var isUnderWay = false
    }

    private func read(_ pieces: [[UInt8]], isBodyless: Bool = false, limit: Int = 1 << 20, ends: Bool = false)
        -> Outcome
    {
        var reader = ReplyReader(isBodyless: isBodyless, maximumBytes: limit)
        for piece in pieces where !piece.isEmpty {
            let progress = reader.read(piece + [0xFF], piece.count)
            if case .underWay = progress { continue }
            return outcome(progress, &reader)
        }
        return ends ? outcome(reader.end(), &reader) : Outcome(isUnderWay: true)
    }

    private func outcome(_ progress: ReplyReader.Progress, _ reader: inout ReplyReader) -> Outcome {
        switch progress {
        case .underWay: return Outcome(isUnderWay: true)
        case .failed(let error): return Outcome(error: error.code)
        case .complete(let isReusable):
            let reply = reader.take()
            return Outcome(
                status: reply.status, headers: reply.headers.map { "\($0.name)=\($0.value)" },
                body: String(decoding: reply.body, as: UTF8.self), isReusable: isReusable)
        }
    }

    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n"

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-A: b\r\n\r\nabcde",
        "HTTP/1.1 100 Continue\r\nX-No: 1\r\n\r\nHTTP/1.1 201 Made\r\ncontent-length:\t3 \r\n\r\nabc",
        "HTTP/1.1 200 OK\nContent-Length: 2\n\nab",
        chunked + "3\r\nabc\r\n0002;x=y\r\nde\r\n0\r\nX-Trailer: 1\r\n\r\n",
        "HTTP/1.1 204 None\r\n\r\n",
    ])
    func aReplyIsTheSameHoweverItIsCut(text: String) {
        let bytes = Array(text.utf8)
        let whole = read([bytes])
        #expect(whole.status != nil && whole.isReusable && whole.error == nil)
        for cut in bytes.indices {
            #expect(read([Array(bytes[..<cut]), Array(bytes[cut...])]) == whole)
            // Before its last byte no reply is complete.
            #expect(read([Array(bytes[..<cut])]) == Outcome(isUnderWay: true))
        }
        #expect(read(bytes.map { [$0] }) == whole)
        // What follows the end answers nothing.
        var followed = whole
        followed.isReusable = false
        #expect(read([bytes + [0x41]]) == followed)
    }

    @Test func whatComesIsTakenApart() {
        let reply = read([Array("HTTP/1.1 404 Not\r\nContent-Length: 2\r\nX-A:  b c \r\n\r\nok".utf8)])
        let expected = Outcome(
            status: 404, headers: ["Content-Length=2", "X-A=b c"], body: "ok", isReusable: true)
        #expect(reply == expected)
        let after = read([Array("HTTP/1.1 100 Wait\r\nX-No: 1\r\n\r\nHTTP/1.1 200\r\nContent-Length: 0\r\n\r\n".utf8)])
        #expect(after == Outcome(status: 200, headers: ["Content-Length=0"], isReusable: true))
        #expect(read([Array((Self.chunked + "a\r\n0123456789\r\nA\n0123456789\n0\n\n").utf8)]).body.count == 20)
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: keep-alive, Close\r\n\r\n", false),
        ("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n", false),
        ("HTTP/1.0 200 OK\r\nContent-Length: 0\r\nConnection: Keep-Alive\r\n\r\n", true),
        ("HTTP/1.1 304 Same\r\nContent-Length: 10\r\n\r\n", true),
    ])
    func theReplySaysWhetherTheConnectionStays(text: String, isReusable: Bool) {
        #expect(read([Array(text.utf8)]).isReusable == isReusable)
    }

    @Test func withoutALengthTheEndOfTheConnectionIsTheEnd() {
        let text = Array("HTTP/1.1 200 OK\r\n\r\nabc".utf8)
        #expect(read([text]) == Outcome(isUnderWay: true))
        #expect(read([text], ends: true) == Outcome(status: 200, body: "abc"))
    }

    @Test func aReplyToHeadEndsWithItsHead() {
        let text = Array("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n".utf8)
        #expect(read([text], isBodyless: true).status == 200)
        #expect(read([text]) == Outcome(isUnderWay: true))
    }

    @Test(arguments: [
        "FTP/1.1 200 OK\r\n\r\n", "220 hello", "HTTP/2 200\r\n\r\n", "HTTP/1.1  200 OK\r\n\r\n",
        "HTTP/1.1 20 OK\r\n\r\n",
        "HTTP/1.1 2000 OK\r\n\r\n", "HTTP/1.1 099 OK\r\n\r\n", "HTTP/1.1 101 Other\r\n\r\n",
        "HTTP/1.1 200 OK\r\n: x\r\n\r\n", "HTTP/1.1 200 OK\r\nx\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1 2\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 0x1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
        chunked + "\r\n", chunked + "g\r\n", chunked + "1\r\nab\r\n", chunked + "1\r\na\rb", chunked + "-1\r\n",
    ])
    func whatIsNoReplyIsRefused(text: String) {
        #expect(read([Array(text.utf8)]).error == .malformedReply)
        #expect(read(text.utf8.map { [$0] }).error == .malformedReply)
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\n\r\n01234567890", chunked + "b\r\n", chunked + "9\r\n012345678\r\n2\r\n",
        chunked + "fffffffff\r\n",
    ])
    func aReplyIsNoLargerThanAllowed(text: String) {
        #expect(read([Array(text.utf8)], limit: 10).error == .replyTooLarge)
    }

    @Test func whatHasNoEndIsCutOff() {
        let line = Array("X-A: \(String(repeating: "x", count: 1_000))\r\n".utf8)
        let head = Array("HTTP/1.1 200 OK\r\n".utf8)
        #expect(read([head] + Array(repeating: line, count: 300)).error == .replyTooLarge)
        let interim = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
        #expect(read(Array(repeating: interim, count: 20_000)).error == .replyTooLarge)
        let extended = [Array((Self.chunked + "1;").utf8)] + Array(repeating: line, count: 2_000).map { $0.dropLast(2) }
        #expect(read(extended.map(Array.init)).error == .replyTooLarge)
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\n", "HTTP", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\na", chunked + "1\r\na\r\n",
    ])
    func anEndWithinAReplyIsTold(text: String) {
        #expect(read([Array(text.utf8)], ends: true).error == .truncated)
    }

    @Test func anEndBeforeAReplyIsNone() {
        #expect(read([], ends: true) == Outcome(isUnderWay: true))
        var reader = ReplyReader(maximumBytes: 1)
        #expect(reader.isUntouched)
        _ = reader.read([0x48], 1)
        #expect(!reader.isUntouched)
    }
}
