internal import AccessEnablerAPI
internal import AdapterProtocol
internal import Evidence
internal import POSIX
internal import Synchronization
internal import Timing

/// Records what one instance of a port in this process does, on the threads on which it does it.
final class SessionObserver: Sendable {
    private struct State {
        var callbacks = 0
        var calls = CallsInProgress()
        /// The port's own threads, numbered from 1 in the order in which they were first seen.
        var threads: [UInt: Int] = [:]
        var isClosed = false
    }

    private let session: SessionID
    private let recorder: Recorder
    private let state = Mutex(State())

    init(session: SessionID, recorder: Recorder) {
        self.session = session
        self.recorder = recorder
    }

    func record(_ event: Event) {
        recorder.record(event, session: session)
    }

    /// Runs inside a callback of the port.
    ///
    /// Taking the time, numbering and recording are one step under the lock, so that both go up in a session's trace.
    func callback(_ message: Message) {
        let thread = currentThread()
        state.withLock { state in
            let time = MonotonicTime.now()
            let duringCall = state.calls.number(on: thread)
            let event = CallbackEvent(
                number: state.callbacks, message: message,
                thread: duringCall == nil ? Self.name(of: thread, &state) : "caller", duringCall: duringCall)
            state.callbacks += 1
            recorder.record(.callback(event), session: session, at: time)
        }
    }

    /// Makes a call on this thread and records it, unless the session is closed.
    func observer(_ message: Message, number: Int, by enabler: any AccessEnabler) -> CallOutcome {
        let thread = currentThread()
        let isClosed = state.withLock { state in
            if !state.isClosed { state.calls.begin(number, on: thread) }
            return state.isClosed
        }
        if isClosed { return .portGone("the session is closed") }
        record(.call(number: number, message))
        let outcome: CallOutcome
        let event: Event
        do throws(CallError) {
            try enabler.perform(message)
            (outcome, event) = (.returned, .callReturned(number: number))
        } catch {
            (outcome, event) = (.threw(error.message), .callThrew(number: number, message: error.message))
        }
        let time = MonotonicTime.now()
        state.withLock { state in
            state.calls.end(on: thread)
            guard !state.isClosed else { return }
            recorder.record(event, session: session, at: time)
        }
        return outcome
    }

    /// From now on the application makes no calls, and takes note of none.
    func close() {
        state.withLock { $0.isClosed = true }
    }

    private static func name(of thread: UInt, _ state: inout State) -> String {
        let number = state.threads[thread] ?? state.threads.count + 1
        state.threads[thread] = number
        return "thread \(number)"
    }
}
