import Documents
import Evidence
import POSIX
import ServiceProtocol
import Testing
import Timing

@testable import Load

/// What a backend tells from one process to another.
@Suite struct FeedTests {
    private func exchange(isBroken: Bool = false) -> FeedExchange {
        FeedExchange(
            session: 123_456, exchange: 42, provider: 63, status: 200, asked: .init(nanoseconds: 1),
            received: .init(nanoseconds: 20), answered: .init(nanoseconds: 300),
            left: .init(nanoseconds: 9_223_372_036_854), isBroken: isBroken)
    }

    @Test(arguments: [true, false])
    func anExchangeIsReadAsItWasWritten(isBroken: Bool) throws {
        var bytes: [UInt8] = []
        exchange(isBroken: isBroken).write(into: &bytes)
        #expect(FeedExchange(bytes) == exchange(isBroken: isBroken))
    }

    @Test(
        arguments: [
            "", "c", "c 1 2 3", "c 1 2 3 4 5 6 7 8 9 10", "c 1 2 3 4 5 6 7 8 x", "d 1 2 3 4 5 6 7 8 9",
            "c 1 2 3 4 5 6 7 8 9 ", "c 1 2 3 4 5 6 7 8 -9", "c 1 2 3 4 5 6 7 8 1234567890123456789",
            "c  1 2 3 4 5 6 7 8 9",
        ])
    func whatIsNoExchangeIsRefused(line: String) {
        #expect(FeedExchange(Array(line.utf8)) == nil)
    }

    @Test func aRequestAndItsReplyBecomeOneExchange() {
        var collector = ExchangeCollector()
        let request = RequestEvent(
            exchange: 9, provider: "sp3", purpose: .configuration, method: "GET", path: "/", fields: [:],
            firstByte: .init(nanoseconds: 5))
        func observation(_ time: Int64, _ event: Event) -> Observation {
            Observation(
                sequence: 0, time: .init(nanoseconds: time), session: LoadUsers.session(77), event: event)
        }
        #expect(collector.take(observation(6, .request(request))) == nil)
        let reply = ReplyEvent(
            exchange: 9, status: 503, firstByte: .init(nanoseconds: 7), lastByte: .init(nanoseconds: 8))
        guard case .exchange(let exchange) = collector.take(observation(8, .replyLeft(reply))) else {
            Issue.record("there is no exchange")
            return
        }
        #expect(exchange.session == 77)
        #expect(exchange.provider == 2)
        #expect(exchange.status == 503)
        #expect(exchange.left == .init(nanoseconds: 8))
    }

    /// One whose values are another session's too has to be seen as it is.
    @Test func aRequestThatCrossesSessionsIsPassedOnWhole() {
        var collector = ExchangeCollector()
        let request = RequestEvent(
            exchange: 9, provider: "sp3", purpose: .configuration, method: "GET", path: "/",
            fields: ["crossed": "s5"], firstByte: .init(nanoseconds: 5))
        let news = collector.take(
            Observation(
                sequence: 0, time: .init(nanoseconds: 6), session: LoadUsers.session(1), event: .request(request)))
        guard case .observation = news else {
            Issue.record("it was not passed on")
            return
        }
    }

    /// That all has been told up to some time is for the backend to say, and after what happened before it.
    @Test func howFarTheNewsHasComeFollowsTheNews() async throws {
        let (lines, told) = AsyncStream.makeStream(of: String.self)
        let writer = FeedWriter { bytes in
            told.yield(String(decoding: bytes, as: UTF8.self))
            return false
        }
        let note = Observation(
            sequence: 0, time: .init(nanoseconds: 5), session: LoadUsers.session(1), event: .note("first"))
        writer.take(note)
        writer.beat(.init(nanoseconds: 7))
        #expect(startThread { writer.run() })
        for await text in lines {
            let parts = text.split(separator: "\n")
            #expect(parts.count == 2 && parts.first?.contains("first") == true && parts.last == "h 7")
            break
        }
    }

    @Test func theReaderKnowsEveryKindOfLine() throws {
        guard case .complete(let time) = try FeedReader.read(Array("h 1234".utf8)) else {
            Issue.record("no beat")
            return
        }
        #expect(time == .init(nanoseconds: 1_234))
        #expect(throws: Diagnostic.self) { _ = try FeedReader.read(Array("nonsense".utf8)) }
        #expect(throws: Diagnostic.self) { _ = try FeedReader.read(Array("c 1".utf8)) }
    }
}
