internal import AccessEnabler
internal import AccessEnablerAPI
internal import PortWrapping
internal import Synchronization

/// Callbacks in another order, or some of them later than others: what belongs to one flow stays in its order.
extension Variant {
    private static let reason = "no order is documented between callbacks of different flows"

    static let sequence: [Variant] = [
        Variant(
            "metadata-out-of-order", "answers getMetadata calls that come together in the opposite order",
            because: "the callback has the arguments so that the application can match answers with calls",
            ["AE-META-023", "A-51"]
        ) { stage, mutation in
            let late = LateCallbacks(stage)
            mutation.onCallback(.setMetadataStatus) { late.gather($0) }
        },
        Variant(
            "tokens-out-of-order", "delivers media tokens that come together in the opposite order", because: reason,
            ["A-51"]
        ) { stage, mutation in
            let late = LateCallbacks(stage)
            mutation.onCallback(.setToken) { late.gather($0) }
        },
        Variant(
            "tracks-after-200-ms", "makes tracking callbacks 200 ms later than all others", because: reason,
            ["A-51", "AE-TRK-004"]
        ) { stage, mutation in
            let late = LateCallbacks(stage)
            mutation.onCallback(.sendTrackingData) { late.tell($0, after: .milliseconds(200)) }
        },
        Variant(
            "statuses-after-200-ms", "makes status reports 200 ms later than all other callbacks", because: reason,
            ["A-51", "AE-EST-004"]
        ) { stage, mutation in
            let late = LateCallbacks(stage)
            mutation.onCallback(.status) { late.tell($0, after: .milliseconds(200)) }
        },
    ]
}

/// Callbacks that are kept back for a while; after the session's end they are not made.
private final class LateCallbacks: Sendable {
    private struct State {
        var gathered: [Message] = []
        var hasEnded = false
    }

    private let stage: Stage
    private let state = Mutex(State())

    init(_ stage: Stage) {
        self.stage = stage
        stage.atEnd { [weak self] in self?.state.withLock { $0.hasEnded = true } }
    }

    /// Nothing now, and the callback later.
    func tell(_ callback: Message, after time: Duration) -> [Message] {
        _ = Environment.sleep(time) { [self] in
            if !state.withLock({ $0.hasEnded }) { stage.tell(callback) }
        }
        return []
    }

    /// Nothing now, and those of 60 ms together, the last first.
    func gather(_ callback: Message) -> [Message] {
        let isFirst = state.withLock { state in
            state.gathered.append(callback)
            return state.gathered.count == 1
        }
        guard isFirst else { return [] }
        _ = Environment.sleep(.milliseconds(60)) { [self] in
            let all = state.withLock { state in
                let gathered = exchange(&state.gathered, with: [])
                return state.hasEnded ? [] : gathered
            }
            for callback in all.reversed() { stage.tell(callback) }
        }
        return []
    }
}
