import Dispatch
import Documents
import Driver
import Evidence
import POSIX
import Synchronization

/// Writes observations to a file while they are made, and without making anybody wait.
///
/// A thread of its own writes what has come at least every 100 ms, so that a run that is killed leaves its trace.
final class TraceFile: Sendable {
    private struct State {
        /// The lines that have come since the thread looked.
        var lines = JSONWriter()
        /// Whether there are so many that the thread was woken for them.
        var isDue = false
        var isEnding = false
        var failure: FileError?
    }

    private static let interval = DispatchTimeInterval.milliseconds(100)
    /// As many bytes wake the thread before its time.
    private static let batch = 131_072

    private let file: AppendingFile
    private let failed: @Sendable (FileError) -> Void
    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)
    private let ended = FirstResult<Void>()

    /// Creates the file.
    ///
    /// `failed` is told at once, on the writer's thread, when something could not be written; nothing is from then on.
    init(_ path: String, failed: @escaping @Sendable (FileError) -> Void = { _ in }) throws(FileError) {
        file = try AppendingFile(creating: path)
        self.failed = failed
        startThread(for: "the trace") { [self] in writeUntilTheEnd() }
    }

    /// Takes an observation; quick, and safe from any thread.
    ///
    /// Its line is made here: to keep the observation, and hand it to another thread, takes longer.
    func take(_ observation: Observation) {
        let becomesDue = state.withLock { state in
            guard state.failure == nil else { return false }
            ObservationRecord.write(observation, into: &state.lines)
            guard !state.isDue, state.lines.bytes.count >= Self.batch else { return false }
            state.isDue = true
            return true
        }
        if becomesDue { wake.signal() }
    }

    /// Waits until everything taken so far is written; gives the first failure of the file's life, also where the file
    /// is no longer there.
    func finish() async -> FileError? {
        state.withLock { $0.isEnding = true }
        wake.signal()
        await ended.value()
        if let failure = state.withLock({ $0.failure }) { return failure }
        do throws(FileError) { try file.checkName() } catch { return error }
        return nil
    }

    private func writeUntilTheEnd() {
        // Two pieces of memory, in turns: one is filled while what is in the other is written.
        var lines = JSONWriter()
        while true {
            _ = wake.wait(timeout: .now() + Self.interval)
            let isEnding = state.withLock { state in
                swap(&state.lines, &lines)
                state.isDue = false
                return state.isEnding
            }
            lines.drain { write($0) }
            if isEnding { break }
        }
        ended.give(())
    }

    private func write(_ bytes: [UInt8]) {
        guard !bytes.isEmpty, state.withLock({ $0.failure == nil }) else { return }
        do throws(FileError) {
            try file.append(bytes)
        } catch {
            state.withLock { $0.failure = error }
            failed(error)
        }
    }
}
