internal import AccessEnabler
internal import Synchronization
internal import XML

/// The MVPDs that each configuration URL has ever listed.
final class RememberedMVPDs: Sendable {
    private let known = Mutex<[String: [ConfigurationMVPD]]>([:])

    /// The reply with what the same URL listed before.
    func add(to outcome: Mutation.Outcome, from url: String) -> Mutation.Outcome {
        let reply = ConfigurationReply(url: url, outcome: outcome) { _ in }
        guard let document = reply.document else { return outcome }
        let all = known.withLock { known -> [ConfigurationMVPD] in
            let gone = (known[url] ?? []).filter { old in !document.mvpds.contains { $0.id == old.id } }
            known[url] = document.mvpds + gone
            return document.mvpds + gone
        }
        return reply.listing(all).outcome
    }
}
