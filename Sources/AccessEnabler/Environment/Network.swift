internal import Transport

/// What carries requests to the service providers.
public protocol Network: Sendable {
    /// Sends `request` and calls `completion` once with what came of it, on any thread.
    ///
    /// Returns without waiting. `completion` does not block, with one exception: where an instance takes its turns on
    /// the network's thread (``Environment/Turn``), its callbacks run in there.
    ///
    /// - Parameters:
    ///   - request: sent as it is; redirections are the caller's business.
    ///   - completion: told a reply whatever its status, or why there is none.
    /// - Returns: what gives the request up. After that `completion` may be called with
    ///   ``NetworkFailure/Code/cancelled`` or not at all.
    func send(_ request: NetworkRequest, completion: @escaping NetworkCompletion) -> Cancellation

    /// Runs `work` soon, never inside this call, on a thread of the network's if it has one.
    func run(_ work: @escaping @Sendable () -> Void)

    /// Runs `work` when the time has passed, on a thread of the network's if it has one.
    ///
    /// - Returns: what ends the waiting, so that `work` is not run.
    func run(_ work: @escaping @Sendable () -> Void, after time: Duration) -> Cancellation
}

extension Network {
    /// Runs `work` in a task, for networks without a thread of their own.
    public func run(_ work: @escaping @Sendable () -> Void) {
        _ = Task { work() }
    }

    /// Runs `work` in a task when the time has passed, for networks without a thread of their own.
    public func run(_ work: @escaping @Sendable () -> Void, after time: Duration) -> Cancellation {
        Environment.sleep(time, work)
    }
}

/// Told what came of a request: its reply, whatever the status, or why there is none.
public typealias NetworkCompletion = @Sendable (Result<NetworkReply, NetworkFailure>) -> Void

/// Ends something that was started; does nothing when it has ended already.
public struct Cancellation: Sendable {
    /// What there is to end; the client's own without a closure, for there is one for every request.
    private enum Means {
        case nothing
        case closure(@Sendable () -> Void)
        case transfer(TransferID, HTTPClient)
        case timer(TransferID, HTTPClient)
    }

    private let means: Means

    /// Makes one that ends nothing.
    public init() {
        means = .nothing
    }

    /// Makes one that runs `perform` at each ``cancel()``, on the thread of that call.
    public init(_ perform: @escaping @Sendable () -> Void) {
        means = .closure(perform)
    }

    init(of transfer: TransferID, _ client: HTTPClient) {
        means = .transfer(transfer, client)
    }

    init(ofTimer timer: TransferID, _ client: HTTPClient) {
        means = .timer(timer, client)
    }

    /// Returns without waiting; any thread.
    public func cancel() {
        switch means {
        case .nothing: break
        case .closure(let perform): perform()
        case .transfer(let transfer, let client): client.cancel(transfer)
        case .timer(let timer, let client): client.cancelTimer(timer)
        }
    }
}

/// One HTTP request, complete.
public struct NetworkRequest: Sendable, Hashable {
    /// One field of a request or reply; two are equal only where the capitals of their names are, too.
    public struct Header: Sendable, Hashable {
        /// The field's name, without the colon.
        public var name: String
        /// The field's value, in one line.
        public var value: String

        /// Makes a field; neither text is checked.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The method in capitals, such as `GET`.
    public var method: String
    /// Absolute, with its query.
    public var url: String
    /// Put together once where requests have the same.
    var lines: RequestHeaders
    /// nil for a request without a body.
    public var body: [UInt8]?
    /// For the whole exchange; a request that takes longer fails with ``NetworkFailure/Code/timedOut``.
    public var timeLimit: Duration
}

extension NetworkRequest {
    /// Makes a request, without headers and body unless they are given.
    ///
    /// - Parameters:
    ///   - method: in capitals.
    ///   - url: absolute, with its query.
    ///   - headers: in the order in which they are sent.
    ///   - body: nil for a request without a body.
    ///   - timeLimit: for the whole exchange.
    public init(
        method: String, url: String, headers: [Header] = [], body: [UInt8]? = nil, timeLimit: Duration = .seconds(30)
    ) {
        self.init(
            method: method, url: url, lines: RequestHeaders(headers.map { .init($0.name, $0.value) }), body: body,
            timeLimit: timeLimit)
    }

    /// In the order in which they are sent.
    public var headers: [Header] {
        get { lines.fields.map { Header($0.name, $0.value) } }
        set { lines = RequestHeaders(newValue.map { .init($0.name, $0.value) }) }
    }
}

/// An HTTP reply, whatever its status.
public struct NetworkReply: Sendable, Hashable {
    /// The status code, such as 200; every code is a reply, also 500.
    public var status: Int
    /// Empty where the reply has none.
    public var body: [UInt8]
    private var head: Head

    /// Most replies are judged by their status and their body, and their headers need never be taken apart.
    private enum Head: Sendable {
        case fields([NetworkRequest.Header])
        case unread(HTTPResponse)
    }

    /// Makes a reply; for a ``Network`` that takes replies from elsewhere than HTTP, such as a test's.
    public init(status: Int, headers: [NetworkRequest.Header] = [], body: [UInt8] = []) {
        self.status = status
        self.body = body
        head = .fields(headers)
    }

    init(_ response: consuming HTTPResponse) {
        status = response.status
        body = response.body
        response.body = []
        head = .unread(response)
    }

    /// In the order in which they came.
    public var headers: [NetworkRequest.Header] {
        get {
            switch head {
            case .fields(let fields): fields
            case .unread(let response): response.headers.map { .init($0.name, $0.value) }
            }
        }
        set { head = .fields(newValue) }
    }

    /// Compares status, body and headers; the order of the headers counts.
    public static func == (left: NetworkReply, right: NetworkReply) -> Bool {
        left.status == right.status && left.body == right.body && left.headers == right.headers
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(status)
        hasher.combine(body)
        hasher.combine(headers)
    }
}

/// Why there is no reply, or none that is complete.
public struct NetworkFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// What came between the request and its reply.
    public enum Code: Sendable, Hashable {
        /// No connection, and whatever none of the others says.
        case unreachable
        /// ``NetworkRequest/timeLimit`` was over.
        case timedOut
        /// There was no reply to be read: the connection ended before or within it, or it was malformed or too large.
        case interrupted
        /// Given up by its ``Cancellation``.
        case cancelled
    }

    /// For programs; ``message`` says the same to people.
    public var code: Code
    /// The network's own words, in one line.
    public var message: String

    /// Makes a failure; `message` is one line.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The ``message``, without the code.
    public var description: String { message }
}
