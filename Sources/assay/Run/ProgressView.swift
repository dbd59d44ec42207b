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
    private let interval: Duration

    init(_ console: Console, total: Int, palette: Palette) {
        self.console = console
        interval = console.changesLines ? .milliseconds(50) : .seconds(1)
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
            guard now - state.lastState >= interval || remaining == 0 else { return }
            state.lastState = now
            if console.changesLines {
                state.line.show(state.text.state, console.out)
            } else {
                console.line(state.text.state)
            }
        }
    }

    /// Takes the changing line away, so that something else can be shown.
    func end() {
        state.withLock { $0.line.clear(console.out) }
    }
}
