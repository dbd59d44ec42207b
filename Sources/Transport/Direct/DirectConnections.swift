internal import POSIX
internal import Timing

/// Sends requests over plain connections of its own, for a load whose generator has to cost little.
///
/// Libcurl takes more than a hundred thousand instructions for a request with nine header lines, half of them to put it
/// together character by character; here it is some thousands. What needs more than a connection is libcurl's all the same, see
/// ``DirectTarget``. Replies, errors and times are as over libcurl; the same tests hold both to it. Belongs to the loop's
/// thread.
final class DirectConnections {
    /// What its sockets are watched under has this bit, and the connection's serial number in the others.
    private static let ownerBit: UInt32 = 1 << 31

    private let sockets: SocketWatch
    private var pools: [DirectPool] = []
    /// The pool after the one that was asked for last: fan-outs ask one provider after the other.
    private var likeliestPool = 0
    /// By socket.
    private var connections: [DirectConnection?] = []
    private var deadlines = TimerHeap<Reminder>()
    private var lastSerial: UInt64 = 0
    private var memory = ReplyMemory()
    private var text = RequestText()

    /// Names a connection without holding it, which may be closed long before the time comes.
    private struct Reminder {
        var place: Int
        var serial: UInt64
    }

    init(_ sockets: SocketWatch) {
        self.sockets = sockets
    }

    /// When the next deadline may be due.
    var earliest: MonotonicTime? { deadlines.earliest }

    /// False for what is left to libcurl.
    func start(_ order: TransferLoop.Start) -> Bool {
        guard order.streaming == nil, order.request.rest == nil, let target = DirectTarget(order.request),
            let pool = pool(order.request.url, target),
            text.write(order.request, target, lines: pool.lines)
        else { return false }
        send(order, pool, pool.take())
        return true
    }

    /// False for what is none of its own.
    func cancel(_ id: TransferID) -> Bool {
        // Looked for among all, because few are cancelled, and each would have to be noted down.
        guard let found = connections.first(where: { $0?.order?.id == id }), let connection = found else {
            return false
        }
        finish(connection, with: .failure(.cancelled), isReusable: false)
        return true
    }

    func cancelAll() {
        let orders = connections.compactMap { $0?.order?.id }
        for id in orders.sorted(by: { $0.number < $1.number }) { _ = cancel(id) }
        for connection in connections { connection.map(close) }
        pools = []
    }

    static func isOwner(_ owner: UInt32) -> Bool { owner & ownerBit != 0 }

    func act(on report: SocketWatch.Report) {
        let place = Int(report.socket)
        // A report may be of an earlier connection, which was closed since it was taken.
        guard connections.indices.contains(place), let connection = connections[place],
            Self.owner(connection) == report.owner
        else { return }
        take(connection.act(report.ready, &memory), connection)
    }

    func actOnDeadlines(_ now: MonotonicTime) {
        while let reminder = deadlines.removeFirst(notAfter: now) {
            guard let connection = connections[reminder.place], connection.serial == reminder.serial else { continue }
            connection.timer = nil
            guard let order = connection.order else { continue }
            if connection.deadline <= now {
                let message = "the reply was not complete within \(order.request.timeout)"
                finish(connection, with: .failure(TransportError(.timedOut, message: message)), isReusable: false)
            } else {
                remind(connection)
            }
        }
    }

    // MARK: - Sending

    private func pool(_ url: String, _ target: DirectTarget) -> DirectPool? {
        for _ in pools.indices {
            let pool = pools[likeliestPool]
            likeliestPool = likeliestPool + 1 < pools.count ? likeliestPool + 1 : 0
            if pool.isMeant(by: url, target.authority) { return pool }
        }
        guard let pool = DirectPool(target.authority(in: url)) else { return nil }
        pools.append(pool)
        likeliestPool = 0
        return pool
    }

    /// Sends what ``text`` holds, on `kept` or else on a new connection.
    private func send(_ order: TransferLoop.Start, _ pool: DirectPool, _ kept: DirectConnection?) {
        let connection: DirectConnection
        if let kept {
            connection = kept
        } else {
            do throws(SystemError) {
                lastSerial += 1
                connection = DirectConnection(try .connecting(to: pool.address), pool, serial: lastSerial)
            } catch {
                order.complete(.failure(DirectConnection.refused(pool.address, error)))
                return
            }
            let place = Int(connection.number)
            if place >= connections.count {
                connections += Array(repeating: nil, count: place + 1 - connections.count)
            }
            connections[place] = connection
            sockets.watchChanges(of: connection.number, owner: Self.owner(connection))
        }
        let progress = unsafe connection.begin(order, text.bytes)
        if connection.timer.map({ $0 > connection.deadline }) ?? true { remind(connection) }
        take(progress, connection)
    }

    private static func owner(_ connection: DirectConnection) -> UInt32 {
        ownerBit | UInt32(truncatingIfNeeded: connection.serial)
    }

    private func remind(_ connection: DirectConnection) {
        connection.timer = connection.deadline
        deadlines.insert(
            Reminder(place: Int(connection.number), serial: connection.serial), at: connection.deadline)
    }

    // MARK: - Ending

    private func take(_ progress: DirectConnection.Progress, _ connection: DirectConnection) {
        switch progress {
        case .underWay: break
        case .useless: close(connection)
        case .done(let outcome, let isReusable): finish(connection, with: outcome, isReusable: isReusable)
        case .broken(let error):
            guard connection.mayBeSentAgain, let order = connection.end() else {
                return finish(connection, with: .failure(error), isReusable: false)
            }
            close(connection)
            guard let target = DirectTarget(order.request),
                text.write(order.request, target, lines: connection.pool.lines)
            else { return order.complete(.failure(error)) }
            send(order, connection.pool, nil)
        }
    }

    private func finish(
        _ connection: DirectConnection, with outcome: Result<HTTPResponse, TransportError>, isReusable: Bool
    ) {
        let order = connection.end()
        if !isReusable || !connection.pool.keep(connection) { close(connection) }
        guard let order else { return }
        order.complete(outcome)
        if case .success(let response) = outcome { memory.giveBack(response.block, response.body) }
    }

    private func close(_ connection: DirectConnection) {
        guard !connection.isClosed else { return }
        connections[Int(connection.number)] = nil
        sockets.forget(connection.number)
        connection.close()
    }
}
