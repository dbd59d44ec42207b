import Dispatch
import Documents
import Evidence
import POSIX
import Synchronization
import Timing

/// Tells of every request in a line, when it is answered, without making the backend wait.
final class ServeLog: Sendable {
    private struct State {
        var open: [UInt64: (request: RequestEvent, at: MonotonicTime)] = [:]
        var lines: [String] = []
        /// Lines that were not kept because nobody reads those before.
        var omitted = 0
        var isEnding = false
    }

    private static let maxLines = 10_000

    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    /// `write` is called on a thread of the log's own.
    init(write: @escaping @Sendable (String) -> Void) {
        startThread(for: "the log") { [self] in
            while true {
                wake.wait()
                let (lines, isEnding) = state.withLock { state in
                    if state.omitted > 0 {
                        state.lines.append(
                            "note: \(state.omitted == 1 ? "1 line is" : "\(state.omitted) lines are") left out")
                    }
                    defer { (state.lines, state.omitted) = ([], 0) }
                    return (state.lines, state.isEnding)
                }
                if !lines.isEmpty { write(lines.joined(separator: "\n")) }
                if isEnding { break }
            }
            ended.signal()
        }
    }

    /// Quick, and safe from any thread.
    func take(_ observation: Observation) {
        let hasLine = state.withLock { state -> Bool in
            guard let line = Self.line(observation, &state) else { return false }
            guard state.lines.count < Self.maxLines else {
                state.omitted += 1
                return false
            }
            state.lines.append(line)
            return true
        }
        if hasLine { wake.signal() }
    }

    func finish() {
        state.withLock { $0.isEnding = true }
        wake.signal()
        ended.wait()
    }

    private static func line(_ observation: Observation, _ state: inout State) -> String? {
        switch observation.event {
        case .request(let request):
            state.open[request.exchange] = (request, observation.time)
            return nil
        case .replyHeld(let exchange):
            return state.open[exchange].map { text($0.request, "is held") }
        case .replyLeft(let reply):
            guard let (request, at) = state.open.removeValue(forKey: reply.exchange) else { return nil }
            return text(request, "\(reply.status) after \(milliseconds(observation.time - at))")
        case .replyBroken(let exchange, let reason):
            return state.open.removeValue(forKey: exchange).map { text($0.request, "broken: \(reason)") }
        case .refused(let refused):
            return "note: \(refused)"
        case .note(let note):
            return "note: \(note)"
        default:
            return nil
        }
    }

    private static func text(_ request: RequestEvent, _ outcome: String) -> String {
        let fields = request.fields.filter { $0.key != "user-agent" }.sorted { $0.key < $1.key }
            .map { "\(printable($0.key))=\(printable($0.value))" }
        return (["\(request.provider) \(request.method) \(printable(request.path)) \(outcome)"] + fields)
            .joined(separator: "  ")
    }

    /// A name or a value on one line, and not too much of it: what clients send must not write on the terminal.
    private static func printable(_ value: String) -> String {
        var text = String.UnicodeScalarView()
        for scalar in value.unicodeScalars.prefix(120) {
            text.append(scalar.altersDisplay || scalar.value < 0x20 ? "." : scalar)
        }
        return String(text) + (value.unicodeScalars.count > 120 ? "…" : "")
    }

    private static func milliseconds(_ duration: Duration) -> String {
        "\((duration.milliseconds * 10).rounded() / 10) ms"
    }
}
