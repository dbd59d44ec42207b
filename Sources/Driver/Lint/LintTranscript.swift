internal import AdapterProtocol
internal import Documents
internal import POSIX
internal import Synchronization

/// What the process that is being tried has said so far; filled on the process's own thread.
final class LintTranscript: Sendable {
    private struct State {
        var messages: [JSON] = []
        var noise: String?
        var status: ExitStatus?
        var port: InitializeResult?
        var nextID: Int64 = 1_000
        var bytes = 0
    }

    /// No probe calls for a thousandth of it.
    static let maxBytes = 32 << 20

    private let state = Mutex(State())

    var messages: [JSON] { state.withLock { $0.messages } }
    var noise: String? { state.withLock { $0.noise } }
    var status: ExitStatus? { state.withLock { $0.status } }
    var port: InitializeResult? { state.withLock { $0.port } }

    func newID() -> JSON {
        state.withLock { state in
            state.nextID += 1
            return .int(state.nextID)
        }
    }

    func set(_ port: InitializeResult) {
        state.withLock { $0.port = port }
    }

    func take(_ event: ChildProcess.Event) {
        switch event {
        case .line(let line):
            guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) else { return }
            let message = try? JSON.parse(line)
            state.withLock { state in
                state.bytes += line.count
                if state.bytes > Self.maxBytes {
                    state.noise = state.noise ?? "one beyond \(Self.maxBytes >> 20) MB"
                } else if let message, message["jsonrpc"] != nil {
                    state.messages.append(message)
                } else {
                    state.noise = state.noise ?? Conversation.quote(line)
                }
            }
        case .tooLongLine(_, let length):
            state.withLock { $0.noise = $0.noise ?? "a line of \(length) bytes" }
        case .ended(let status):
            state.withLock { $0.status = status }
        case .errorLine, .outputEnded:
            break
        }
    }
}
