package import AccessEnabler
internal import Synchronization

/// Collects the configuration replies of a phase and hands them over together, rearranged.
///
/// Each reply is processed, and reported so, when it comes. A provider that does not answer is waited for as long as the
/// reference would.
package final class ConfigurationRace: Network {
    private struct Phase {
        var number = 0
        var taken: [ConfigurationReply] = []

        mutating func end() -> [ConfigurationReply] {
            number += 1
            return exchange(&taken, with: [])
        }
    }

    private let base: any Network
    private let stage: Stage
    private let arrange: @Sendable ([ConfigurationReply]) -> [ConfigurationReply]
    private let phase = Mutex(Phase())

    /// `arrange` gets the replies in the order they came.
    package init(
        _ base: any Network, _ stage: Stage,
        arrange: @escaping @Sendable ([ConfigurationReply]) -> [ConfigurationReply]
    ) {
        self.base = base
        self.stage = stage
        self.arrange = arrange
    }

    package func send(_ request: NetworkRequest, completion: @escaping NetworkCompletion) -> Cancellation {
        guard request.isConfiguration else { return base.send(request, completion: completion) }
        return base.send(request) { [self] outcome in
            stage.tap(request.url)
            take(ConfigurationReply(url: request.url, outcome: outcome, completion: completion))
        }
    }

    private func take(_ reply: ConfigurationReply) {
        let expected = stage.urls.count
        let (all, begun) = phase.withLock { phase -> ([ConfigurationReply], Int?) in
            phase.taken.append(reply)
            guard phase.taken.count < expected else { return (phase.end(), nil) }
            return ([], phase.taken.count == 1 ? phase.number : nil)
        }
        handOver(all)
        guard let begun else { return }
        _ = Environment.sleep(TimeLimits().configurationGrace) { [self] in
            handOver(phase.withLock { $0.number == begun ? $0.end() : [] })
        }
    }

    private func handOver(_ replies: [ConfigurationReply]) {
        for reply in arrange(replies) { reply.completion(reply.outcome) }
    }
}

extension Mutation {
    /// Rearranges the configuration replies of each phase.
    package mutating func race(
        _ stage: Stage, _ arrange: @escaping @Sendable ([ConfigurationReply]) -> [ConfigurationReply]
    ) {
        isTapping = true
        network = { ConfigurationRace($0, stage, arrange: arrange) }
    }
}
