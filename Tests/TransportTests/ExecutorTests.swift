import Glibc
import Testing
import Transport

/// Tasks on the thread that replies arrive on.
@Suite struct ExecutorTests {
    private func threadOf(_ client: HTTPClient) async -> UInt {
        await withCheckedContinuation { continuation in
            let isRun = client.run { continuation.resume(returning: UInt(pthread_self())) }
            #expect(isRun)
        }
    }

    @concurrent private func currentThread() async -> UInt { UInt(pthread_self()) }

    @Test func aTaskGoesOnWhereItsReplyArrived() async throws {
        let server = try LoopbackServer { _ in .text("ok") }
        defer { server.stop() }
        try await withBothClients { client in
            let thread = await threadOf(client)
            #expect(await currentThread() != thread)
            let url = server.url
            let task = Task(executorPreference: client.executor()) { () async throws -> [UInt] in
                var threads = [await currentThread()]
                for _ in 0..<5 {
                    let reply = try await client.send(HTTPRequest(url: url))
                    #expect(reply.status == 200)
                    threads.append(await currentThread())
                    await Task.yield()
                }
                return threads
            }
            let threads = try await task.value
            #expect(threads == Array(repeating: thread, count: 6))
        }
    }

    @Test func aTaskComesToItsEndAfterTheClientHas() async throws {
        let client = try HTTPClient.start()
        let executor = client.executor()
        await client.stopAndWait()
        let task = Task(executorPreference: executor) {
            await Task.yield()
            return 7
        }
        #expect(await task.value == 7)
    }
}
