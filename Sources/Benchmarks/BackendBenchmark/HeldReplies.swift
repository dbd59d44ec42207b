import HTTPServer
import POSIX
import Timing

/// Holds all replies until every request has come, then lets them go in an order of its own.
struct HeldReplies {
    let count: Int

    private struct State: Sendable {
        var held: [(exchange: UInt64, handle: ReplyHandle)] = []
        var left: [(exchange: UInt64, at: MonotonicTime)] = []
    }

    func run() throws {
        let state = Monitor(State())
        let count = count
        let server = try HTTPServer.start(
            endpoints: 1,
            observe: { event in
                guard case .replyFirstByte(let exchange, let time) = event else { return }
                state.change { $0.left.append((exchange, time)) }
            },
            handler: { request, handle in state.change { $0.held.append((request.exchange, handle)) } })
        let before = residentKilobytes()
        print("port \(server.ports[0])")
        flushOutput()
        var held = state.wait { $0.held.count == count ? $0.held : nil }
        let memory = Double(residentKilobytes() - before) / Double(count)
        var random = Shuffler(state: 42)
        held.shuffle(using: &random)
        let stolen = StolenTime()
        let start = MonotonicTime.now() + .milliseconds(300)
        var due: [UInt64: (rank: Int, at: MonotonicTime)] = [:]
        for (rank, reply) in held.enumerated() { due[reply.exchange] = (rank, start + .microseconds(100 * rank)) }
        for (rank, reply) in held.enumerated() {
            reply.handle.send(
                ServerReply(status: 200, body: Array("\(rank)".utf8)), at: start + .microseconds(100 * rank))
        }
        let left = state.wait { $0.left.count == count ? $0.left : nil }
        let lost = stolen.sinceThen
        var last = -1
        var outOfOrder = 0
        var errors: [Double] = []
        for reply in left {
            guard let (rank, time) = due[reply.exchange] else { continue }
            if rank < last { outOfOrder += 1 }
            last = max(last, rank)
            errors.append(abs((reply.at - time).milliseconds) * 1_000)
        }
        print("\(count) held: \((memory * 10).rounded() / 10) KB each (at most 8), \(outOfOrder) out of order (0)")
        print("  100 us apart: error \(summary(errors)) (p99 at most 500)\(lost)")
        server.stop()
    }
}

struct Shuffler: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
