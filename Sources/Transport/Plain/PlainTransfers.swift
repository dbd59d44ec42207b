internal import POSIX
internal import Timing

/// The exchanges over plain connections, and the connections that wait for their next one.
///
/// An exchange costs a call to send, one to wait for many sockets at once, and one to receive; libcurl, which can do
/// everything, takes some three times the time of those calls. Belongs to the loop's thread.
final class PlainTransfers {
    /// What the sockets are watched under.
    static let owner = UInt32.max
    private static let mostIdle = 8_192
    /// A connection that was idle for longer is not trusted any more.
    private static let longestIdle = Duration.seconds(118)

    private let sockets: SocketWatch
    /// By descriptor.
    private var connections: [PlainConnection?] = []
    /// The one used last is the last.
    private var idle: [PlainTarget: [PlainConnection]] = [:]
    private var idleCount = 0
    private var inFlight: [TransferID: PlainConnection] = [:]
    /// No exchange runs out of time before.
    private(set) var deadline: MonotonicTime?
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)

    init(sockets: SocketWatch) {
        self.sockets = sockets
    }

    // MARK: - Orders

    func start(_ order: TransferLoop.Start, _ request: PlainRequest) {
        let now = MonotonicTime.now()
        let transfer = PlainTransfer(order, request, at: now)
        deadline = min(deadline ?? transfer.deadline, transfer.deadline)
        guard let connection = takeIdle(request.target, at: now) else { return open(transfer) }
        connection.transfer = transfer
        inFlight[transfer.id] = connection
        send(on: connection)
    }

    /// False where there is no such exchange.
    func cancel(_ id: TransferID) -> Bool {
        guard let connection = inFlight[id] else { return false }
        fail(connection, .cancelled)
        return true
    }

    func cancelAll() {
        for (_, connection) in inFlight.sorted(by: { $0.key.number < $1.key.number }) { fail(connection, .cancelled) }
        closeIdle()
    }

    /// Ends the exchanges whose time is over.
    func actOnDeadline(at now: MonotonicTime) {
        guard let deadline, deadline <= now else { return }
        self.deadline = nil
        for (_, connection) in inFlight.sorted(by: { $0.key.number < $1.key.number }) {
            guard let transfer = connection.transfer else { continue }
            if transfer.deadline <= now {
                fail(
                    connection,
                    TransportError(.timedOut, message: "there was no whole reply within \(transfer.timeout)"))
            } else {
                self.deadline = min(self.deadline ?? transfer.deadline, transfer.deadline)
            }
        }
    }

    // MARK: - Connections

    private func takeIdle(_ target: PlainTarget, at now: MonotonicTime) -> PlainConnection? {
        guard let connection = idle[target]?.popLast() else { return nil }
        idleCount -= 1
        guard now - connection.idleSince < Self.longestIdle else {
            close(connection)
            return takeIdle(target, at: now)
        }
        return connection
    }

    private func open(_ transfer: PlainTransfer) {
        let target = transfer.request.target
        let address = SocketAddress(host: target.host, port: target.port)
        let connection: PlainConnection
        do throws(SystemError) {
            connection = PlainConnection(target, try connect(to: address), transfer)
        } catch {
            return transfer.completion(.failure(TransportError(.couldNotConnect, message: error.description)))
        }
        let place = Int(connection.socket.raw)
        if place >= connections.count {
            connections += Array(repeating: nil, count: place + 1 - connections.count)
        }
        connections[place] = connection
        inFlight[transfer.id] = connection
        sockets.watch(connection.socket.raw, for: .writing, owner: Self.owner)
    }

    /// Connections that wait make way for one that is needed.
    private func connect(to address: SocketAddress) throws(SystemError) -> FileDescriptor {
        do throws(SystemError) {
            return try .connecting(to: address)
        } catch {
            guard idleCount > 0 else { throw error }
            closeIdle()
            return try .connecting(to: address)
        }
    }

    private func keep(_ connection: PlainConnection, at now: MonotonicTime) {
        guard idleCount < Self.mostIdle else { return close(connection) }
        connection.isUsed = true
        connection.idleSince = now
        idle[connection.target, default: []].append(connection)
        idleCount += 1
    }

    private func close(_ connection: PlainConnection) {
        sockets.forget(connection.socket.raw)
        connections[Int(connection.socket.raw)] = nil
        connection.socket.close()
    }

    private func closeIdle() {
        for connection in idle.values.joined() { close(connection) }
        idle = [:]
        idleCount = 0
    }

    // MARK: - Sockets

    func act(on socket: Int32, ready: SocketWatch.Directions) {
        guard connections.indices.contains(Int(socket)), let connection = connections[Int(socket)] else { return }
        guard connection.transfer != nil else { return closeUnasked(connection) }
        guard connection.isConnected else {
            if let error = connection.socket.connectionError("connect to \(connection.target.host)") {
                return fail(connection, TransportError(.couldNotConnect, message: error.description))
            }
            guard ready.contains(.writing) else { return }
            connection.isConnected = true
            sockets.watch(socket, for: .reading, owner: Self.owner)
            return send(on: connection)
        }
        if ready.contains(.writing), connection.transfer?.isSent == false { send(on: connection, wasBlocked: true) }
        if ready != .writing, connections[Int(socket)] === connection { receive(on: connection) }
    }

    /// A connection that waits has ended, or says what nobody has asked for.
    private func closeUnasked(_ connection: PlainConnection) {
        if let place = idle[connection.target]?.lastIndex(where: { $0 === connection }) {
            idle[connection.target]?.remove(at: place)
            idleCount -= 1
        }
        close(connection)
    }

    private func send(on connection: PlainConnection, wasBlocked: Bool = false) {
        while connection.transfer?.isSent == false {
            switch connection.send() {
            case .bytes: continue
            case .blocked, .ended:
                if !wasBlocked {
                    sockets.watch(connection.socket.raw, for: [.reading, .writing], owner: Self.owner)
                }
                return
            case .failed(let code):
                return lose(
                    connection, TransportError(.connectionReset, message: SystemError("send", code: code).description))
            }
        }
        if wasBlocked { sockets.watch(connection.socket.raw, for: .reading, owner: Self.owner) }
    }

    private func receive(on connection: PlainConnection) {
        while true {
            switch connection.socket.receive(into: &buffer) {
            case .bytes(let count):
                let error = unsafe buffer.withUnsafeBytes { bytes in
                    unsafe connection.transfer?.reader.take(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
                }
                if let error { return fail(connection, error) }
                if connection.transfer?.reader.isComplete == true { return finish(connection) }
                if count < buffer.count { return }
            case .blocked:
                return
            case .ended:
                guard connection.transfer?.reader.hasBegun == true else {
                    return lose(
                        connection, TransportError(.emptyReply, message: "the connection ended without a reply"))
                }
                if let error = connection.transfer?.reader.takeEnd() { return fail(connection, error) }
                return finish(connection)
            case .failed(let code):
                return lose(
                    connection,
                    TransportError(.connectionReset, message: SystemError("receive", code: code).description))
            }
        }
    }

    // MARK: - The end of an exchange

    private func finish(_ connection: PlainConnection) {
        guard let transfer = take(connection) else { return }
        let now = MonotonicTime.now()
        if transfer.reader.isKept, transfer.isSent { keep(connection, at: now) } else { close(connection) }
        transfer.completion(.success(transfer.response(at: now)))
    }

    /// A connection that was kept may have ended just when it was used again: then the request goes over a new one.
    private func lose(_ connection: PlainConnection, _ error: TransportError) {
        guard connection.isUsed, connection.transfer?.reader.hasBegun == false, var transfer = take(connection) else {
            return fail(connection, error)
        }
        close(connection)
        transfer.beginAgain()
        open(transfer)
    }

    private func fail(_ connection: PlainConnection, _ error: TransportError) {
        guard let transfer = take(connection) else { return }
        close(connection)
        transfer.completion(.failure(error))
    }

    private func take(_ connection: PlainConnection) -> PlainTransfer? {
        guard let transfer = connection.transfer else { return nil }
        connection.transfer = nil
        inFlight[transfer.id] = nil
        return transfer
    }
}
