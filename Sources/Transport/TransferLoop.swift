internal import CCurl
internal import POSIX
internal import Synchronization
internal import Timing

/// A thread that runs transfers.
///
/// Callers post orders and wake the thread. Everything of libcurl lives in ``run(_:)`` and is out of reach of all
/// other threads, so it needs no lock. Tasks may run on the thread, too: what a reply resumes there waits for no other.
final class TransferLoop: TaskExecutor {
    /// An object, because it goes from hand to hand, and a copy of it would count a dozen references.
    final class Start: Sendable {
        let id: TransferID
        let request: HTTPRequest
        private let asker: Asker
        /// Who takes a reply that does not come in one go; nil: it is gathered.
        let streaming: ReplyStreaming?
        /// To be called when somebody gave or took bytes of a body; nil where none is streamed.
        let resume: (@Sendable () -> Void)?

        /// Who is told the outcome.
        private enum Asker: Sendable {
            case closure(HTTPClient.Completion)
            case receiver(any TransferReceiver, number: Int)
        }

        init(
            id: TransferID, request: consuming HTTPRequest, streaming: ReplyStreaming? = nil,
            resume: (@Sendable () -> Void)? = nil, completion: @escaping HTTPClient.Completion
        ) {
            (self.id, self.streaming, self.resume) = (id, streaming, resume)
            self.request = request
            asker = .closure(completion)
        }

        init(id: TransferID, request: consuming HTTPRequest, receiver: any TransferReceiver, number: Int) {
            (self.id, streaming, resume) = (id, nil, nil)
            self.request = request
            asker = .receiver(receiver, number: number)
        }

        func complete(_ outcome: Result<HTTPResponse, TransportError>) {
            switch asker {
            case .closure(let completion): completion(outcome)
            case .receiver(let receiver, let number): receiver.take(outcome, of: number)
            }
        }
    }

    private enum Order: Sendable {
        case start(Start)
        case cancel(TransferID)
        case resume(TransferID)
        case run(@Sendable () -> Void)
        case startTimer(TransferID, MonotonicTime, @Sendable () -> Void)
        case cancelTimer(TransferID)
        case job(UnownedJob)
    }

    private struct Inbox {
        var orders: [Order] = []
        var isOpen = true
        /// Whether the thread waits, or is about to, and has seen every order.
        var isAsleep = false
    }

    private let inbox = Mutex(Inbox())
    private let end = FirstResult<Void>()
    private let lastNumber = Atomic<UInt64>(0)
    private let waker: Waker
    private let index: Int

    private init(index: Int, waker: Waker) {
        self.index = index
        self.waker = waker
    }

    static func start(index: Int, options: HTTPClient.Options) throws(TransportError) -> TransferLoop {
        guard let sockets = SocketWatch() else {
            throw TransportError(.outOfResources, message: "no descriptor is left for a transfer thread")
        }
        let loop = TransferLoop(index: index, waker: sockets.waker)
        let state = TransferLoopState(sockets: sockets, options: options)
        guard startThread({ loop.run(state) }) else {
            throw TransportError(.outOfResources, message: "no transfer thread could be started")
        }
        return loop
    }

    // MARK: - From any thread

    /// A name for a transfer to come.
    func makeID() -> TransferID {
        TransferID(loop: index, number: lastNumber.add(1, ordering: .relaxed).newValue)
    }

    func start(_ order: Start) {
        if !post(.start(order)) { order.complete(.failure(.cancelled)) }
    }

    func cancel(_ id: TransferID) {
        _ = post(.cancel(id))
    }

    /// Somebody gave or took bytes of a body.
    func resume(_ id: TransferID) {
        _ = post(.resume(id))
    }

    func run(_ work: @escaping @Sendable () -> Void) -> Bool {
        post(.run(work))
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // A task has to go on somewhere, even if the thread does not.
        if !post(.job(job)) { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// Nil where the thread has been stopped.
    func start(_ work: @escaping @Sendable () -> Void, at time: MonotonicTime) -> TransferID? {
        let id = makeID()
        return post(.startTimer(id, time, work)) ? id : nil
    }

    func cancelTimer(_ id: TransferID) {
        _ = post(.cancelTimer(id))
    }

    /// Ends the thread soon; every transfer in flight is told that it was cancelled.
    func stop() {
        inbox.withLock { $0.isOpen = false }
        waker.wake()
    }

    /// Returns once the thread has told everybody and is done with libcurl.
    func waitForEnd() async { await end.value() }

    private func post(_ order: Order) -> Bool {
        let (isOpen, isAsleep) = inbox.withLock { inbox in
            guard inbox.isOpen else { return (false, false) }
            inbox.orders.append(order)
            defer { inbox.isAsleep = false }
            return (true, inbox.isAsleep)
        }
        // One wake for all orders posted while the thread is on its way.
        if isAsleep { waker.wake() }
        return isOpen
    }

    // MARK: - The thread

    private func run(_ state: TransferLoopState) {
        var isOpen = true
        var orders: [Order] = []
        while isOpen {
            isOpen = takeOrders(state, &orders)
            state.actOnDeadlines()
            let mayWait = inbox.withLock { inbox in
                inbox.isAsleep = inbox.orders.isEmpty && inbox.isOpen
                return inbox.isAsleep
            }
            state.actOnSockets(waiting: mayWait)
            inbox.withLock { $0.isAsleep = false }
        }
        state.cancelAll()
        end.give(())
    }

    /// False once the loop shall end; `orders` is empty, and only its memory is used again.
    private func takeOrders(_ state: TransferLoopState, _ orders: inout [Order]) -> Bool {
        let isOpen = inbox.withLock { inbox in
            swap(&inbox.orders, &orders)
            return inbox.isOpen
        }
        for order in orders {
            switch order {
            case .start(let start): state.start(start)
            case .cancel(let id): state.cancel(id)
            case .resume(let id): state.resume(id)
            case .run(let work): work()
            case .startTimer(let id, let time, let work): state.timers.start(id.number, at: time, work)
            case .cancelTimer(let id): state.timers.cancel(id.number)
            case .job(let job): unsafe job.runSynchronously(on: asUnownedTaskExecutor())
            }
        }
        orders.removeAll(keepingCapacity: true)
        return isOpen
    }
}
