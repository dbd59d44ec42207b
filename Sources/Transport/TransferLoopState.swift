internal import CCurl
internal import POSIX
internal import Timing

/// The transfers in flight with their shards, the easy handles waiting for work, and what is to be done at some time.
///
/// Belongs to the loop's thread.
final class TransferLoopState {
    private let sockets: SocketWatch
    private let options: HTTPClient.Options
    var timers = LoopTimers()
    private var shards: [MultiHandle] = []
    private var inFlight: [TransferID: Transfer] = [:]
    private var idle: [Transfer] = []
    private let begun: BegunReplies
    /// Those whose bytes others give and take.
    private var streamed: [Transfer] = []
    /// Nil where everything is sent over libcurl.
    private let direct: DirectConnections?
    /// A handle costs some kilobytes, and making one as much time as a request.
    private static let maxIdle = 8_192

    init(sockets: sending SocketWatch, options: HTTPClient.Options) {
        self.sockets = sockets
        self.options = options
        begun = BegunReplies(maximumBytes: options.heldBytes)
        direct = options.sendsDirectly ? DirectConnections(sockets) : nil
    }

    func start(_ order: TransferLoop.Start) {
        if let direct, direct.start(order) { return }
        if let problem = order.request.problem {
            order.complete(.failure(TransportError(.invalidRequest, message: problem)))
            return
        }
        let transfer = idle.popLast() ?? Transfer(begun: begun)
        transfer.prepare(order, authorities: options.certificateAuthorities)
        inFlight[order.id] = transfer
        if transfer.isStreamed { streamed.append(transfer) }
        shardWithRoom().add(transfer)
    }

    /// Lets a transfer go on whose bytes have moved at the other end.
    func resume(_ id: TransferID) {
        guard let transfer = inFlight[id] else { return }
        guard transfer.resume() else { return end(transfer, with: .failure(.cancelled)) }
        finishEnded(in: shards[transfer.shard])
    }

    func cancel(_ id: TransferID) {
        if let direct, direct.cancel(id) { return }
        guard let transfer = inFlight[id] else { return }
        end(transfer, with: .failure(.cancelled))
    }

    func cancelAll() {
        for transfer in inFlight.values.sorted(by: { $0.id.number < $1.id.number }) {
            end(transfer, with: .failure(.cancelled))
        }
        direct?.cancelAll()
        idle = []
        shards = []
    }

    func actOnDeadlines() {
        let now = MonotonicTime.now()
        while let work = timers.removeFirst(notAfter: now) { work() }
        direct?.actOnDeadlines(now)
        for shard in shards {
            guard let deadline = shard.deadline, deadline <= now else { continue }
            shard.actOnDeadline()
            finishEnded(in: shard)
        }
        for transfer in streamed {
            guard let end = transfer.silenceEnds, end <= now else { continue }
            self.end(
                transfer, with: .failure(TransportError(.timedOut, message: "nothing came or went for too long")))
        }
    }

    /// Acts on every socket that is ready; waits for one, up to the next deadline, when it may.
    func actOnSockets(waiting: Bool) {
        let reports = sockets.wait(until: waiting ? nextDeadline : MonotonicTime(nanoseconds: 0))
        for report in reports {
            guard !DirectConnections.isOwner(report.owner) else {
                direct?.act(on: report)
                continue
            }
            let shard = shards[Int(report.owner)]
            shard.act(on: report.socket, ready: report.ready)
            // At once, so that transfers end in the order in which their sockets became ready.
            finishEnded(in: shard)
        }
    }

    private var nextDeadline: MonotonicTime? {
        var next = timers.earliest
        func consider(_ time: MonotonicTime?) {
            if let time { next = min(next ?? time, time) }
        }
        consider(direct?.earliest)
        for shard in shards { consider(shard.deadline) }
        for transfer in streamed { consider(transfer.silenceEnds) }
        return next
    }

    /// The first that has room: full shards keep their connections warm, and the last ones stay empty.
    private func shardWithRoom() -> MultiHandle {
        if let shard = shards.first(where: { $0.load < options.transfersPerShard }) { return shard }
        let shard = MultiHandle(
            number: shards.count, sockets: sockets, maximumConnections: 2 * options.transfersPerShard)
        shards.append(shard)
        return shard
    }

    private func finishEnded(in shard: MultiHandle) {
        while let (transfer, status) = shard.nextFinished() {
            end(transfer, with: transfer.outcome(status))
        }
        while let transfer = begun.transfers.popLast() {
            let wasStreamed = transfer.isStreamed
            transfer.beginIfLarge()
            if transfer.isStreamed, !wasStreamed { streamed.append(transfer) }
        }
    }

    private func end(_ transfer: Transfer, with outcome: Result<HTTPResponse, TransportError>) {
        inFlight[transfer.id] = nil
        if transfer.isStreamed { streamed.removeAll { $0 === transfer } }
        shards[transfer.shard].remove(transfer)
        transfer.finish(with: outcome)
        if idle.count < Self.maxIdle { idle.append(transfer) }
    }
}
