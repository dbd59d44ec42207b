internal import POSIX
internal import Timing

/// A body on its way to the handler.
struct Inflow {
    let exchange: UInt64
    /// Nil where nobody wants the body any more, whose bytes are dropped.
    var writer: BytePipe.Writer?
    /// Whether the connection ends with the exchange.
    let closes: Bool
    /// Whether reading waits until the handler has taken some of it.
    var isFull = false
}

/// Bodies that are larger than what is held.
extension Connection {
    /// What the handler is given for the rest of a body.
    func beginBody(of exchange: UInt64, _ head: RequestHead) -> StreamedBody {
        let pipe = BytePipe.make()
        let (inbox, number) = (server.inbox, number)
        pipe.writer.whenThereIsRoom { inbox.send(.moved(exchange: exchange, connection: number)) }
        inflow = Inflow(exchange: exchange, writer: pipe.writer, closes: !head.keepsConnection)
        var length: Int?
        if case .length(let told) = head.framing { length = told }
        return StreamedBody(pipe.reader, length: length)
    }

    /// Takes the next bytes of the body that is streamed.
    func takeBody(_ bytes: [UInt8], from position: inout Int, to end: Int) throws(Refusal) {
        let body: ArraySlice<UInt8>
        do throws(Refusal) {
            body = try parser.rest(bytes, from: &position, to: end, limits: server.limits)
        } catch {
            server.observe(.requestRefused(endpoint: endpoint, error, at: .now()))
            // Its beginning has been passed on, so that no answer of ours could be the answer to it.
            return lose()
        }
        if let writer = inflow?.writer, !body.isEmpty {
            switch writer.write(body) {
            case .taken: break
            case .full: inflow?.isFull = true
            case .abandoned: inflow?.writer = nil
            }
        }
        if !parser.isWithinBody { endBody() }
    }

    private func endBody() {
        guard let whole = inflow else { return }
        inflow = nil
        whole.writer?.finish()
        if whole.closes, phase == .open { phase = .finishing }
    }

    /// Nobody waits for what is still to come of the request's body: it has been answered.
    func dropBody(of exchange: UInt64) {
        guard inflow?.exchange == exchange else { return }
        inflow?.writer = nil
        inflow?.isFull = false
    }

    /// Has the reply that is about to leave go on when more of its body comes.
    func prepare(for rest: StreamedBody) {
        let exchange = exchanges[0].number
        if rest.length == nil, !exchanges[0].framing.takesChunks {
            exchanges[0].framing.closes = true
        }
        let (inbox, number) = (server.inbox, number)
        rest.pipe.whenThereIsMore { inbox.send(.moved(exchange: exchange, connection: number)) }
    }

    /// Tells what became of a body whose end showed only when it came.
    func observe(_ end: Outgoing.EndOfRest, of reply: borrowing Outgoing) {
        guard reply.exchange != 0 else { return }
        switch end {
        case .unseen:
            server.observe(
                .replyLastByte(
                    exchange: reply.exchange, first: reply.firstByte, before: reply.lastWrite, after: lastActivity))
        case .broken:
            server.observe(.sourceBroken(exchange: reply.exchange, at: .now()))
        }
    }
}
