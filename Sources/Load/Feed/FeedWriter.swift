import Dispatch
import Documents
package import Evidence
import Synchronization
package import Timing

/// Tells another process, line by line, what a backend sees.
///
/// A line that begins with `c` is a ``FeedExchange``, one with `h` says that everything recorded before that time has
/// been told, and any other is an observation as in a trace.
package final class FeedWriter: Sendable {
    private struct State {
        var collector = ExchangeCollector()
        var bytes: [UInt8] = []
        var writer = JSONWriter()
    }

    private let state = Mutex(State())
    private let write: @Sendable ([UInt8]) -> Bool
    private let wake = DispatchSemaphore(value: 0)

    /// - Parameter write: writes whole lines, waiting if need be; false once nobody reads.
    package init(write: @escaping @Sendable ([UInt8]) -> Bool) {
        self.write = write
    }

    /// A sink of the backend's recorder.
    package func take(_ observation: Observation) {
        state.withLock { state in
            switch state.collector.take(observation) {
            case .exchange(let exchange):
                exchange.write(into: &state.bytes)
                state.bytes.append(UInt8(ascii: "\n"))
            case .observation(let observation):
                ObservationRecord.write(observation, into: &state.writer)
                state.writer.drain { state.bytes += $0 }
            case .complete, nil: break
            }
        }
    }

    /// Everything that happened before this time has been taken; what there is to tell is told now.
    ///
    /// Only the backend can know that: what has happened and is not yet recorded is on nobody's clock but its own.
    package func beat(_ time: MonotonicTime) {
        state.withLock { state in
            state.bytes.append(UInt8(ascii: "h"))
            state.bytes.append(UInt8(ascii: " "))
            FeedExchange.append(time.nanoseconds, to: &state.bytes)
            state.bytes.append(UInt8(ascii: "\n"))
        }
        wake.signal()
    }

    /// Writes until nobody reads any more; belongs to a thread of its own.
    package func run() {
        while true {
            wake.wait()
            let bytes = state.withLock { exchange(&$0.bytes, with: []) }
            guard bytes.isEmpty || write(bytes) else { return }
        }
    }
}
