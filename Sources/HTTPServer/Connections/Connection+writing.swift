internal import POSIX
internal import Timing

extension Connection {
    /// Takes the reply to one of the unanswered requests; it leaves when those before it have left.
    ///
    /// False where there is no such request, because it has been answered, or was on an earlier connection.
    func answer(_ number: UInt64, with reply: ServerReply) -> Bool {
        guard let index = exchanges.indices.first(where: { exchanges[$0].number == number }) else { return false }
        guard exchanges[index].reply == nil else { return true }
        exchanges[index].reply = reply
        if index == 0 {
            advance()
        } else if !reply.isPrepared {
            replyBytes += reply.body.count
        }
        account()
        // It has asked for much and takes none of it; who waits for less goes on.
        if !server.budget.hasRoom, index > 0 ? replyBytes > 0 : isSentMuch { lose() }
        return true
    }

    /// Writes the replies that are next in order, as far as they go.
    func advance() {
        while outgoing == nil, phase == .open || phase == .finishing, !exchanges.isEmpty {
            guard let reply = exchanges[0].reply.take() else { break }
            if replyBytes > 0, !reply.isPrepared { replyBytes = max(0, replyBytes - reply.body.count) }
            begin(reply)
        }
        continueIfAwaited()
        closeIfDone()
    }

    private func begin(_ reply: ServerReply) {
        let exchange = exchanges[0].number
        if reply.delivery == .refuse {
            server.observe(.replyBroken(exchange: exchange, at: .now()))
            exchanges.removeFirst()
            return reset()
        }
        if reply.saysClose { exchanges[0].framing.closes = true }
        if let rest = reply.rest { prepare(for: rest) }
        let framing = exchanges[0].framing
        if framing.closes { phase = .finishing }
        let head = server.beginHead(of: reply)
        if let prepared = reply.prepared(for: framing) {
            outgoing = Outgoing(prepared, exchange: exchange, head: head)
        } else {
            outgoing = Outgoing(reply, exchange: exchange, framing: framing, head: head)
        }
        write()
    }

    /// Writes on, and then the replies that waited behind.
    func continueWriting() {
        write()
        advance()
        account()
    }

    /// Writes as much of the current reply as may leave and as the kernel takes.
    private func write() {
        guard var reply = outgoing.take() else { return }
        var refills = 0
        while true {
            switch sendAllowed(&reply) {
            case .bytes: break
            case .blocked: return outgoing = consume reply
            case .ended, .failed: return lose()
            }
            guard reply.isAtRest else { break }
            refills += 1
            guard refills <= Self.maxRefills else {
                outgoing = consume reply
                return server.schedule(at: .now()) { [weak self] in self?.continueWriting() }
            }
            if reply.refill() == .nothingYet { return outgoing = consume reply }
        }
        if reply.sent < reply.total {
            pause(reply)
        } else {
            complete(reply)
        }
    }

    /// Who is sent very much does not keep everybody else waiting until it is there.
    private static let maxRefills = 4

    private func sendAllowed(_ reply: inout Outgoing) -> Transferred {
        while reply.sent < reply.allowed {
            let before = MonotonicTime.now()
            let moved = send(reply)
            guard case .bytes(let count) = moved else { return moved }
            lastActivity = server.now()
            if reply.sent == 0 { reply.firstByte = before }
            report(reply, writtenNow: count, before: before)
            reply.lastWrite = before
            reply.sent += count
        }
        return .bytes(0)
    }

    private func send(_ reply: borrowing Outgoing) -> Transferred {
        socket.send(
            reply.head, reply.body, secondEnd: reply.allowed - reply.start - reply.head.count,
            from: reply.sent - reply.start)
    }

    private func report(_ reply: borrowing Outgoing, writtenNow count: Int, before: MonotonicTime) {
        guard reply.exchange != 0 else { return }
        if reply.sent == 0 { server.observe(.replyFirstByte(exchange: reply.exchange, at: before)) }
        let end = reply.sent + count
        if !reply.isBroken, reply.sent < reply.reportEnd, end >= reply.reportEnd {
            server.observe(
                .replyLastByte(
                    exchange: reply.exchange, first: reply.firstByte, before: before, after: lastActivity))
        }
    }

    /// Waits for the next chunk's time.
    private func pause(_ reply: consuming Outgoing) {
        guard let pace = reply.pace else { preconditionFailure("a reply without pace stops before its end") }
        let exchange = reply.exchange
        outgoing = consume reply
        server.schedule(at: pace.next) { [weak self] in self?.releaseChunk(of: exchange) }
    }

    private func releaseChunk(of exchange: UInt64) {
        guard var reply = outgoing.take() else { return }
        let isDue = reply.exchange == exchange && reply.pace != nil
        if isDue { reply.allowNextChunk() }
        outgoing = consume reply
        if isDue { continueWriting() }
    }

    private func complete(_ reply: consuming Outgoing) {
        exchanges.removeFirst()
        dropBody(of: reply.exchange)
        if let end = reply.endOfRest { observe(end, of: reply) }
        if reply.isBroken { server.observe(.replyBroken(exchange: reply.exchange, at: lastActivity)) }
        switch reply.ending {
        case .next: server.resumeLater(self)
        case .finish: finish()
        case .stall: phase = .stalled
        case .reset:
            phase = .stalled
            resetWhenAcknowledged(until: .now() + .seconds(1))
        }
    }

    /// Resets once the peer's kernel has every byte, which the reset could otherwise overtake, or at `deadline`.
    private func resetWhenAcknowledged(until deadline: MonotonicTime) {
        guard phase != .closed else { return }
        let now = MonotonicTime.now()
        guard socket.unacknowledgedBytes != 0, now < deadline else { return reset() }
        server.schedule(at: now + .microseconds(200)) { [weak self] in self?.resetWhenAcknowledged(until: deadline) }
    }

    /// Ends our half; the connection is closed when the peer ends its own, or has been given time to.
    ///
    /// Closing at once would reset the connection when bytes of the peer are unread, and take the reply with it.
    func finish() {
        reportLoss()
        if peerHasFinished { return close() }
        socket.shutDownWriting()
        phase = .lingering
        lastActivity = .now()
        server.resumeLater(self)
    }

    func reset() {
        reportLoss()
        leave()
        socket.reset()
    }

    /// The peer is gone, or as good as gone.
    func lose() {
        reset()
    }

    func close() {
        reportLoss()
        leave()
        socket.close()
    }

    private func reportLoss() {
        let now = MonotonicTime.now()
        for index in exchanges.indices where exchanges[index].number != 0 {
            server.observe(.connectionLost(exchange: exchanges[index].number, at: now))
        }
        exchanges.removeAll(keepingCapacity: true)
        outgoing?.rest?.pipe.abandon()
        outgoing = nil
        inflow = nil
        replyBytes = 0
    }

    private func leave() {
        guard phase != .closed else { return }
        phase = .closed
        account()
        server.remove(self)
    }
}
