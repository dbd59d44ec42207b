import HTTPServer
import POSIX
import Timing

/// Answers each request after 1 to 100 milliseconds from its last byte, and measures when the answer leaves.
struct PacedReplies {
    let count: Int

    private struct State: Sendable {
        var due: [UInt64: MonotonicTime] = [:]
        var errors: [Double] = []
        var random = Shuffler(state: 7)
    }

    func run() throws {
        let state = Monitor(State())
        let server = try HTTPServer.start(
            endpoints: 1,
            observe: { event in
                guard case .replyFirstByte(let exchange, let time) = event else { return }
                state.change { state in
                    guard let due = state.due.removeValue(forKey: exchange) else { return }
                    state.errors.append(abs((time - due).milliseconds) * 1_000)
                }
            },
            handler: { request, handle in
                let due = state.change { state -> MonotonicTime in
                    let delay = Int.random(in: 1_000...100_000, using: &state.random)
                    let due = request.lastByte + .microseconds(delay)
                    state.due[request.exchange] = due
                    return due
                }
                handle.send(ServerReply(status: 200, body: Array("ok".utf8)), at: due)
            })
        print("port \(server.ports[0])")
        flushOutput()
        let count = count
        let stolen = StolenTime()
        let errors = state.wait { $0.errors.count >= count ? $0.errors : nil }
        let lost = stolen.sinceThen
        print("\(count) replies due after 1 to 100 ms, 1,000 a second:")
        print("  error \(summary(errors)) (p99 at most 500)\(lost)")
        server.stop()
    }
}
