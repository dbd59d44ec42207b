import Testing

@testable import Transport

@Suite struct ReplyReaderTests {
    /// Reads the pieces, and then the end of the connection where the reply has none of its own.
    private func read(_ pieces: [ArraySlice<UInt8>]) -> (reader: ReplyReader, error: TransportError?) {
        var reader = ReplyReader(maximumBytes: 1_000)
        for piece in pieces {
            if let error = unsafe piece.withUnsafeBytes({ unsafe reader.take($0) }) { return (reader, error) }
        }
        let error = reader.isComplete ? nil : reader.takeEnd()
        return (reader, error)
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-A: 1\r\n\r\nabcde",
        "HTTP/1.1 200\nContent-Length:5\nX-A: 1\n\nabcde",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: \t 5 \r\nX-A: 1\r\n\r\nabcde",
        "HTTP/1.1 200 OK\r\nX-A: 1\r\ntransfer-encoding:chunked\r\n\r\n2\r\nab\r\n3;x\r\ncde\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 99\r\nTransfer-Encoding: chunked\r\nX-A: 1\r\n\r\n5\r\nabcde\r\n0\r\nX-B: 2\r\n\r\n",
        "HTTP/1.0 200 OK\r\nX-A: 1\r\n\r\nabcde",
    ])
    func aReplyIsTheSameInWhateverPiecesItComes(text: String) {
        let bytes = Array(text.utf8)
        for split in 0...bytes.count {
            let (reader, error) = read([bytes[..<split], bytes[split...]])
            #expect(error == nil)
            #expect(reader.isComplete)
            #expect(reader.status == 200)
            #expect(reader.sink.body == Array("abcde".utf8))
            #expect(reader.sink.headers.fields.first { $0.name == "X-A" }?.value == "1")
        }
        let (reader, error) = read(bytes.indices.map { bytes[$0...$0] })
        #expect(error == nil)
        #expect(reader.sink.body == Array("abcde".utf8))
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", true),
        ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", false),
        ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: upgrade, close\r\n\r\n", false),
        ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Connection: close\r\n\r\n", true),
        ("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n", false),
        ("HTTP/1.0 200 OK\r\nContent-Length: 0\r\nconnection: keep-alive\r\n\r\n", true),
        ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nmore", false),
        ("HTTP/1.1 200 OK\r\n\r\n", false),
    ])
    func aConnectionIsKeptOnlyWhereBothEndsKnowWhatComesNext(text: String, isKept: Bool) {
        let bytes = Array(text.utf8)
        let (reader, error) = read([bytes[...]])
        #expect(error == nil)
        #expect(reader.isComplete)
        #expect(reader.isKept == isKept)
    }

    @Test(arguments: [
        ("HTTP/1.1 20", TransportError.Code.truncated), ("HTTP/2 200 OK\r\n\r\n", .malformedReply),
        ("HTTP/1.2 200 OK\r\n\r\n", .malformedReply), ("HTTP/1.1 2000\r\n\r\n", .malformedReply),
        ("HTTP/1.1  200 OK\r\n\r\n", .malformedReply), ("XTTP", .malformedReply), ("", .emptyReply),
        ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", .malformedReply),
        ("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n", .replyTooLarge),
        ("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n" + String(repeating: "x", count: 1_001), .replyTooLarge),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + String(repeating: "f", count: 16) + "\r\n",
            .malformedReply
        ),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n", .malformedReply),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde0\r\n\r\n", .malformedReply),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n", .truncated),
    ])
    func whatIsNoReplyIsRefusedInWhateverPiecesItComes(text: String, code: TransportError.Code) {
        let bytes = Array(text.utf8)
        for split in 0...bytes.count {
            #expect(read([bytes[..<split], bytes[split...]]).error?.code == code)
        }
    }

    /// A length is a promise, and memory is taken for what has come.
    @Test func aLengthAloneTakesNoMemory() {
        var sink = ReplySink(maximumBytes: .max)
        sink.expectBody(bytes: 1 << 40)
        #expect(sink.body.capacity < 1 << 20)
    }
}
