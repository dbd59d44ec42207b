public import AccessEnablerAPI
internal import Transport

/// The network of this machine.
///
/// One may serve any number of instances. It ends when it is let go of, and cancels what is under way.
public final class CurlNetwork: Network {
    private let client: HTTPClient

    /// Starts the thread that sends all requests.
    ///
    /// - Throws: `PortError` where the machine has no thread left for it.
    public convenience init() throws(PortError) {
        try self.init(sendsDirectly: false)
    }

    /// - Parameter sendsDirectly: whether plain requests may pass by libcurl (``HTTPClient/Options/sendsDirectly``).
    package init(sendsDirectly: Bool) throws(PortError) {
        do throws(TransportError) {
            client = try HTTPClient.start(.init(sendsDirectly: sendsDirectly))
        } catch {
            throw PortError("the HTTP client did not start: \(error.message)")
        }
    }

    /// Runs tasks on the thread that replies arrive on, where they must not block.
    package var executor: any TaskExecutor { client.executor() }

    /// Sends the request with libcurl; `completion` is called on the network's thread, which it must not block.
    public func send(_ request: NetworkRequest, completion: @escaping NetworkCompletion) -> Cancellation {
        let transfer = client.send(HTTPRequest(request)) { result in
            completion(result.map(NetworkReply.init).mapError(NetworkFailure.init))
        }
        return Cancellation(of: transfer, client)
    }

    /// Sends a request whose outcome goes to the mailbox, without a closure for each.
    func send(_ request: NetworkRequest, as id: ExchangeID, to mailbox: Mailbox) -> Cancellation {
        Cancellation(of: client.send(HTTPRequest(request), to: mailbox, as: id.number), client)
    }

    /// Runs `work` on the network's thread; in a task where the network has ended.
    public func run(_ work: @escaping @Sendable () -> Void) {
        if !client.run(work) { _ = Task { work() } }
    }

    /// Runs `work` on the network's thread; never where the network has ended.
    public func run(_ work: @escaping @Sendable () -> Void, after time: Duration) -> Cancellation {
        guard let timer = client.start(work, after: time) else { return Cancellation() }
        return Cancellation(ofTimer: timer, client)
    }
}

extension Mailbox: TransferReceiver {
    func take(_ outcome: Result<HTTPResponse, TransportError>, of number: Int) {
        let result = outcome.map(NetworkReply.init).mapError(NetworkFailure.init)
        bring(.replied(ExchangeID(number: number), result))
    }
}

extension HTTPRequest {
    fileprivate init(_ request: NetworkRequest) {
        self.init(
            method: request.method, url: request.url, headers: request.lines, body: request.body,
            timeout: request.timeLimit)
    }
}

extension NetworkFailure {
    fileprivate init(_ error: TransportError) {
        let code: Code =
            switch error.code {
            case .timedOut: .timedOut
            case .cancelled: .cancelled
            case .connectionReset, .emptyReply, .truncated, .malformedReply, .replyTooLarge: .interrupted
            default: .unreachable
            }
        self.init(code, error.message)
    }
}
