import Dispatch
import Documents
import Evidence
import POSIX
import Runner
import Synchronization

/// Writes observations to a file while they are made, without secrets, and without making anybody wait.
///
/// A thread of its own writes what has come at least every 100 ms, so that a run that is killed leaves its trace.
final class TraceFile: Sendable {
    private struct State {
        var waiting: [Observation] = []
        var isEnding = false
        var failure: FileError?
    }

    private static let patience = DispatchTimeInterval.milliseconds(100)
    /// As many observations wake the writer before its time.
    private static let batch = 4_096

    private let file: AppendingFile
    private let failed: @Sendable (FileError) -> Void
    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    /// Creates the file.
    ///
    /// `failed` is told at once, on the writer's thread, when something could not be written; nothing is from then on.
    init(_ path: String, failed: @escaping @Sendable (FileError) -> Void = { _ in }) throws(FileError) {
        file = try AppendingFile(creating: path)
        self.failed = failed
        let isStarted = startThread { [self] in writeUntilTheEnd() }
        precondition(isStarted, "the system has no thread for the trace")
    }

    /// Takes an observation; quick, and safe from any thread.
    func take(_ observation: Observation) {
        let isFull = state.withLock { state in
            guard state.failure == nil else { return false }
            state.waiting.append(observation)
            return state.waiting.count % Self.batch == 0
        }
        if isFull { wake.signal() }
    }

    /// Waits until everything taken so far is written; throws the first failure of the file's life.
    func finish() throws(FileError) {
        let isFirst = state.withLock { state in
            defer { state.isEnding = true }
            return !state.isEnding
        }
        if isFirst {
            wake.signal()
            ended.wait()
        }
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    private func writeUntilTheEnd() {
        var writer = JSONWriter()
        // Two pieces of memory, in turns: one is filled while what is in the other is written.
        var observations: [Observation] = []
        observations.reserveCapacity(2 * Self.batch)
        while true {
            _ = wake.wait(timeout: .now() + Self.patience)
            let isEnding = state.withLock { state in
                swap(&state.waiting, &observations)
                return state.isEnding
            }
            for index in observations.indices {
                ObservationRecord.write(Redaction.redacted(observations[index]), into: &writer)
            }
            observations.removeAll(keepingCapacity: true)
            writer.drain { write($0) }
            if isEnding { break }
        }
        ended.signal()
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
