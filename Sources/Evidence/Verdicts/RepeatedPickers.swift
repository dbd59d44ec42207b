internal import AccessEnablerAPI

/// Pickers that were shown once more before the person chose, when that is past: how often it is shown is not documented,
/// so whoever waits for the next picker does not mean them.
package struct RepeatedPickers: Sendable {
    /// The sequence numbers of their callbacks.
    package let passed: Set<Int>

    package init(in observations: some Sequence<Observation>) {
        var shown: Message?
        var again: [Int] = []
        var passed: Set<Int> = []
        for observation in observations {
            switch observation.event {
            case .sessionOpened:
                again = []
                shown = nil
            case .call(_, let call) where call.selector == .setSelectedProvider:
                passed.formUnion(again)
                again = []
                shown = nil
            case .callback(let callback) where callback.message.selector == .displayProviderDialog:
                if callback.message == shown { again.append(observation.sequence) }
                shown = callback.message
            default: continue
            }
        }
        self.passed = passed
    }
}
