import Evidence
import Reports
import Synchronization
import Timing

/// Shows how a run goes on: on a terminal in one line that changes, otherwise in a line every now and then.
final class ProgressView: Sendable {
    private struct State {
        var text: ProgressText
        var lastState = MonotonicTime(nanoseconds: 0)
        var line = ChangingLine()
    }

    private let console: Console
    private let state: Mutex<State>
    private static let interval = Duration.milliseconds(50)

    init(_ console: Console, total: Int, palette: Palette) {
        self.console = console
        state = Mutex(State(text: ProgressText(total: total, palette: palette)))
    }

    /// Safe from any thread.
    func take(_ verdict: Verdict, remaining: Int) {
        state.withLock { state in
            state.text.take(verdict)
            if let line = state.text.line(for: verdict) {
                state.line.clear(console.out)
                console.line(line)
            }
            let now = MonotonicTime.now()
            guard console.changesLines else {
                if state.text.isWorthALine(at: now) { console.line(state.text.state) }
                return
            }
            guard now - state.lastState >= Self.interval || remaining == 0 else { return }
            state.lastState = now
            state.line.show(state.text.state, console.out)
        }
    }

    /// Takes the changing line away, so that something else can be shown.
    func end() {
        state.withLock { $0.line.clear(console.out) }
    }
}
