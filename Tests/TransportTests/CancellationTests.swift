import Synchronization
import Testing
import Transport

@Suite struct CancellationTests {
    /// A server that tells of every request it gets and then says nothing.
    private func withSilentServer(
        _ body: (LoopbackServer, AsyncStream<String>) async throws -> Void
    ) async throws {
        let (requests, tell) = AsyncStream.makeStream(of: String.self)
        let server = try LoopbackServer { request in
            tell.yield(request.path)
            return LoopbackServer.Answer("", ending: .hang)
        }
        defer { server.stop() }
        try await body(server, requests)
    }

    @Test func aCancelledRequestIsAnsweredOnceWithThatError() async throws {
        try await withSilentServer { server, requests in
            try await withBothClients { client in
                let (outcomes, tell) = AsyncStream.makeStream(of: TransportError.Code?.self)
                let id = client.send(HTTPRequest(url: server.url, timeout: .seconds(600))) { outcome in
                    if case .failure(let error) = outcome { tell.yield(error.code) } else { tell.yield(nil) }
                }
                _ = await requests.first { _ in true }
                client.cancel(id)
                client.cancel(id)
                await client.stopAndWait()
                tell.finish()
                var codes: [TransportError.Code?] = []
                for await code in outcomes { codes.append(code) }
                #expect(codes == [.cancelled])
            }
        }
    }

    /// Takes down which outcome came under which number.
    private final class Receiver: TransferReceiver {
        let outcomes = Mutex<[Int: [String]]>([:])
        private let tell: AsyncStream<Int>.Continuation

        init(_ tell: AsyncStream<Int>.Continuation) {
            self.tell = tell
        }

        func take(_ outcome: Result<HTTPResponse, TransportError>, of number: Int) {
            defer { tell.yield(number) }
            let text =
                switch outcome {
                case .success(let response): String(decoding: response.body, as: UTF8.self)
                case .failure(let error): "\(error.code)"
                }
            outcomes.withLock { $0[number, default: []].append(text) }
        }
    }

    @Test func aReceiverIsToldEachOutcomeOnceUnderItsNumber() async throws {
        let server = try LoopbackServer { $0.path == "/silent" ? .init("", ending: .hang) : .text($0.path) }
        defer { server.stop() }
        try await withBothClients { client in
            let (told, tell) = AsyncStream.makeStream(of: Int.self)
            let receiver = Receiver(tell)
            for number in 1...5 { client.send(HTTPRequest(url: server.url + "/\(number)"), to: receiver, as: number) }
            let silent = client.send(
                HTTPRequest(url: server.url + "/silent", timeout: .seconds(600)), to: receiver, as: 6)
            client.send(HTTPRequest(url: "nowhere"), to: receiver, as: 7)
            // All but the silent one.
            var rest = told.makeAsyncIterator()
            for _ in 0..<6 { _ = await rest.next() }
            client.cancel(silent)
            await client.stopAndWait()
            client.send(HTTPRequest(url: server.url + "/8"), to: receiver, as: 8)
            let expected = [
                1: ["/1"], 2: ["/2"], 3: ["/3"], 4: ["/4"], 5: ["/5"], 6: ["cancelled"], 7: ["invalidRequest"],
                8: ["cancelled"],
            ]
            #expect(receiver.outcomes.withLock { $0 } == expected)
        }
    }

    @Test func aCancelledTaskCancelsItsRequest() async throws {
        try await withSilentServer { server, requests in
            try await withBothClients { client in
                let task = Task { try await client.send(HTTPRequest(url: server.url, timeout: .seconds(600))) }
                _ = await requests.first { _ in true }
                task.cancel()
                let error = await #expect(throws: TransportError.self) { try await task.value }
                #expect(error?.code == .cancelled)
            }
        }
    }

    @Test func aTaskCancelledBeforeItSendsIsAnsweredToo() async throws {
        try await withSilentServer { server, _ in
            try await withBothClients { client in
                let task = Task {
                    while !Task.isCancelled { await Task.yield() }
                    return try await client.send(HTTPRequest(url: server.url, timeout: .seconds(600)))
                }
                task.cancel()
                let error = await #expect(throws: TransportError.self) { try await task.value }
                #expect(error?.code == .cancelled)
            }
        }
    }

    @Test func stoppingAnswersEveryRequestInFlightAndEveryLaterOne() async throws {
        try await withSilentServer { server, requests in
            try await withBothClients { client in
                let codes = Mutex<[TransportError.Code]>([])
                for number in 0..<10 {
                    client.send(HTTPRequest(url: server.url + "/\(number)", timeout: .seconds(600))) { outcome in
                        if case .failure(let error) = outcome { codes.withLock { $0.append(error.code) } }
                    }
                }
                _ = await requests.first { _ in true }
                await client.stopAndWait()
                #expect(codes.withLock { $0 } == Array(repeating: .cancelled, count: 10))
                let error = await #expect(throws: TransportError.self) {
                    try await client.send(HTTPRequest(url: server.url, timeout: .seconds(600)))
                }
                #expect(error?.code == .cancelled)
                await client.stopAndWait()
            }
        }
    }

    @Test func aFinishedRequestCannotBeCancelled() async throws {
        let server = try LoopbackServer { _ in .text("done") }
        defer { server.stop() }
        try await withBothClients { client in
            let (outcomes, tell) = AsyncStream.makeStream(of: Bool.self)
            let id = client.send(HTTPRequest(url: server.url, timeout: .seconds(600))) { outcome in
                if case .success = outcome { tell.yield(true) } else { tell.yield(false) }
            }
            #expect(await outcomes.first { _ in true } == true)
            client.cancel(id)
            let next = try await client.send(HTTPRequest(url: server.url, timeout: .seconds(600)))
            #expect(next.status == 200)
        }
    }
}
