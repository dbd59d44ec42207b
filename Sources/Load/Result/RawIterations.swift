import LoadResults
import Measurement
import Synchronization

/// Every iteration of a run as a row of a table in columns, compressed: for whoever wants to look at single iterations.
///
/// Safe from any thread. What cannot be written is kept as a problem for the end of the run.
package final class RawIterations: Sendable {
    private struct State {
        var text: [UInt8]
        var problem: String?
    }

    /// So many bytes are compressed at once.
    private static let chunk = 1 << 20
    /// What no comma or quote can be in.
    private static let columns =
        ["session", "traffic", "providers", "of", "phase_of_run", "due_ns", "ended_ns", "outcome", "violations"]

    private let state: Mutex<State>
    private let append: @Sendable ([UInt8]) -> String?

    /// - Parameter append: writes bytes at the end of the file; says why it cannot.
    package init(append: @escaping @Sendable ([UInt8]) -> String?) {
        self.append = append
        let names = Self.columns + Phase.allCases.map { "\($0.rawValue.replacing("-", with: "_"))_ns" }
        state = Mutex(State(text: Array((names.joined(separator: ",") + "\n").utf8)))
    }

    func add(_ examination: Examination) {
        let row = Array((examination.row.joined(separator: ",") + "\n").utf8)
        state.withLock { state in
            state.text += row
            if state.text.count >= Self.chunk { flush(&state) }
        }
    }

    /// Writes what is left, and says why something could not be written.
    package func end() -> String? {
        state.withLock { state in
            flush(&state)
            return state.problem
        }
    }

    private func flush(_ state: inout State) {
        guard !state.text.isEmpty else { return }
        if let problem = append(Gzip.compress(state.text)) { state.problem = state.problem ?? problem }
        state.text = []
    }
}
