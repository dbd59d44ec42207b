import Gate
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
        /// Whether the client learned that there should have been more.
        var failed: Bool
    }

    let gate: GateBench

    /// A provider that answers a request with a body of as many bytes as its target says: `/length/COUNT`,
    /// `/chunks/COUNT`, and `/broken/length/COUNT`, whose body breaks off in the middle.
    ///
    /// What it is sent it reads to the end, and says whether it was what should have come.
    init(_ care: CareLimits = CareLimits()) throws {
        var limits = Limits()
        limits.bodyBytes = .max
        limits.heldBodyBytes = 4_096
        gate = try GateBench(limits: care, upstreamLimits: limits, handler: Self.answer)
        gate.open("s1")
    }

    @Sendable static func answer(_ request: ServerRequest, _ handle: ReplyHandle) {
        let words = request.path.split(separator: "/").map(String.init)
        if let rest = request.rest {
            Task {
                let received = await EndlessBody.drain(rest.pipe, after: request.body)
                let text = received.map { "\($0.count) \($0.isWhole) \(rest.length.map(String.init) ?? "chunks")" }
                handle.send(ServerReply(status: 200, body: Array((text ?? "others").utf8)))
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
        await fetch(HTTPRequest(url: gate.gates[0] + target, timeout: .seconds(300), usesOwnConnection: true))
    }

    func post(_ count: Int, length: Int?) async throws -> String {
        var request = HTTPRequest(method: "POST", url: gate.gates[0] + "/up", timeout: .seconds(300))
        request.rest = RequestRest(EndlessBody.source(count), length: length)
        return try await withCheckedThrowingContinuation { continuation in
            gate.client.send(request, streaming: nil) { outcome in
                continuation.resume(
                    with: outcome.map { String(decoding: $0.body, as: UTF8.self) }.mapError { $0 as any Error })
            }
        }
    }

    private func fetch(_ request: HTTPRequest) async -> Reply? {
        await withCheckedContinuation { continuation in
            let whole = Whole(continuation)
            gate.client.send(
                request,
                streaming: ReplyStreaming(
                    holding: { _ in 0 }, begin: { response, reader in whole.begin(response, reader) })
            ) { outcome in whole.end(outcome) }
        }
    }

    /// Puts together what began and how it ended.
    private final class Whole: Sendable {
        private let continuation: CheckedContinuation<Reply?, Never>
        private let hasBegun = Mutex(false)

        init(_ continuation: CheckedContinuation<Reply?, Never>) {
            self.continuation = continuation
        }

        func begin(_ response: HTTPResponse, _ reader: BytePipe.Reader) {
            hasBegun.withLock { $0 = true }
            Task { [self] in
                let body = await EndlessBody.drain(reader, after: response.body)
                continuation.resume(
                    returning: Reply(
                        status: response.status, headers: response.headers, body: body,
                        failed: body?.isWhole != true))
            }
        }

        func end(_ outcome: Result<HTTPResponse, TransportError>) {
            guard !hasBegun.withLock({ $0 }) else { return }
            guard case .success(let response) = outcome else { return continuation.resume(returning: nil) }
            let isRight = EndlessBody.has(response.body, at: 0)
            continuation.resume(
                returning: Reply(
                    status: response.status, headers: response.headers,
                    body: isRight ? .init(count: response.body.count, isWhole: true) : nil, failed: false))
        }
    }
}
