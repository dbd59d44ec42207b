internal import POSIX

extension Connection {
    /// Small requests are accepted whatever happens: of all connections together they are some megabytes.
    private static let smallRequest = 4_096

    /// Whether more is held of the reply that leaves than of any small one.
    var isSentMuch: Bool { outgoing.map { $0.heldBytes > 65_536 } ?? false }

    /// Says what this connection holds of the memory that all share.
    func account() {
        let held = phase == .closed ? 0 : heldBytes + replyBytes + (outgoing?.heldBytes ?? 0)
        guard held != accounted else { return }
        server.budget.change(by: held - accounted)
        accounted = held
    }

    /// Gives up a request that would take more than there is for all.
    func refuseIfTooMuch() {
        account()
        guard phase == .open, !server.budget.hasRoom, requestBytes > Self.smallRequest else { return }
        refuse(.noMemory)
        account()
    }
}

/// What all connections together hold of requests and replies.
struct MemoryBudget {
    private let limit: Int
    private var held = 0
    private var peak = 0

    init(limit: Int) {
        self.limit = limit
    }

    var hasRoom: Bool { held < limit }

    /// What was held for many is given back to the system when most of it is free again.
    mutating func change(by count: Int) {
        held += count
        peak = max(peak, held)
        guard peak > Self.worthReturning, held < peak / 8 else { return }
        peak = held
        returnFreeMemory()
    }

    private static let worthReturning = 32 << 20
}
