internal import AdapterProtocol
internal import Dispatch
internal import POSIX
internal import Synchronization

/// Everything the adapter writes: whole lines, in the order in which they were given, by one thread.
///
/// Giving a line never waits for the suite to read it.
final class Outbox: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        /// The number of the next event or tap.
        var sequence = 0
        var isFinished = false
        /// Whether the writer is waiting to be woken.
        var isIdle = true
    }

    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    /// Writes to `output`, and closes it at the end.
    init(_ output: Int32) {
        startThread(for: "the output of the adapter") { [self] in write(to: FileDescriptor(owning: output)) }
    }

    func send(_ envelope: Envelope) {
        add { _ in envelope }
    }

    /// Sends what `notification` makes of the next sequence number.
    ///
    /// Runs it under the lock, so that lines are in the order of their numbers.
    func notify(_ notification: (_ sequence: Int) -> PortNotification) {
        add { state in
            defer { state.sequence += 1 }
            return notification(state.sequence).envelope
        }
    }

    /// Waits until everything is written.
    func finish() {
        let wasIdle = state.withLock { state in
            state.isFinished = true
            return exchange(&state.isIdle, with: false)
        }
        if wasIdle { wake.signal() }
        ended.wait()
    }

    private func add(_ envelope: (inout State) -> Envelope) {
        let wasIdle = state.withLock { state in
            state.bytes += envelope(&state).line
            return exchange(&state.isIdle, with: false)
        }
        if wasIdle { wake.signal() }
    }

    private func write(to output: consuming FileDescriptor) {
        wake.wait()
        while let bytes = next() {
            if bytes.isEmpty {
                wake.wait()
            } else if writeAll(bytes, to: output.raw) != 0 {
                break
            }
        }
        ended.signal()
    }

    /// What is to be written next; empty when there is nothing yet, nil when nothing more will come.
    private func next() -> [UInt8]? {
        state.withLock { state in
            let bytes = state.bytes
            state.bytes = []
            if bytes.isEmpty, state.isFinished { return nil }
            state.isIdle = bytes.isEmpty
            return bytes
        }
    }
}
