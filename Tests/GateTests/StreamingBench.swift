import HTTPServer
import POSIX
import Synchronization
import Transport

/// Sends and takes endless bodies through a gate.
struct StreamingBench {
    /// What a client got.
    struct Reply: Sendable {
        var status: Int
        var headers: [(name: String, value: String)]
        /// Nil where other bytes came than those that were sent.
        var body: EndlessBody.Received?
    }

    let gate: GateBench
    /// What the provider says of what it was sent.
    let told: Monitor<[String]>

    /// A provider that answers a request with a body of as many bytes as its target says: `/length/COUNT`,
    /// `/chunks/COUNT`, and `/broken/length/COUNT`, whose body breaks off in the middle.
    ///
    /// What it is sent it reads to the end, and says whether it was what should have come.
    init(tls: TLSIdentity? = nil, authorities: String? = nil) throws {
        var limits = Limits()
        limits.bodyBytes = .max
        limits.heldBodyBytes = 4_096
        let told = Monitor<[String]>([])
        self.told = told
        gate = try GateBench(
            upstreamLimits: limits, tls: tls, authorities: authorities, handler: { Self.answer($0, $1, told) })
        gate.open("s1")
    }

    private static func answer(_ request: ServerRequest, _ handle: ReplyHandle, _ told: Monitor<[String]>) {
        let words = request.path.split(separator: "/").map(String.init)
        if let rest = request.rest {
            EndlessBody.drain(rest.pipe, after: request.body) { received in
                let text = received.map { "\($0.count) \($0.isWhole) \(rest.length.map(String.init) ?? "chunks")" }
                told.change { $0.append(text ?? "other bytes") }
                handle.send(ServerReply(status: 200, body: Array((text ?? "other bytes").utf8)))
            }
            return
        }
        guard let count = words.last.flatMap({ Int($0) }) else { return handle.send(ServerReply(status: 404)) }
        let breaks = words.contains("broken")
        var reply = ServerReply(
            status: 200, headers: [("Content-Type", "application/octet-stream"), ("Content-Encoding", "gzip")])
        let sent = breaks ? count / 2 : count
        reply.rest = StreamedBody(
            EndlessBody.source(sent, breaks: breaks), length: words.contains("length") ? count : nil)
        handle.send(reply)
    }

    /// Asks, and reads the reply to its end while it comes.
    func get(_ target: String) async -> Reply? {
        await withCheckedContinuation { continuation in get(target) { continuation.resume(returning: $0) } }
    }

    /// The same, without a task that would need a thread while the test waits for something else.
    func get(_ target: String, _ done: @escaping @Sendable (Reply?) -> Void) {
        let fetch = Fetch(done)
        gate.client.send(
            HTTPRequest(url: gate.gates[0] + target, timeout: .seconds(300), usesOwnConnection: true),
            streaming: ReplyStreaming(holding: { _ in 0 }, begin: { fetch.begin($0, $1) })
        ) { fetch.end($0) }
    }

    func post(_ count: Int, length: Int?) async throws -> String {
        var request = HTTPRequest(method: "POST", url: gate.gates[0] + "/up", timeout: .seconds(300))
        request.rest = StreamedBody(EndlessBody.source(count), length: length)
        return try await withCheckedThrowingContinuation { continuation in
            gate.client.send(request, streaming: nil) { outcome in
                continuation.resume(
                    with: outcome.map { String(decoding: $0.body, as: UTF8.self) }.mapError { $0 as any Error })
            }
        }
    }

    /// Puts together what began and how it ended.
    private final class Fetch: Sendable {
        private let done: @Sendable (Reply?) -> Void
        private let hasBegun = Mutex(false)

        init(_ done: @escaping @Sendable (Reply?) -> Void) {
            self.done = done
        }

        func begin(_ response: HTTPResponse, _ reader: BytePipe.Reader) {
            hasBegun.withLock { $0 = true }
            EndlessBody.drain(reader, after: response.body) { [done] body in
                done(Reply(status: response.status, headers: response.headers, body: body))
            }
        }

        func end(_ outcome: Result<HTTPResponse, TransportError>) {
            guard !hasBegun.withLock({ $0 }) else { return }
            guard case .success(let response) = outcome else { return done(nil) }
            let isRight = EndlessBody.has(response.body, at: 0)
            done(
                Reply(
                    status: response.status, headers: response.headers,
                    body: isRight ? .init(count: response.body.count, isWhole: true) : nil))
        }
    }
}
