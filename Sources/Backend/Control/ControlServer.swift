internal import HTTPServer
internal import POSIX

/// The control API: lets a harness in any language close gates, set latency and faults, and read the request log while
/// the backend runs (Documentation/serve.md).
///
/// It listens on the loopback interface alone, and answers no page of a browser that came from elsewhere.
package final class ControlServer: Sendable {
    private let server: HTTPServer
    package let url: String

    private init(_ server: HTTPServer) {
        self.server = server
        url = "http://\(server.addresses[0])"
    }

    /// - Parameters:
    ///   - port: zero for any free one.
    ///   - log: a sink of the backend's recorder.
    package static func start(port: UInt16 = 0, backend: Backend, log: RequestLog) throws(BackendError) -> ControlServer
    {
        let desk = ControlDesk(backend: backend, log: log)
        do throws(ServerError) {
            return ControlServer(
                try HTTPServer.start(
                    [SocketAddress(port: port)], datesReplies: true,
                    observe: { event in
                        switch event {
                        case .peerFinished(let exchange, _), .connectionLost(let exchange, _):
                            log.note(maybeGone: exchange)
                        default: break
                        }
                    },
                    refuse: { refusal, _ in ControlDesk.reply(to: refusal) },
                    handler: { request, handle in
                        if let reply = desk.answer(request, handle) { handle.send(reply) }
                    }))
        } catch {
            throw BackendError("\(error)")
        }
    }

    package func stop() {
        server.stop()
    }
}
