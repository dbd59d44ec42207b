internal import CCurl
internal import Timing

/// The name of one request of one client, or of one thing to do later.
package struct TransferID: Sendable, Hashable {
    var loop: Int
    var number: UInt64
}

/// Sends HTTP/1.1 requests over libcurl, on threads of its own.
///
/// Every request is answered exactly once, with a reply of any status or with an error. Connections are kept alive
/// and used again within a thread. Proxies and the environment's settings of them are never used.
package final class HTTPClient: Sendable {
    /// Runs on the client's thread and must not block; all completions of one lane come in order of completion.
    ///
    /// After ``stop()`` it may run on the thread that sends.
    package typealias Completion = @Sendable (Result<HTTPResponse, TransportError>) -> Void

    package struct Options: Sendable {
        /// How many threads; requests choose theirs by their lane.
        package var threads: Int
        /// Path of a PEM file with the certificates to trust instead of the system's.
        package var certificateAuthorities: String?
        /// How many transfers share a multi handle before another is opened.
        package var transfersPerShard: Int
        /// Whether requests that need nothing of libcurl's go over plain connections of the client's own, which costs a
        /// fraction: for load.
        package var sendsDirectly: Bool

        /// Where a thread holds so many bytes of replies that may be streamed, whatever more comes of one has that one streamed.
        package var heldBytes: Int

        package init(
            threads: Int = 1, certificateAuthorities: String? = nil, transfersPerShard: Int = 128,
            sendsDirectly: Bool = false, heldBytes: Int = 256 << 20
        ) {
            precondition(threads > 0 && transfersPerShard > 0, "a client needs a thread and room for a transfer")
            self.threads = threads
            self.certificateAuthorities = certificateAuthorities
            self.transfersPerShard = transfersPerShard
            self.sendsDirectly = sendsDirectly
            self.heldBytes = heldBytes
        }
    }

    private let loops: [TransferLoop]

    private init(loops: [TransferLoop]) {
        self.loops = loops
    }

    deinit {
        stop()
    }

    private func loop(of lane: Int) -> TransferLoop { loops[Int(UInt(bitPattern: lane) % UInt(loops.count))] }

    /// A client that runs until it is stopped or let go of.
    package static func start(_ options: Options = Options()) throws(TransportError) -> HTTPClient {
        precondition(globalSetup == CURLE_OK, "libcurl could not be initialised")
        var loops: [TransferLoop] = []
        for index in 0..<options.threads {
            do throws(TransportError) {
                loops.append(try TransferLoop.start(index: index, options: options))
            } catch {
                for loop in loops { loop.stop() }
                throw error
            }
        }
        return HTTPClient(loops: loops)
    }

    /// Runs `body` with this client, and stops it before it returns.
    package func stopped<Value, Failure>(
        after body: (HTTPClient) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        do throws(Failure) {
            let value = try await body(self)
            await stopAndWait()
            return value
        } catch {
            await stopAndWait()
            throw error
        }
    }

    /// Sends a request and returns at once.
    ///
    /// Requests of one lane share a thread, so that their completions have an order; lanes are numbers of the
    /// caller's choosing.
    @discardableResult
    package func send(
        _ request: consuming HTTPRequest, lane: Int = 0, completion: @escaping Completion
    ) -> TransferID {
        let loop = loop(of: lane)
        let id = loop.makeID()
        loop.start(TransferLoop.Start(id: id, request: request, completion: completion))
        return id
    }

    /// The same, with a reply that does not come in one go for `streaming` while it comes, or with a body that is given while
    /// it is sent.
    @discardableResult
    package func send(
        _ request: HTTPRequest, lane: Int = 0, streaming: ReplyStreaming?, completion: @escaping Completion
    ) -> TransferID {
        let loop = loop(of: lane)
        let id = loop.makeID()
        let resume: @Sendable () -> Void = { [weak loop] in loop?.resume(id) }
        loop.start(
            TransferLoop.Start(
                id: id, request: request, streaming: streaming, resume: resume, completion: completion))
        return id
    }

    /// The same, with the outcome for `receiver`, under its `number`.
    @discardableResult
    package func send(
        _ request: consuming HTTPRequest, lane: Int = 0, to receiver: any TransferReceiver, as number: Int
    ) -> TransferID {
        let loop = loop(of: lane)
        let id = loop.makeID()
        loop.start(TransferLoop.Start(id: id, request: request, receiver: receiver, number: number))
        return id
    }

    /// Runs `work` soon on the thread of a lane, where it must not block; false once the client has been stopped.
    package func run(lane: Int = 0, _ work: @escaping @Sendable () -> Void) -> Bool {
        loop(of: lane).run(work)
    }

    /// Runs tasks on the thread of a lane, where they must not block; after ``stop()`` wherever they are resumed.
    package func executor(lane: Int = 0) -> any TaskExecutor {
        loop(of: lane)
    }

    /// Runs `work` on the thread of a lane once the time has passed, where it must not block; nil once the client has been
    /// stopped, and never after that.
    package func start(_ work: @escaping @Sendable () -> Void, after time: Duration, lane: Int = 0) -> TransferID? {
        loop(of: lane).start(work, at: .now() + time)
    }

    /// Takes back what was to run at some time, unless it has run.
    package func cancelTimer(_ id: TransferID) {
        loops[id.loop].cancelTimer(id)
    }

    /// Ends a request with ``TransportError/Code/cancelled``, unless it has ended already.
    package func cancel(_ id: TransferID) {
        loops[id.loop].cancel(id)
    }

    /// Sends a request and waits for its reply; cancelling the task cancels the request.
    package func send(_ request: HTTPRequest, lane: Int = 0) async throws(TransportError) -> HTTPResponse {
        let loop = loop(of: lane)
        let id = loop.makeID()
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loop.start(TransferLoop.Start(id: id, request: request) { continuation.resume(returning: $0) })
                // The handler below may have run before there was anything to cancel.
                if Task.isCancelled { loop.cancel(id) }
            }
        } onCancel: {
            loop.cancel(id)
        }
        return try outcome.get()
    }

    /// Ends every request in flight, soon, with ``TransportError/Code/cancelled``, and answers later ones so at once.
    package func stop() {
        for loop in loops { loop.stop() }
    }

    /// Stops, and returns once the last completion has run.
    package func stopAndWait() async {
        stop()
        for loop in loops { await loop.waitForEnd() }
    }
}

/// Must run once, before the first handle exists.
private let globalSetup: CURLcode = shim_global_init()
